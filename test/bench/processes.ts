import { readdir, readFile } from 'node:fs/promises'

/** Linux counts a process's time in these, whatever the kernel's own clock. */
const tickMs = 10

interface ProcessStat {
  readonly pid: number
  readonly parent: number
  /** The group that a terminal's Ctrl-C goes to. */
  readonly group: number
  readonly program: string
  /** Its own time and that of its children that have ended. */
  readonly cpuMs: number
}

/** Processor time that a process and its descendants have used so far, in milliseconds; `null` on systems other than Linux. */
export async function cpuOfTree(root: number): Promise<number | null> {
  const tree = await treeOf(root)
  return tree === null ? null : tree.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
}

/**
 * Memory of a process and its descendants in MB, without the programs called `except`: what each has for itself, and once what they may
 * share, such as the code of Node.js. `null` as above.
 */
export async function memoryOfTree(root: number, except: string): Promise<number | null> {
  const tree = await treeOf(root)
  if (!tree) return null
  const counted = tree.filter(({ program }) => program !== except)
  const sizes = await Promise.all(counted.map(({ pid }) => memoryOf(pid)))
  const own = sizes.reduce((sum, size) => sum + size.ownKb, 0)
  return (own + Math.max(...sizes.map(({ sharedKb }) => sharedKb))) / 1024
}

/** Sends a signal to a process and to its descendants, as a shell does to a job. Does nothing where the system does not list them. */
export async function signalTree(root: number, signal: NodeJS.Signals): Promise<void> {
  for (const { pid } of (await treeOf(root)) ?? []) send(pid, signal)
}

/**
 * Kills what this process has started and not yet ended, also what stands still. Not what has a group of its own, as PostgreSQL, its watcher
 * and Chromium do: who started them ends them. Does nothing where the system does not list processes.
 */
export async function endGroup(): Promise<void> {
  const [self, ...tree] = (await treeOf(process.pid)) ?? []
  for (const { pid, group } of tree) if (group === self?.group) send(pid, 'SIGKILL')
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** Pages of files may be shared with another process; all others are its own. */
async function memoryOf(pid: number): Promise<{ readonly ownKb: number; readonly sharedKb: number }> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { ownKb: kb('RssAnon') + kb('RssShmem'), sharedKb: kb('RssFile') }
}

async function treeOf(root: number): Promise<readonly ProcessStat[] | null> {
  if (process.platform !== 'linux') return null
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = (await Promise.all(pids.map(statOf))).filter((stat) => stat !== null)
  const tree = all.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid))
  return tree
}

async function statOf(pid: string): Promise<ProcessStat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The program's name stands in brackets and may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [parent = 0, group = 0, ...times] = [...fields.slice(1, 3), ...fields.slice(11, 15)].map(Number)
  const program = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
  return {
    pid: Number(pid),
    parent,
    group,
    program,
    cpuMs: times.reduce((sum, time) => sum + time, 0) * tickMs,
  }
}

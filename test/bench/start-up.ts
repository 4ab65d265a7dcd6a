import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { compileIfChanged } from '../../build/compile.ts'
import { root } from '../checks/run-command.ts'
import { freePort } from '../support/free-port.ts'
import type { Bench } from './compete.ts'
import { untilAborted } from './interruption.ts'
import { cpuOfTree, memoryOfTree } from './processes.ts'
import type { Entry, Result, Role } from './result.ts'
import { inRounds } from './rounds.ts'

/** A process that is ready when it answers at `path` with 200. */
interface Program {
  readonly name: string
  readonly role: Role
  readonly args: (dataDir: string, port: string) => readonly string[]
  readonly env: (dataDir: string, port: string) => Readonly<Record<string, string>>
  readonly path: string
}

const programs: readonly Program[] = [
  {
    name: 'Node.js + PostgreSQL',
    role: 'bound',
    args: (dataDir, port) => [join(import.meta.dirname, 'bare-server.ts'), dataDir, port],
    env: () => ({}),
    path: '/',
  },
  {
    name: 'Rungraph',
    role: 'rungraph',
    // As `npm start` does, without npm.
    args: () => ['--import', join(root, 'src/preflight.mjs'), join(root, 'build/start.ts')],
    env: (dataDir, port) => ({ RUNGRAPH_DATA_DIR: dataDir, PORT: port }),
    path: '/health/ready',
  },
]

/** How long a process is left alone before its memory is looked at. */
const idleMs = 5_000

interface Start {
  readonly readyMs: number
  readonly cpuMs: number | null
  readonly memoryMb: number | null
}

/** F. From the start of the process to its first answer, on a folder that has its database; and its memory when it has nothing to do. */
export async function benchStartUp(bench: Bench): Promise<readonly Result[]> {
  await untilAborted(bench.signal, compileIfChanged())
  for (const program of programs) await mkdir(dataDirOf(bench, program), { recursive: true })
  // The first round makes the database of the folder, and does not count.
  const starts = await inRounds(programs, { work: 'F: start', rounds: bench.rounds }, (program) =>
    start(program, dataDirOf(bench, program), bench.signal),
  )
  const results = programs.map((program) => ({ program, starts: starts.get(program) ?? [] }))
  return [
    {
      ...{
        work: 'F: ready on an initialised folder',
        unit: 'ms',
        better: 'lower',
        per: 'start',
        atMost: 1_000,
      },
      entries: results.map(({ program, starts }) => ({
        ...entryOf(
          program,
          starts.map(({ readyMs }) => readyMs),
        ),
        cpuUs: starts.flatMap(({ cpuMs }) => (cpuMs === null ? [] : [cpuMs * 1_000])),
      })),
    },
    {
      ...{
        work: 'F: idle memory, PostgreSQL itself not counted',
        unit: 'MB',
        better: 'lower',
        per: 'start',
        atMost: 150,
      },
      entries: results.map(({ program, starts }) =>
        entryOf(
          program,
          starts.flatMap(({ memoryMb }) => memoryMb ?? []),
        ),
      ),
    },
  ]
}

function dataDirOf({ folder }: Bench, { role }: Program): string {
  return join(folder, `data-${role}`)
}

function entryOf({ name, role }: Program, figures: readonly number[]): Entry {
  return { name, role, figures, cpuUs: [], serverCpuUs: [] }
}

async function start({ args, env, path }: Program, dataDir: string, signal: AbortSignal): Promise<Start> {
  signal.throwIfAborted()
  const port = String(await freePort())
  const { PATH, HOME, TMPDIR } = process.env
  const begin = performance.now()
  const child = spawn(process.execPath, args(dataDir, port), {
    cwd: dataDir,
    stdio: 'ignore',
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...env(dataDir, port) },
  })
  try {
    await untilAborted(signal, answered(`http://127.0.0.1:${port}${path}`, child))
    const readyMs = performance.now() - begin
    const cpuMs = await cpuOfTree(child.pid ?? 0)
    await delay(idleMs, undefined, { signal })
    return { readyMs, cpuMs, memoryMb: await memoryOfTree(child.pid ?? 0, 'postgres') }
  } finally {
    const ended = once(child, 'exit')
    if (child.kill('SIGTERM')) await ended
  }
}

async function answered(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const response = await request(url).catch(() => null)
    await response?.body.dump()
    if (response?.statusCode === 200) return
    await delay(5)
  }
  throw new Error(`The process ended before it answered at ${url}.`)
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, type FSWatcher, readFileSync, statSync, watch } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { modulesIn } from '../../user-modules.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Editors write a file in several steps: so long after the last of them it is read, in milliseconds. */
const settleMs = 100

/**
 * Runs `start` under `node --watch`, which follows the modules that the server imports, and starts it anew when one of them changes: runs
 * continue from their checkpoints. Node cannot know of modules that come and go in the folders of tools and agents, nor of `.env`: these
 * are watched here. Resolves with the exit code.
 */
export async function runWatched({ note }: Terminal): Promise<number> {
  let child: ChildProcess | null = null
  let isStopping = false
  // The terminal gives a Ctrl-C to both. Others give it to this process alone.
  process.on('SIGINT', () => {
    isStopping = true
  })
  process.on('SIGTERM', () => {
    isStopping = true
    child?.kill('SIGTERM')
  })
  for (;;) {
    let isStale = false
    const server = startServer()
    child = server
    const close = watchProject((what) => {
      if (isStopping || isStale) return
      isStale = true
      note(`${what}: starting again.`)
      server.kill('SIGTERM')
    })
    const [code] = await once(server, 'close')
    close()
    if (!isStale || isStopping) return typeof code === 'number' ? code : 0
  }
}

function startServer(): ChildProcess {
  const [, program = ''] = process.argv
  const watching = ['--watch', '--watch-preserve-output', program, 'start']
  return spawn(process.execPath, [...process.execArgv, ...watching], { stdio: 'inherit' })
}

/** Calls `changed` with what is new in the settings or the folders, until the returned function is called. */
function watchProject(changed: (what: string) => void): () => void {
  const { RUNGRAPH_TOOLS, RUNGRAPH_AGENTS } = { ...envFile(), ...process.env }
  const folders = [RUNGRAPH_TOOLS, RUNGRAPH_AGENTS].filter(isFolder)
  const closers = [watchEnvFile(changed), ...folders.map((folder) => watchFolder(folder, changed))]
  return () => {
    for (const close of closers) close()
  }
}

function watchEnvFile(changed: (what: string) => void): () => void {
  const before = textOfEnvFile()
  return afterChanges(watch('.'), async () => {
    if (textOfEnvFile() !== before) changed('.env has changed')
  })
}

/** The server imports what is in the folder; what becomes of a module that it has imported, Node sees. */
function watchFolder(folder: string, changed: (what: string) => void): () => void {
  const before = modulesIn(resolve(folder))
  return afterChanges(watch(folder, { recursive: true }), async () => {
    const [known, found] = await Promise.all([before, modulesIn(resolve(folder))])
    if (known.join() !== found.join()) changed(`${folder} has other modules`)
  })
}

function afterChanges(watcher: FSWatcher, look: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined
  watcher.on('change', () => {
    clearTimeout(timer)
    // A folder that is gone while it is read: the next change looks again.
    timer = setTimeout(() => void look().catch(() => undefined), settleMs)
  })
  // What cannot be watched any more has been removed, and the server will say so.
  watcher.on('error', () => watcher.close())
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

function isFolder(path: string | undefined): path is string {
  return (
    path !== undefined && path !== '' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  )
}

/** The settings of the file, which the server reads itself: this process must not hand on what they were. */
function envFile(): NodeJS.Dict<string> {
  return parseEnv(textOfEnvFile())
}

function textOfEnvFile(): string {
  return existsSync('.env') ? readFileSync('.env', 'utf8') : ''
}

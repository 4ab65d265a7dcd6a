import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Terminal } from '../terminal/terminal.ts'
import { watchNpm } from './npm-parent.ts'
import { readReport } from './report-modules.ts'
import { watchProject } from './watch-project.ts'

/**
 * Runs `start` in a process of its own, and starts it anew when `.env`, a module that it imports, or the list of modules in the folders of
 * tools and agents changes: runs continue from their checkpoints. A server that has ended waits for the next change. Not `node --watch`,
 * which loses a file that an editor saves by renaming another over it. Resolves with the exit code when the user stops it.
 */
export async function runWatched({ note }: Terminal): Promise<number> {
  const stopping = Promise.withResolvers<void>()
  let isStopping = false
  let child: ChildProcess | null = null
  const stop = () => {
    isStopping = true
    stopping.resolve()
  }
  // The terminal gives a Ctrl-C to both. Others give it to this process alone.
  process.on('SIGINT', stop)
  const end = () => {
    stop()
    child?.kill('SIGTERM')
  }
  process.on('SIGTERM', end)
  watchNpm(end)
  for (;;) {
    const stale = Promise.withResolvers<string>()
    const project = await watchProject(stale.resolve)
    if (isStopping) return closed(project, 0)
    const server = startServer()
    child = server
    server.on('message', (message) => {
      const found = readReport(message)
      if (found) project.add(found.file, found.stamp)
    })
    const ended = codeOf(server)
    const first = await Promise.race([stale.promise, ended])
    if (isStopping) return closed(project, await ended)
    if (typeof first === 'number')
      note(`The server has ended with exit code ${first}. It starts again when a file changes.`)
    const what = await Promise.race([stale.promise, stopping.promise])
    if (what === undefined || isStopping) return closed(project, await ended)
    project.close()
    note(`${what}: starting again.`)
    server.kill('SIGTERM')
    const code = await ended
    if (isStopping) return code
  }
}

function closed({ close }: { close(): void }, code: number): number {
  close()
  return code
}

async function codeOf(server: ChildProcess): Promise<number> {
  const [code] = await once(server, 'close')
  return typeof code === 'number' ? code : 0
}

function startServer(): ChildProcess {
  const [, program = ''] = process.argv
  const args = [...process.execArgv, program, 'start', '--report-modules']
  return spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
}

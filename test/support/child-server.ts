import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'

export interface ChildServer {
  /** Ends it, and removes its folder. */
  close(): Promise<void>
}

/** Has a server that a test started in a folder of its own end with the process, if it is not closed before. */
export function ownServer(child: ChildProcess, folder: string): ChildServer {
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  return {
    close: async () => {
      process.off('exit', kill)
      const ended = once(child, 'close')
      kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'

export interface ChildServer {
  /** Ends it, and removes its folder. */
  close(): Promise<void>
}

/**
 * Has a server that a test started in a folder of its own end with the process, if it is not closed before. One that has processes of its
 * own is asked to end, so that they end too.
 */
export function ownServer(
  child: ChildProcess,
  folder: string,
  signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
): ChildServer {
  const kill = () => child.kill(signal)
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

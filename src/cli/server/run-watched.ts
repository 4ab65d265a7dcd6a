import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs `start` under `node --watch`, which follows the modules that the server imports, and starts it anew when one of them changes: runs
 * continue from their checkpoints. Resolves with the exit code.
 */
export async function runWatched(): Promise<number> {
  const [, program = ''] = process.argv
  const child = spawn(
    process.execPath,
    [...process.execArgv, '--watch', '--watch-preserve-output', program, 'start'],
    { stdio: 'inherit' },
  )
  // The terminal gives a Ctrl-C to both. Others give it to this process alone.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = await once(child, 'close')
  return typeof code === 'number' ? code : 0
}

import type { Config } from '../../settings/config.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { collectAfterStart } from './collect-after-start.ts'
import { farewell, greeting } from './greeting.ts'
import { watchNpm } from './npm-parent.ts'

/** npm passes on the Ctrl-C that the terminal gave to both: a signal this soon is the same request. */
const sameSignalMs = 500

/**
 * Starts the server of the settings, and closes it at the first SIGTERM or SIGINT (DUR-4). @throws the errors of `createApp` and `start`
 */
export async function runUntilStopped(config: Config, terminal: Pick<Terminal, 'print'>): Promise<void> {
  const stop = stopRequested(config.shutdownGraceMs)
  const [{ composeApp }, { checkPorts }] = await Promise.all([
    import('../../app.ts'),
    import('../../app/listeners.ts'),
  ])
  await checkPorts(config)
  const app = await composeApp(config)
  let closed: Awaited<ReturnType<typeof app.close>>
  try {
    terminal.print(greeting(config, await app.start()))
    collectAfterStart()
    const signal = await stop
    terminal.print(`${signal}: stopping. A second one stops at once.`)
  } finally {
    closed = await app.close()
  }
  terminal.print(farewell(config, closed.requeued))
}

/**
 * Resolves at the first SIGTERM or SIGINT. The process then has `graceMs` to close before it is ended,
 * which loses nothing: its runs continue from their checkpoints. A second signal ends it at once.
 */
function stopRequested(graceMs: number): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  let requestedAt: number | null = null
  const request = (signal: NodeJS.Signals) => {
    if (requestedAt === null) {
      requestedAt = performance.now()
      setTimeout(() => giveUp(graceMs), graceMs).unref()
      resolve(signal)
    } else if (performance.now() - requestedAt > sameSignalMs) {
      process.exit(signal === 'SIGINT' ? 130 : 143)
    }
  }
  process.on('SIGTERM', request)
  process.on('SIGINT', request)
  // A Ctrl-C ends npm's shell as well: that is no second signal.
  watchNpm(() => {
    if (requestedAt === null) request('SIGTERM')
  })
  return promise
}

function giveUp(graceMs: number): never {
  console.error(
    `Not everything was closed within ${graceMs} ms. Runs continue from their checkpoints at the next start.`,
  )
  process.exit(0)
}

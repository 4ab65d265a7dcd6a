import { constants } from 'node:os'
import { watchNpm } from '../../src/cli/server/npm-parent.ts'
import { endGroup } from './processes.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type EndSignal = (typeof signals)[number]

/** npm passes on the Ctrl-C that the terminal gave to both: a signal this soon is the same request. */
const sameSignalMs = 500
/** So long may a work take to end its own processes. */
const endWithinMs = 20_000

/** Reason of an abort that a signal asked for. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: EndSignal) {
    super(`The benchmark was ended by ${signal}.`)
    this.exitCode = exitCodeOf(signal)
  }
}

export interface Interruption {
  /** Aborts at the first signal, when npm has ended, or at an error that nobody has caught; that is then its reason. */
  readonly signal: AbortSignal
  /** Aborts `endWithinMs` later: nothing is waited for any longer. */
  readonly overdue: AbortSignal
}

/** From here on signals and uncaught errors do not end the process: who aborts does. A second signal does at once. */
export function watchInterruption(): Interruption {
  const wanted = new AbortController()
  const overdue = new AbortController()
  let wantedAt = 0
  const abort = (reason: unknown) => {
    wantedAt = performance.now()
    setTimeout(() => overdue.abort(reason), endWithinMs).unref()
    wanted.abort(reason)
  }
  const stop = (signal: EndSignal) => {
    if (!wanted.signal.aborted) {
      console.error(`${signal}: stopping. A second one stops at once, and may leave the temporary folder.`)
      abort(new Interrupted(signal))
    } else if (performance.now() - wantedAt > sameSignalMs) {
      void endGroup().finally(() => process.exit(exitCodeOf(signal)))
    }
  }
  for (const signal of signals) process.on(signal, stop)
  // A Ctrl-C ends npm's shell as well: that is no second signal.
  watchNpm(() => {
    if (!wanted.signal.aborted) stop('SIGTERM')
  })
  process.on('uncaughtException', (error) => {
    // What was begun before an abort fails as its processes and its database go: that is no news.
    if (!wanted.signal.aborted) abort(error)
  })
  return { signal: wanted.signal, overdue: overdue.signal }
}

/** What the work gives; once `signal` aborts, rejects with the reason, and what the work still does is nobody's. */
export async function untilAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function exitCodeOf(signal: EndSignal): number {
  return 128 + constants.signals[signal]
}

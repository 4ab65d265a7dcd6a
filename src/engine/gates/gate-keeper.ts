import { Pulse } from '../pulse.ts'
import { endUndecided } from '../resolve-gate.ts'
import type { EngineServices } from '../run-context.ts'
import { wakeWaiting } from './wake-waiting.ts'

/** Gates that lost their job, and runs that a process was about to wake when it died, are found within this: it is rare. */
const pollMs = 5_000
/** So many gates expire at once. */
const pageSize = 100

type Services = Pick<EngineServices, 'runs' | 'log' | 'wakeups' | 'dispatch' | 'clock' | 'report'>

/** Looks after the runs that wait, for no process holds anything for them (JDG-4). */
export interface GateKeeper {
  start(): Promise<void>
  close(): Promise<void>
  /** Whether it still looks. */
  readonly pulse: Pulse
}

export function createGateKeeper(services: Services): GateKeeper {
  const pulse = new Pulse({ everyMs: pollMs })
  const closing = new AbortController()
  let watching: Promise<void> = Promise.resolve()
  let stopTimers: () => Promise<void> = async () => undefined

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await lookOnce(services).then(
        () => pulse.beat(),
        (error: unknown) => services.report('The gates could not be looked after; trying again.', error),
      )
      await services.clock.sleep(pollMs, closing.signal).catch(() => undefined) // closed
    }
  }

  return {
    pulse,
    start: async () => {
      pulse.beat()
      watching = watch()
      stopTimers = await services.dispatch.work('gates', (gateId) => expire(gateId, services))
    },
    close: async () => {
      closing.abort()
      await stopTimers()
      await watching
      pulse.end()
    },
  }
}

/** Ends a gate whose timer went off; nothing where somebody decided before. */
async function expire(gateId: string, services: Services): Promise<void> {
  for (const found of await services.runs.gates.due({ gateId }))
    await endUndecided('EXPIRED', found, services)
}

/** Does all that there is to do. */
export async function lookOnce(services: Services): Promise<void> {
  await expireDue(services)
  await wakeWaiting(null, services)
}

async function expireDue(services: Services): Promise<void> {
  for (const found of await services.runs.gates.due({ limit: pageSize }))
    await endUndecided('EXPIRED', found, services)
}

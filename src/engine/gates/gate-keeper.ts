import { endUndecided } from '../resolve-gate.ts'
import type { EngineServices } from '../run-context.ts'
import { wakeWaiting } from './wake-waiting.ts'

/** Gates that expire are found within this. */
const pollMs = 1_000
/** Runs that were to be woken by a process that died are looked for each time that so many looks have passed: it is rare. */
const looksPerWake = 5
/** So many gates expire at once. */
const pageSize = 100

type Services = Pick<EngineServices, 'runs' | 'log' | 'wakeups' | 'clock' | 'report'>

/** Looks after the runs that wait, for no process holds anything for them (JDG-4). */
export interface GateKeeper {
  start(): void
  close(): Promise<void>
}

export function createGateKeeper(services: Services): GateKeeper {
  const closing = new AbortController()
  let watching: Promise<void> = Promise.resolve()

  async function watch(): Promise<void> {
    for (let looks = 0; !closing.signal.aborted; looks++) {
      await look(looks, services).catch((error: unknown) =>
        services.report('The gates could not be looked after; trying again.', error),
      )
      await services.clock.sleep(pollMs, closing.signal).catch(() => undefined) // closed
    }
  }

  return {
    start: () => {
      watching = watch()
    },
    close: async () => {
      closing.abort()
      await watching
    },
  }
}

/** Lets gates expire whose time is up, and now and then wakes what has something to go on with. */
function look(looks: number, services: Services): Promise<void> {
  return looks % looksPerWake === 0 ? lookOnce(services) : expireDue(services)
}

/** Does all that there is to do. */
export async function lookOnce(services: Services): Promise<void> {
  await expireDue(services)
  await wakeWaiting(null, services)
}

async function expireDue(services: Services): Promise<void> {
  for (const found of await services.runs.gates.due(pageSize)) await endUndecided('EXPIRED', found, services)
}

import { createPeriodicTask, type DuePeriodicTask, withJobs } from '../periodic-task.ts'
import type { EngineServices } from '../run/run-context.ts'
import { wakeWaiting } from './open-gate.ts'
import { endUndecided } from './resolve-gate.ts'

/** Gates that lost their job, and runs that a process was about to wake when it died, are found within this: it is rare. */
const pollMs = 5_000

/** So many gates expire at once. */
const pageSize = 100

type Services = Pick<EngineServices, 'runs' | 'log' | 'wakeups' | 'dispatch' | 'clock' | 'report'>

/** Expires the gates of waiting runs, because no process holds a waiting run (JDG-4). */
export function createGateExpiry(services: Services): DuePeriodicTask {
  const rounds = createPeriodicTask(
    {
      look: () => expireDueGates(services),
      pauseMs: () => pollMs,
      everyMs: pollMs,
      failure: 'The gates could not be checked; trying again.',
    },
    services,
  )
  return withJobs(rounds, { lane: 'gates', perform: (gateId) => expire(gateId, services) }, services)
}

/** Expires a gate at its timer; nothing where a human decided before. */
async function expire(gateId: string, services: Services): Promise<void> {
  for (const found of await services.runs.gates.due({ gateId }))
    await endUndecided('EXPIRED', found, services)
}

/** Does all that there is to do. */
export async function expireDueGates(services: Services): Promise<void> {
  await expireDue(services)
  await wakeWaiting(null, services)
}

async function expireDue(services: Services): Promise<void> {
  for (const found of await services.runs.gates.due({ limit: pageSize }))
    await endUndecided('EXPIRED', found, services)
}

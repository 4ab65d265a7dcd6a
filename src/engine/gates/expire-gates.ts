import { type Dispatch, type DueJobs, gateJob, idOfKey } from '../../domain/dispatch.ts'
import type { EngineServices } from '../run/run-context.ts'
import { wakeWaiting } from './open-gate.ts'
import { endUndecided } from './resolve-gate.ts'

/** So many gates expire at once. */
const pageSize = 100

type Services = Pick<EngineServices, 'runs' | 'log' | 'wakeups' | 'clock' | 'report'>

/** Ends each gate whose time is up, until the returned function is called: no process holds anything for a run that waits (JDG-4). */
export function expireGates(
  services: Services & { readonly dispatch: Dispatch },
): Promise<() => Promise<void>> {
  return services.dispatch.work('gates', (key) => expire(idOfKey(key), services))
}

/** Does nothing if the gate is already decided. */
async function expire(gateId: string, services: Services): Promise<void> {
  for (const found of await services.runs.gates.due({ gateId }, nowOf(services)))
    await endUndecided('EXPIRED', found, services)
}

/** Finds the gates whose time is up, and sends on runs that a process was about to wake when it died. */
export function dueGates(services: Services): DueJobs {
  return async () => {
    await wakeWaiting(null, services)
    const due = await services.runs.gates.due({ limit: pageSize }, nowOf(services))
    return due.flatMap(({ gate: { id, expiresAt } }) => (expiresAt ? [gateJob({ id, expiresAt })] : []))
  }
}

function nowOf({ clock }: Pick<Services, 'clock'>): Date {
  return new Date(clock.now())
}

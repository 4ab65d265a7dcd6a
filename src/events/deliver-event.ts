import { type DueJobs, dueNow, idOfKey } from '../domain/dispatch.ts'
import { eventJob, type ReceivedEventRow } from '../domain/received-event.ts'
import { seenEvent, wakeByEvent } from '../engine/gates/wake-by-event.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { type StartServices, startByEvent } from './start-by-event.ts'

/** So many events are found at once. */
const pageSize = 100

/** After this time the process that received an event has died, or cannot deliver it. */
const overdueMs = 15_000

export type DeliveryServices = StartServices & Pick<EngineServices, 'report' | 'dispatch' | 'vault'>

/**
 * Gives an event to all that wait for it, each once; or to those of so many pages, and is called again for the others. What fails is done
 * again: a second delivery changes nothing (WAIT-3). @throws the first failure, after the others have it
 */
export async function deliverEvent(
  event: ReceivedEventRow,
  services: DeliveryServices,
  maxPages?: number,
): Promise<void> {
  const seen = seenEvent(event, services.vault)
  const { runIds, failures } = await startByEvent(seen, services)
  const woken = await wakeByEvent(seen, services, maxPages)
  if (failures.length > 0) throw failures[0]
  if (woken === 'some') {
    await services.dispatch.enqueue([dueNow(eventJob(event.id, event.receivedAt))])
    return
  }
  await services.runs.events.settle(event.id, new Date(services.clock.now()), runIds)
}

/** Delivers the events whose receiver died before it did, until the returned function is called. Any number of processes may. */
export function deliverEvents(services: DeliveryServices): Promise<() => Promise<void>> {
  return services.dispatch.work('events', async (key) => {
    const event = await services.runs.events.findUndelivered(idOfKey(key))
    if (event) await deliverEvent(event, services)
  })
}

/** Finds the events that nobody delivered. */
export function dueEvents({ runs, clock }: Pick<DeliveryServices, 'runs' | 'clock'>): DueJobs {
  return async () => {
    const before = new Date(clock.now() - overdueMs)
    const ids = await runs.events.undelivered(before, pageSize)
    return ids.map((id) => eventJob(id, before))
  }
}

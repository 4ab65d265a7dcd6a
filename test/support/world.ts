import type { EventSourceStore } from '../../src/domain/event-source.ts'
import type { EventTriggerStore } from '../../src/domain/event-trigger.ts'
import type { SendEvent } from '../../src/domain/received-event.ts'
import type { EngineServices } from '../../src/engine/run/run-context.ts'
import { deliverEvent } from '../../src/events/deliver-event.ts'
import { createEventOperations } from '../../src/events/event-operations.ts'
import type { TestEngine } from './engine.ts'

/** Triggers are those of the stage: most tests have none. */
export function worldOf(services: EngineServices, triggers: EventTriggerStore = noTriggers) {
  return { ...services, triggers, sources: noSources, keepEventsMs: 3_600_000 }
}

const noTriggers: EventTriggerStore = {
  save: async () => null,
  find: async () => null,
  delete: async () => false,
  enabledFor: async () => [],
  fired: async () => undefined,
}

const noSources: EventSourceStore = {
  save: async () => null,
  find: async () => null,
  findByAddress: async () => null,
  countSince: async () => 0,
  delete: async () => false,
}

type Sender = Pick<TestEngine, 'services' | 'project'>

/** Sends an event to the project of an engine, by its process. */
export async function sendEvent(
  { services, project }: Sender,
  event: Omit<SendEvent, 'projectId' | 'by'>,
): Promise<string> {
  const { sendEvent } = createEventOperations(worldOf(services))
  return (await sendEvent({ ...event, projectId: project.id, by: 'tester' })).eventId
}

/** Delivers what a process received and did not deliver before it died, as its job does after a while. */
export async function deliverLeft(
  { services }: { readonly services: EngineServices },
  triggers?: EventTriggerStore,
): Promise<void> {
  const { events } = services.runs
  for (const id of await events.undelivered(new Date(Date.now() + 60_000), 100)) {
    const event = await events.findUndelivered(id)
    if (event) await deliverEvent(event, worldOf(services, triggers))
  }
}

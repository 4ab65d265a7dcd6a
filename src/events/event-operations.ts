import type { EventSourceStore } from '../domain/event-source.ts'
import { type Json, toJson } from '../domain/json.ts'
import {
  type EventOperations,
  maxEventBytes,
  type ReceivedEventRow,
  type SendEvent,
} from '../domain/received-event.ts'
import { toWordId } from '../domain/word-id.ts'
import { checkText } from '../engine/check-input.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { type DeliveryServices, deliverEvent } from './deliver-event.ts'
import { createEventSourceOperations } from './event-source-operations.ts'
import { checkEventName, createEventTriggerOperations } from './event-trigger-operations.ts'

interface EventServices extends DeliveryServices, Pick<EngineServices, 'newId' | 'redactor'> {
  readonly sources: EventSourceStore
  /** Retention of events, in milliseconds. */
  readonly keepEventsMs: number
}

/** Creates the operations on received events (WAIT-1). */
export function createEventOperations(services: EventServices): EventOperations {
  const send = (call: SendEvent) => sendEvent(call, services)
  return {
    sendEvent: send,
    ...createEventTriggerOperations(services),
    ...createEventSourceOperations({ ...services, sendEvent: send }),
  }
}

/** The event is durable before anybody is woken by it. A job delivers it where this process cannot, and to those of further pages. */
async function sendEvent(call: SendEvent, services: EventServices): Promise<{ readonly eventId: string }> {
  const event = await services.runs.events.insert(newEvent(call, services))
  if (event.deliveredAt === null)
    await deliverEvent(event, services, 1).catch((error: unknown) =>
      services.report(`Event ${toWordId('received_event', event.id)} is delivered within seconds.`, error),
    )
  return { eventId: event.id }
}

function newEvent(
  { projectId, name, key, data = null, by }: SendEvent,
  { newId, clock, redactor, vault, keepEventsMs }: EventServices,
): ReceivedEventRow {
  checkEventName('name', name)
  if (key !== undefined) checkEventName('key', key)
  const all = checkData(data)
  const shown = redactor.value(all)
  const id = newId()
  const now = clock.now()
  return {
    ...{ id, projectId, name, key: key ?? id, data: shown, sentBy: by },
    sealed: shown === all || vault === null ? null : vault.seal(all),
    receivedAt: new Date(now),
    expiresAt: new Date(now + keepEventsMs),
  }
}

/** @throws INVALID_INPUT, INPUT_TOO_LARGE */
function checkData(given: Json): Json {
  const data = toJson(given)
  checkText('data', JSON.stringify(data), maxEventBytes)
  return data
}

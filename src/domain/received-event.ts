import { z } from 'zod'
import type { Job } from './dispatch.ts'
import type { EventSourceOperations } from './event-source.ts'
import type { EventTriggerOperations } from './event-trigger.ts'
import type { FoundGate } from './gate.ts'
import { given, needed } from './given.ts'
import { isName, type Json, type JsonObject } from './json.ts'
import type { InProject } from './object-key.ts'

/** An event from outside (WAIT-1). */
export interface ReceivedEventRow {
  readonly id: string
  readonly projectId: string
  readonly name: string
  /** The sender's id of it, unique in the project. */
  readonly key: string
  /** Without its secrets. */
  readonly data: Json
  /** All of the data, where there are secrets in it and a key to keep them with. */
  readonly sealed: string | null
  readonly sentBy: string | null
  readonly receivedAt: Date
  /** Retention: it may be waited for until then. */
  readonly expiresAt: Date
}

/** A gate of the kind EVENT at which a call waits. */
export interface FoundWait {
  readonly found: FoundGate
  /** Context of its run; `null` where its filter does not read it. */
  readonly runContext: JsonObject | null
}

/** Position in a list by time and id. */
export interface TimePosition {
  readonly at: Date
  readonly id: string
}

/** The rows of events, and the waits for them. */
export interface EventStore {
  /**
   * Stores an event, with the job that delivers it should its sender's process die. Gives the event that the project has under its key
   * already, where it has one.
   */
  insert(event: ReceivedEventRow): Promise<ReceivedEventRow & Delivered>
  /** `null` where it was delivered, or is gone. */
  findUndelivered(eventId: string): Promise<ReceivedEventRow | null>
  /** The open waits for events of its name that it counts for, oldest first. */
  waitsFor(event: ReceivedEventRow, after: TimePosition | null, limit: number): Promise<readonly FoundWait[]>
  /** The wait of a gate; `null` where it is none, or was resolved. */
  waitOf(gateId: string): Promise<FoundWait | null>
  /** The events that count for a wait, oldest first. */
  eventsFor(wait: FoundWait, after: TimePosition | null, limit: number): Promise<readonly ReceivedEventRow[]>
  /** Notes that all that waited for an event have it, and the runs that it started. */
  settle(eventId: string, at: Date, startedRunIds: readonly string[]): Promise<void>
  /** Ids of events that were received before a time and are not delivered, at most `limit`. */
  undelivered(before: Date, limit: number): Promise<readonly string[]>
}

/** How far an event has come. */
export interface Delivered {
  readonly deliveredAt: Date | null
}

/** The job that delivers an event. */
export function eventJob(eventId: string, dueAt: Date): Job {
  return { lane: 'events', key: eventId, dueAt }
}

/** Who a wait was resolved by. */
export function resolverOf({ id }: Pick<ReceivedEventRow, 'id'>): string {
  return `event:${id}`
}

export const sentEvent = z.object({
  name: needed.text(
    'Name of the event, of at most 200 characters: `order.paid`. Calls and event triggers wait for events of a name.',
  ),
  key: given.text(
    'Id that you have for the event, of at most 200 characters and unique in the project. An event that is sent again with the same id is the same event: nothing happens again. Default: an id of its own.',
  ),
  data: given.json('Data of the event, at most 256 KiB of JSON. Default: null.'),
})

export interface SendEvent extends InProject, Readonly<z.infer<typeof sentEvent>> {
  /** Name of the caller, from their credentials. */
  readonly by: string | null
}

/** Operations on received events. */
export interface EventOperations extends EventTriggerOperations, EventSourceOperations {
  /** Durable when it resolves; those that wait for it continue. @throws INVALID_INPUT, INPUT_TOO_LARGE */
  sendEvent(call: SendEvent): Promise<{ readonly eventId: string }>
}

/** Greatest length of the name and of the key of an event, in characters. */
const maxNameChars = 200

/** Why a text is no name of an event, and no key of one; `null` where it may be one. */
export function eventNameFault(text: unknown): string | null {
  return isName(text, maxNameChars) && text.trim() !== ''
    ? null
    : `must have 1 to ${maxNameChars} characters, all of which can be stored`
}

/** Greatest size of the data of an event, in bytes. */
export const maxEventBytes = 256 * 1024

/** So many of the gates that an event resolved are shown. */
export const maxEventGates = 100

/** The clocks of servers differ: so long before a wait began its events count, unless it says otherwise. */
export const clockToleranceMs = 5_000

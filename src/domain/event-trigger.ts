import { z } from 'zod'
import { given, givenOrNull, needed } from './given.ts'
import { type PricingOfRuns, pricingOfRuns } from './model-batch.ts'
import type { InProject } from './object-key.ts'
import type { Metadata } from './run-labels.ts'

/** Which agent an event starts a run of, and with which input (WAIT-4). */
export interface EventTriggerRow extends PricingOfRuns {
  readonly id: string
  readonly projectId: string
  readonly name: string
  /** Name of the events. */
  readonly event: string
  /** CEL expression over `event`; `null`: every event of the name. */
  readonly condition: string | null
  readonly agentId: string
  /** Template: `${event.data.order}` stands for a value of the event. */
  readonly input: string
  readonly sessionKey: string | null
  readonly tags: readonly string[]
  readonly metadata: Metadata
  readonly enabled: boolean
}

/** The rows of event triggers. */
export interface EventTriggerStore {
  /** Saves it under its name; gives its id, or null where the project has `max` others already. */
  save(trigger: EventTriggerRow, max: number): Promise<string | null>
  find(projectId: string, name: string): Promise<EventTriggerRow | null>
  /** False where the project has none such. */
  delete(projectId: string, triggerId: string): Promise<boolean>
  /** Those that are enabled for events of a name, by id. */
  enabledFor(projectId: string, event: string): Promise<readonly EventTriggerRow[]>
  /** Notes that it fired at a time, once a second at most, or why it started no run. */
  fired(triggerId: string, at: Date, error: string | null): Promise<void>
}

export const savedEventTrigger = z.object({
  name: needed.text('Name of the trigger, unique in the project, of at most 100 characters.'),
  event: given.text('Name of the events: `order.paid`. A new trigger needs it.'),
  condition: givenOrNull.text(
    'CEL expression over `event` that an event must fulfil: `event.data.amount > 100`. Null for every event of the name.',
  ),
  agent: given.key('Agent', 'Global id or slug of the agent. A new trigger needs it.'),
  input: given.text(
    'Input of the runs. `${event.data.order}` stands for a value of the event, `$$` for a dollar sign. A new trigger needs it.',
  ),
  sessionKey: givenOrNull.text(
    'Key of the session that the runs share. It may have references as the input has. Null for no session.',
  ),
  tags: given.texts('Tags of the runs, as in `triggerRun`.'),
  metadata: given.json('Metadata of the runs, as in `triggerRun`.'),
  ...pricingOfRuns,
  enabled: given.flag('Whether the trigger is enabled. Default true.'),
})
export type SaveEventTrigger = InProject & Readonly<z.infer<typeof savedEventTrigger>>

/** Operations on event triggers. */
export interface EventTriggerOperations {
  /** Creates it, or changes the one of its name. @throws INVALID_INPUT, INPUT_TOO_LARGE, NOT_FOUND, LIMIT_EXCEEDED */
  saveEventTrigger(call: SaveEventTrigger): Promise<{ readonly triggerId: string }>
  /** Its runs stay. @throws NOT_FOUND */
  deleteEventTrigger(call: InProject<'triggerId'>): Promise<{ readonly triggerId: string }>
}

/** Idempotency key of the run that a trigger starts for an event: there is one at most. */
export function runKeyOf(eventId: string, triggerId: string): string {
  return `event:${eventId}:${triggerId}`
}

import { eventCatalogue } from './event-catalogue.ts'
import type { EventField, FieldKinds } from './event-fields.ts'

export type EventType = keyof typeof eventCatalogue
export const eventTypes = Object.keys(eventCatalogue) as readonly EventType[] // Object.keys widens to string

type FieldsOf<Type extends EventType> = (typeof eventCatalogue)[Type]['fields']
type ValueOf<F> =
  F extends EventField<infer Kind, infer Nullable>
    ? FieldKinds[Kind] | (Nullable extends true ? null : never)
    : never

/** The fields of one type of event. */
export type EventData<Type extends EventType> = {
  readonly [Name in keyof FieldsOf<Type> as FieldsOf<Type>[Name] extends { omitted: true }
    ? never
    : Name]: ValueOf<FieldsOf<Type>[Name]>
} & {
  readonly [Name in keyof FieldsOf<Type> as FieldsOf<Type>[Name] extends { omitted: true }
    ? Name
    : never]?: ValueOf<FieldsOf<Type>[Name]>
}

/** An event as the engine emits it, before the log assigns its number. */
export type NewEvent = {
  readonly [Type in EventType]: {
    readonly type: Type
    readonly stepNumber: number | null
    readonly data: EventData<Type>
  }
}[EventType]

/** An event of the log. `seq` counts from 1 within its run, without gaps (EVT-1). */
export type RunEvent = NewEvent & {
  readonly runId: string
  readonly seq: number
  readonly at: Date
}

/** An event as the log stores it. */
export interface RunEventRow {
  readonly runId: string
  readonly seq: number
  readonly type: string
  readonly stepNumber: number | null
  readonly at: Date
  readonly data: unknown
}

/** A stored row as an event; throws where the row is of a type that the catalogue lacks. */
export function toRunEvent({ runId, seq, type, stepNumber, at, data }: RunEventRow): RunEvent {
  if (!isEventType(type)) throw new Error(`The log of run ${runId} holds an unknown event ${type} at ${seq}.`)
  // The log's only writer is typed by the catalogue, which ties the data to the type.
  const event = { type, stepNumber, data } as NewEvent
  return { ...event, runId, seq, at }
}

/** The delta events of a message. Other events and rows hold the complete text, so retention may remove deltas early (EVT-7). */
export const deltaTypes = [
  'ReasoningDelta',
  'TextDelta',
  'ArgumentsDelta',
] as const satisfies readonly EventType[]

/** Whether an event is the last of its log until the run is resumed (EVT-2). */
export function isFinishing(type: EventType): boolean {
  return type === 'RunCompleted' || type === 'RunFailed'
}

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventCatalogue, text)
}

import { z } from 'zod'
import type { GateDecider } from './agent-settings.ts'
import { about, object } from './declared.ts'
import type { Json, JsonObject } from './json.ts'

/** A call has no more steps, questions and waits. */
export const maxCallSteps = 100

/** Greatest length of the key of a step, in characters. */
export const maxStepKeyChars = 200

/**
 * A step of a call (TAS-13), by its key in the audit of the action. `begun`: its effect may have taken place, and nobody knows, unless it
 * goes on elsewhere under the id `value` (TAS-15). `done`: the call that goes on is given `value` in its place; what it waited for is a step
 * too. `at`: when it was done, as ISO 8601 text; waits have none, and rows of earlier versions.
 */
export const callStep = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('begun'),
    value: z.custom<Json>((value) => value !== undefined).optional(),
  }),
  z.object({
    state: z.literal('done'),
    value: z.custom<Json>((value) => value !== undefined),
    at: z.string().optional(),
  }),
])
export type CallStep = Readonly<z.infer<typeof callStep>>

export type CallSteps = Readonly<Record<string, CallStep>>

/** A step as the API shows it. */
export const completedStep = object('CallStep', 'Step of a call that is done.', {
  key: about('Name that the call has for the step, unique in the call.', z.string()),
  at: about('Time when the step was done.', z.date()),
})

/** Those that are done, in this order, without the waits. */
export function completedSteps(steps: CallSteps): readonly z.infer<typeof completedStep>[] {
  return Object.entries(steps)
    .flatMap(([key, step]) =>
      step.state === 'done' && step.at !== undefined ? [{ key, at: new Date(step.at) }] : [],
    )
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Work that goes on elsewhere under an id (TAS-15). */
export interface BegunWork<Id> {
  readonly id: Id
  /**
   * The work has failed, or nobody knows it any more: another attempt of the call begins it anew. A `once` call never does, and this changes
   * nothing there.
   */
  forget(): void
}

/** What a call asks a person (JDG-5). */
export interface Question {
  /** The question, as the person reads it. */
  readonly question: string
  /** JSON Schema of the answer, an object. Absent: `{ "answer": "<text>" }`. */
  readonly schema?: JsonObject
  /** An address that the person is to open first, for example to sign in. */
  readonly url?: string
  /** Time for the answer, in milliseconds. Absent: that of the gates of the agent. */
  readonly expiresAfterMs?: number
  /** Who may answer. USER: also the holder of an access token for the run with the ability ANSWER. Absent: as the gates of the agent say. */
  readonly decider?: GateDecider
  /** Name of the only caller that may answer, as their credentials say. Absent: all whose role suffices. */
  readonly respondent?: string
}

/** What a call waits for (WAIT-2). */
export interface EventWait {
  /** Name of the event. */
  readonly name: string
  /**
   * CEL expression over `event` (`event.data`, `event.name`, `event.id`, `event.receivedAt`) and the keys of the run's context
   * (`context.orderId`), which the event must fulfil. Absent: every event of the name will do.
   */
  readonly filter?: string
  /** Time at which the call continues without an event. Absent: it waits for as long as it takes. */
  readonly until?: Date
  /** The same, in milliseconds from now. Give one of them. */
  readonly timeoutMs?: number
  /**
   * Time from which events count, also past ones. Absent: from now, with a few seconds for clocks that differ. An event that a step of the run
   * was given before is not given again.
   */
  readonly since?: Date
}

/** An event as a call is given it. */
export interface AwaitedEvent {
  /** The sender's id of it. */
  readonly id: string
  readonly name: string
  readonly data: Json
  /** ISO 8601. */
  readonly receivedAt: string
}

/** The outcome of a question. */
export type QuestionOutcome =
  | { readonly status: 'ANSWERED'; readonly answer: JsonObject; readonly answeredBy: string | null }
  | { readonly status: 'DECLINED'; readonly note: string | null }
  | { readonly status: 'EXPIRED' }

/** The answer to a question without a schema of its own. */
export const textAnswerSchema: JsonObject = {
  type: 'object',
  properties: { answer: { type: 'string', minLength: 1 } },
  required: ['answer'],
  additionalProperties: false,
}

import type { z } from 'zod'
import type { ActionMode, ActionType, PlannedAction } from './action.ts'
import type { CallLogLevel } from './call-log.ts'
import type { CompactionStrategy } from './context-view.ts'
import { choice } from './declared.ts'
import type { GateStatus } from './gate.ts'
import type { Json } from './json.ts'
import type { ModelErrorKind } from './model.ts'
import type { RunStatus, TerminationReason } from './run.ts'
import type { ProgressSource } from './step-validation.ts'
import type { Usage } from './usage.ts'

/** Kinds of event fields: the key is the GraphQL type, the value the TypeScript type. */
export interface FieldKinds {
  ID: string
  String: string
  Int: number
  Boolean: boolean
  Ints: readonly number[]
  /** Counts of tokens and bytes, which can outgrow GraphQL's Int. */
  SafeInt: number
  Float: number
  /** Exact, as text. */
  Decimal: string
  /** In ISO 8601 format, as JSON has it. */
  DateTime: string
  JSON: Json
  ActionType: ActionType
  ActionMode: ActionMode
  RunStatus: RunStatus
  TerminationReason: TerminationReason
  Usage: Usage
  PlannedActions: readonly PlannedAction[]
  ProgressSource: ProgressSource
  GateStatus: GateStatus
  SwitchReason: SwitchReason
  DiscardReason: DiscardReason
  LogLevel: CallLogLevel
  CompactionStrategies: readonly CompactionStrategy[]
  RemovedEvents: z.infer<typeof removedEvents>
}

/** An object that an event changed, named by its field (EVT-6). Clients read it with its id to update their caches. */
export type Link = 'step' | 'action' | 'gate'

export interface EventField<
  Kind extends keyof FieldKinds = keyof FieldKinds,
  Nullable extends boolean = boolean,
> {
  readonly kind: Kind
  readonly nullable: Nullable
  readonly description: string
  /** Left out of the stored event where it would be null, or where an earlier version wrote it. */
  readonly omitted?: true
}

export interface EventDeclaration {
  readonly description: string
  readonly links: readonly Link[]
  readonly fields: Readonly<Record<string, EventField>>
}

/** Reason why another model, or another key, is called (MOD-5). */
export type SwitchReason = ModelErrorKind | 'COOLING_DOWN' | 'FIRST_CHOICE' | 'UNPRICED'

/** Reason why the text of a message is void (MOD-6). */
export type DiscardReason =
  | ModelErrorKind
  | 'ABORTED'
  | 'TIME_UP'
  | 'LEASE_LOST'
  | 'SHUTDOWN'
  | 'ANSWER_TRUNCATED'
  | 'PLAN_INVALID'
  | 'RECOVERY'

/** EVT-7 */
export const removedEvents = choice('RemovedEvents', 'Kind of events that are no longer kept.', {
  DELTAS: 'Increments of the run from `fromSeq` to `toSeq`. Their complete texts are kept.',
  RUNS: 'Whole runs of the session or the project, between the previous event and the next event. `run` is the run of the next event.',
})

export function field<Kind extends keyof FieldKinds>(
  kind: Kind,
  description: string,
): EventField<Kind, false> {
  return { kind, nullable: false, description }
}

export function optional<Kind extends keyof FieldKinds>(
  inner: EventField<Kind, false>,
): EventField<Kind, true> {
  return { ...inner, nullable: true }
}

import type { z } from 'zod'
import type { AgentDefinition } from './agent.ts'
import type { GateDecider } from './agent-settings.ts'
import { choice } from './declared.ts'
import type { Json, JsonObject } from './json.ts'
import type { RunStatus } from './run.ts'

/** Why a human must decide about a whole run. */
export const runGateKinds = ['LOW_CONFIDENCE', 'IDENTICAL_ERRORS', 'MONITOR'] as const
export type RunGateKind = (typeof runGateKinds)[number]

export const gateKind = choice('GateKind', 'Kind of a gate: the cause of the decision.', {
  LOW_CONFIDENCE: 'The confidence of the agent was too low.',
  IDENTICAL_ERRORS: 'The same error occurred repeatedly.',
  MONITOR: 'The monitor detected an anomaly.',
  PLAN_APPROVAL: 'A plan requires approval before it runs.',
  ACTION_APPROVAL: 'A policy requires the approval of a call.',
  PERMISSION: 'A call was denied, and no specialist may make it.',
  OUTCOME_UNKNOWN: 'A call that must not be repeated was interrupted, and its outcome is unknown.',
  INPUT: 'A call asks a question, which is answered with ANSWER.',
  TIME: 'A call waits for a time. Nobody decides: the gate expires then, and the call continues.',
  EVENT:
    'A call waits for an event (`sendEvent`). Nobody decides: the call continues with the event, or without one when the gate expires.',
  BATCH:
    'A turn of the run waits for the answer of a batch. Nobody decides: the run continues with the answer, or asks at the full price when the gate expires.',
})
export type GateKind = z.infer<typeof gateKind>

/** Questions and waits: where a call stops in its middle (TAS-13). It continues there, with any outcome. */
const kindsOfCall = ['INPUT', 'TIME', 'EVENT'] as const
type KindOfCall = (typeof kindsOfCall)[number]

/** Whether it is a question or a wait. */
export function isOfCall(kind: GateKind): kind is KindOfCall {
  return kindsOfCall.some((known) => known === kind)
}

/** Waits at which nobody decides. */
export const waitKinds: readonly string[] = ['TIME', 'EVENT', 'BATCH']

/** Whether a person decides at gates of the kind, or gives an answer. */
export function isForPerson(kind: string): boolean {
  return !waitKinds.includes(kind)
}

/** Why a human must decide about a call. */
export type CallGateKind = Exclude<GateKind, RunGateKind | KindOfCall | 'PLAN_APPROVAL' | 'BATCH'>

export const gateStatus = choice('GateStatus', 'Status of a gate.', {
  OPEN: 'The gate waits for a decision.',
  APPROVED: 'A human approved. What waited at the gate continues.',
  REJECTED: 'A human rejected. What waited at the gate is refused.',
  REVISED: 'A human revised. What waited at the gate continues in another way.',
  ANSWERED:
    'A human answered, or an event came. The call that asked or waited continues with the answer or the event.',
  EXPIRED: 'The gate expired before a decision.',
  CANCELLED: 'The run ended before a decision.',
})
export type GateStatus = z.infer<typeof gateStatus>

export const gateDecision = choice('GateDecision', 'Decision of a human at a gate.', {
  APPROVE: 'The call, plan or run at the gate continues.',
  REJECT:
    'The call, plan or run at the gate is refused. A refused call is not made. A refused plan, or a refusal at a gate about the whole run, ends the run.',
  REVISE:
    'The call, plan or run at the gate continues in another way: with other arguments, or, if you give only a note, the model reads the note and calls or plans again.',
  ANSWER:
    'The call at a gate of the kind INPUT continues with `answer`. With REJECT instead, it continues without one.',
})
export type GateDecision = z.infer<typeof gateDecision>

/** A point where a run waits for a person, a time or an event (JDG-4). It is a row and nothing else: while it is open no process holds anything for it. */
export interface GateRow {
  readonly id: string
  readonly projectId: string
  readonly runId: string
  readonly agentId: string
  /** The step after which it opened, or in which, where it is about a plan or an action. */
  readonly stepId: string | null
  /** The action that it is about; `null` where it is about the whole run. */
  readonly actionId: string | null
  readonly kind: GateKind
  readonly reason: string
  /** Details of the decision for the person who decides. */
  readonly context: Json
  readonly status: GateStatus
  readonly note: string | null
  /** `{ arguments }`, where REVISE changed them, or `{ answer }`, which of a gate of the kind EVENT is the event. */
  readonly resolution: Json
  /** Name of the caller; of a gate of the kind EVENT, `event:` and the id of the event. */
  readonly resolvedBy: string | null
  readonly resolvedAt: Date | null
  readonly expiresAt: Date | null
  readonly onExpiry: 'REFUSE' | 'PROCEED' | null
  readonly decider: GateDecider
  /** Name of the only caller that may decide, as their credentials say; `null`: all whose role suffices. */
  readonly respondent: string | null
  readonly createdAt: Date
}

/** The rows of gates. They are written with the commits of their run, so that run and gates never disagree. */
export interface GateStore {
  /** The gates that a run waits at, oldest first. */
  open(runId: string): Promise<readonly GateRow[]>
  /** The gates of a run that nobody has decided at, each with the state that a decision depends on: all as of one moment. */
  undecided(runId: string): Promise<readonly FoundGate[]>
  /** A gate with the state that a decision depends on; `null` where the project has none such. */
  find(projectId: string, gateId: string): Promise<FoundGate | null>
  /** Returns those of these gates that were decided or have expired. */
  decided(gateIds: readonly string[]): Promise<readonly GateRow[]>
  /** Open gates whose time is up at `now`, at most `limit`; or one of them, if its time is. */
  due(
    which: { readonly limit: number } | { readonly gateId: string },
    now: Date,
  ): Promise<readonly FoundGate[]>
  /** Open questions whose address has this text in it, at most 100: of a project, or of all. */
  asking(part: string, projectId: string | null): Promise<readonly FoundGate[]>
  /** The plan of a step, with the data that it is checked against; `null` where there is none. */
  planOf(stepId: string): Promise<StoredPlan | null>
  /** WAITING runs that have something to continue with: of one tree, or of all. */
  wakeable(rootId: string | null): Promise<readonly string[]>
}

export interface StoredPlan {
  readonly plan: Json
  readonly definition: AgentDefinition
  readonly context: JsonObject
}

export interface FoundGate {
  readonly gate: GateRow
  readonly stepNumber: number | null
  readonly rootId: string
  readonly runStatus: RunStatus
  /** Whether it is about an action that was fired and can continue without its run (DAG-4). */
  readonly isAboutFired: boolean
  /** Number of decided gates of the run at the time of reading. */
  readonly gateDecisions: number
}

import type { AgentDefinition } from './agent.ts'
import type { Json, JsonObject } from './json.ts'
import type { RunStatus } from './run.ts'

/** Why a human must decide about a whole run. */
export const runGateKinds = ['LOW_CONFIDENCE', 'IDENTICAL_ERRORS', 'MONITOR'] as const
export type RunGateKind = (typeof runGateKinds)[number]

/** Why a human must decide. */
export const gateKinds = [
  ...runGateKinds,
  /** A plan is to be approved before any of it runs (LOOP-7). */
  'PLAN_APPROVAL',
  /** A policy wants a call approved (TAS-1). */
  'ACTION_APPROVAL',
  /** A call was denied, and nobody else may make it (TAS-3). */
  'PERMISSION',
  /** A call was cut off that must not happen twice (TAS-5). */
  'OUTCOME_UNKNOWN',
] as const
export type GateKind = (typeof gateKinds)[number]

/** Why a human must decide about a call. */
export type CallGateKind = Exclude<GateKind, RunGateKind | 'PLAN_APPROVAL'>

export const gateStatuses = ['OPEN', 'APPROVED', 'REJECTED', 'REVISED', 'EXPIRED', 'CANCELLED'] as const
export type GateStatus = (typeof gateStatuses)[number]

export const gateDecisions = ['APPROVE', 'REJECT', 'REVISE'] as const
export type GateDecision = (typeof gateDecisions)[number]

/** A point where a human must decide (JDG-4). It is a row and nothing else: while it is open no process holds anything for it. */
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
  /** `{ arguments }`, where REVISE changed them. */
  readonly resolution: Json
  readonly resolvedBy: string | null
  readonly resolvedAt: Date | null
  readonly expiresAt: Date | null
  readonly onExpiry: 'REFUSE' | 'PROCEED' | null
  /** The least role that may decide. */
  readonly decider: 'OPERATOR' | 'ADMIN'
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

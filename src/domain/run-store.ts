import type { AgentVersion } from './agent.ts'
import type { BusySession } from './agent-settings.ts'
import type { BindingStore } from './binding.ts'
import type { CallerKind } from './caller.ts'
import type { ContextView, HistoryEntry, SessionPart } from './context-view.ts'
import type { RunToClaim } from './dispatch.ts'
import type { GateStore } from './gate.ts'
import type { Json } from './json.ts'
import type { EffectiveLimits } from './limits.ts'
import type { FilePart } from './message.ts'
import type { EventStore } from './received-event.ts'
import type { RightsBound } from './rights-bound.ts'
import type { RunStatus, TerminationReason } from './run.ts'
import type { ForkState, HistoryStore, ReplayOf, RunOverrides, StateEdits } from './run-history.ts'
import type { ReceivedInput, RunInput } from './run-input.ts'
import type { RunLabels } from './run-labels.ts'
import type { ActionAttemptRow, ActionRow, SecretRow, StepRow } from './run-log.ts'
import type { RunScope } from './run-scope.ts'
import type { ScheduleStep } from './schedule.ts'
import type { TraceContext } from './trace-context.ts'
import type { CountedCalls } from './usage.ts'
import type { DrawnVersion } from './version-traffic.ts'
import type { WorkerLoss } from './worker-claim.ts'
import type { WorkflowVersion } from './workflow.ts'

/** The rows of runs outside of their log: accepting, claiming, restoring. */
export interface RunStore {
  /**
   * Inserts a QUEUED run, with its session where a key names one; an idempotency key that is taken gives the run that took it (RUN-8).
   * @throws NOT_FOUND where a file of its input is gone
   */
  insert(run: NewRun): Promise<Inserted>
  find(projectId: string, runId: string): Promise<RunSummary | null>
  /** The run that an idempotency key has brought; `null` where there is none. */
  known(projectId: string, idempotencyKey: string): Promise<KnownRun | null>
  /** What the rules about calls see of a run, without its secrets; `null` where the project has none. */
  scope(projectId: string, runId: string): Promise<RunScope | null>
  /** Replaces the tags and metadata of a run by the result of `change`; false where the project has no such run (RUN-10). */
  updateLabels(projectId: string, runId: string, change: (labels: RunLabels) => RunLabels): Promise<boolean>
  /**
   * Takes up to `limit` runs whose jobs are in the queue, in turn over the projects. Raises their epoch, so that their earlier owner
   * before can no longer write. Within their project's limit and their session's order. A run whose stored definition cannot be read goes
   * to `onUnreadable`, so that it holds up no other. Default: it throws. One whose claim the database refuses goes to `onRefused`, and is put
   * off, up to a minute.
   */
  claim(options: ClaimOptions): Promise<readonly ClaimedRun[]>
  /** The runs that `claim` would take if they have a job, at most `limit` of each project. */
  claimable(limit: number): Promise<readonly ClaimableRun[]>
  /**
   * Renews the leases, except of rows that are being written. Gives those renewed, the runs that are no longer held, those with a requested
   * abort, those with a waiting message, and those that the monitor escalates to a human (LIM-8).
   */
  renew(held: readonly Held[]): Promise<{
    readonly renewed: readonly string[]
    readonly lost: readonly string[]
    readonly aborted: readonly string[]
    readonly inputPending: readonly string[]
    readonly escalated: readonly { readonly runId: string; readonly why: string }[]
  }>
  /** Gives the runs back unfinished, for another to take at once. */
  release(held: readonly Held[]): Promise<void>
  /**
   * Ends the leases, as the crash of the owner would: the next owner recovers the runs. Where PostgreSQL refused for lack of a right or of room
   * (`refused`), it brings none of them into a crash loop.
   */
  abandon(held: readonly Held[], why: 'fenced' | 'refused'): Promise<void>
  /**
   * Marks a RUNNING or WAITING run, with those below it, for their present or next owner to end; gives its status, `null` if it has another
   * one. Without `by`, no caller asked for it.
   */
  requestAbort(
    runId: string,
    reason: string | null,
    by?: string | null,
  ): Promise<'RUNNING' | 'WAITING' | null>
  /** All that the loop needs to continue from the last durable state. */
  restore(run: ClaimedRun): Promise<StoredState>
  /** Returns the state of a child run. */
  childOutcome(runId: string): Promise<ChildOutcome>
  /** The steps and actions of a run that have not ended: for a run whose state cannot be restored (RUN-3). */
  openWork(runId: string): Promise<OpenWork>
  /** Whether a run made a call of a target, and it succeeded. */
  hasMade(runId: string, call: { readonly type: string; readonly target: string }): Promise<boolean>
  /** The runs below a run that have not ended, but for PAUSED ones. */
  liveDescendants(rootId: string, runId: string): Promise<readonly string[]>
  /** Leaves a message for the owner to take up; false where the run is in none of `statuses` (CTX-5). @throws NOT_FOUND where a file is gone */
  sendInput(runId: string, input: RunInput, statuses: readonly RunStatus[]): Promise<boolean>
  /** The messages sent to the run after the first `taken`, in order. */
  readInputs(runId: string, consumed: number): Promise<readonly ReceivedInput[]>
  /** The result of an action of the run or of its session, as text; `null` where there is none (CTX-3). */
  readOutput(runId: string, actionId: string): Promise<string | null>
  /** Bindings that select the agent of a run that names none (CTX-6). */
  readonly bindings: BindingStore
  readonly sessions: SessionStore
  readonly gates: GateStore
  readonly events: EventStore
  /** Reads for forks, retries and replays (RUN-9). */
  readonly history: HistoryStore
  readonly secrets: SecretStore
}

/** What of a run has not ended, in plan order. */
export interface OpenWork {
  readonly actions: readonly { readonly stepNumber: number; readonly action: ActionRow }[]
  /** `succeeded`: number of its actions that succeeded. */
  readonly steps: readonly { readonly succeeded: number; readonly step: StepRow }[]
}

/** The tree of a run, with those of its session's runs: it may read the values of their marks. */
export interface SecretScope {
  readonly projectId: string
  readonly rootId: string
  readonly sessionId: string | null
}

export interface ClaimOptions {
  readonly limit: number
  readonly onUnreadable?: (run: UnreadableRun, error: unknown) => void
  readonly onRefused?: (runId: string, error: unknown) => void
}

/** A claimed run of whose row a part cannot be read: by hand, or by another version of the program, was written what this one does not know. */
export type UnreadableRun = Omit<ClaimedRun, 'agent' | 'bound' | 'workflow' | 'replayOf' | 'trace'> & {
  readonly agent: Pick<AgentVersion, 'slug'>
}

/** Store of the secrets behind marks (TAS-7). */
export interface SecretStore {
  /** The newest of the scope, at most as many as a run keeps. */
  ofRun(scope: SecretScope): Promise<readonly SecretRow[]>
  find(scope: SecretScope, ids: readonly string[]): Promise<readonly SecretRow[]>
}

/** The rows of sessions, beside those that their runs write. */
export interface SessionStore {
  /** Replaces the memory of a session, which is created where the project has none with this key. */
  remember(projectId: string, key: string, memory: readonly string[]): Promise<{ readonly sessionId: string }>
  /** The version that the last run of an agent in a session has, but for runs that were made from others; `null` where there is none. */
  lastVersion(
    projectId: string,
    of: { readonly key: string; readonly agentId: string },
  ): Promise<DrawnVersion | null>
}

export type Inserted =
  /** `interrupted`: the session's active runs, for the caller to abort (INTERRUPT). */
  | { readonly kind: 'inserted'; readonly runId: string; readonly interrupted: readonly string[] }
  /** The idempotency key had brought this run already. */
  | { readonly kind: 'known'; readonly runId: string; readonly inputHash: string | null }
  /** A child that its parent or its tree has no room for, or whose parent is another's by now: nothing was stored (SUB-2). */
  | {
      readonly kind: 'childLimitExceeded'
      readonly limit: 'maxChildren' | 'maxDescendants'
      readonly max: number
    }
  | { readonly kind: 'parentLost' }
  /** REJECT: nothing was stored. */
  | { readonly kind: 'busy'; readonly runId: string }
  /** Its schedule had moved on: another process fired that time. Nothing was stored. */
  | { readonly kind: 'superseded' }
export type KnownRun = Extract<Inserted, { readonly kind: 'known' }>

export interface ClaimableRun extends RunToClaim {
  readonly priority: number
  /** Its owners were lost again and again, without it getting any further. */
  readonly isSuspect: boolean
}

/** The free slots of the worker in this process: a run that it has one for needs no job. */
export interface LocalSlots {
  /** A slot that nobody else gets; `null`: the worker has none, or takes no runs. One of its functions is called then, once. */
  reserve(): Slot | null
}

/** The slots of whichever worker this process has: the stores are opened before it. */
export interface SlotBroker extends LocalSlots {
  /** From now on slots are the worker's. */
  connect(worker: LocalSlots): void
}

export interface Slot {
  /** Executes the run that was claimed for it, whose lease was asked for after it was reserved. */
  begin(run: ClaimedRun): void
  /** Gives it back unused. */
  free(): void
  /** Gives it back where nobody knows whether the claim was committed: the lease is ended if it was, as nobody would renew it. */
  abandon(held: Held): void
}

export interface Held {
  readonly runId: string
  readonly epoch: number
}

export interface NewRun {
  readonly id: string
  readonly projectId: string
  readonly agentId: string
  readonly agentVersion: number
  /** The canary that drew the version; absent or `null`: none did (VER-2). */
  readonly canaryId?: string | null
  readonly sessionKey: string | null
  /** Policy for a session that already has an active run. */
  readonly busySession: BusySession
  /** The run that it is a part of; `null` for a run of its own. */
  readonly parent: {
    readonly runId: string
    /** The parent's owner: one that was fenced off starts no children. */
    readonly epoch: number
    readonly rootId: string
    /** From the root to the parent. */
    readonly ancestorIds: readonly string[]
    readonly maxChildren: number
    readonly maxDescendants: number
  } | null
  readonly threadId: string | null
  /** Absent: 0. */
  readonly priority?: number
  /** Absent: at once. */
  readonly startAt?: Date
  /** Fields of the agent's definition that are others in this run; `null`: none are. */
  readonly overrides: RunOverrides | null
  readonly input: string
  /** Files that come with its input; absent: none do. */
  readonly inputFiles?: readonly FilePart[] | undefined
  readonly context: Json
  /** A plan for its first step, checked; `null`: the agent plans itself. */
  readonly plan: Json
  /** Its tags and metadata, or the run that it has them from: its parent, or the one that it is made from (RUN-10). Absent: none. */
  readonly labels?: RunLabels | { readonly of: string }
  /** The stored workflow that it executes, whose plan is `plan` (DAG-8). */
  readonly workflow: { readonly id: string; readonly version: number } | null
  readonly effectiveLimits: EffectiveLimits
  readonly idempotencyKey: string | null
  readonly inputHash: string | null
  /** The caller who asked for it, as they are written down; absent: none did. */
  readonly triggeredBy?: string | undefined
  /** Absent: no caller did, or it is not known. */
  readonly triggeredByKind?: CallerKind | undefined
  /** The agent beyond whose rights it and the runs below it cannot reach; absent or `null`: there is none. */
  readonly bound?: RightsBound | null
  /** Milliseconds from its start until which its turns are asked in batches (BATCH-1); absent or `null`: they are asked at once. */
  readonly batchDeadlineMs?: number | null
  /** Parent of the run's spans in a trace; absent or `null`: the run begins a trace of its own. */
  readonly trace?: TraceContext | null
  /** The time of a schedule that it is for; the schedule moves on in the same transaction (SCHED-2). */
  readonly scheduled?: ScheduleStep
  /** The schedule that a caller fires now: it stays where it is. */
  readonly firedScheduleId?: string
  /** Absent: it begins with its input alone. */
  readonly beginning?: ForkState
}

/** Outcome of a child run, as its parent reads it. */
export interface ChildOutcome {
  readonly status: RunStatus
  readonly reason: TerminationReason | null
  readonly summary: string | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
  /** Whether its summary is JSON: its agent, as it was then, has an output schema, or it executed a workflow. */
  readonly isData: boolean
  /** Objections to the answer, if it was accepted despite them (LOOP-4). */
  readonly unmet: string | null
}

/** The request to abort a run: the first one that was made (RUN-4). */
export interface AbortRequest {
  /** `null`: the run is not to be aborted. */
  readonly abortRequestedAt: Date | null
  readonly abortReason: string | null
  /** `null`: no caller asked for it. */
  readonly abortedBy: string | null
}

export interface RunSummary extends AbortRequest, CountedCalls {
  readonly parentId: string | null
  readonly rootId: string
  readonly id: string
  readonly status: RunStatus
  readonly stepCount: number
  readonly actionCount: number
  readonly costUsd: string
  readonly activeMs: number
  readonly startedAt: Date | null
  readonly effectiveLimits: EffectiveLimits
  /** The position that its next message takes. */
  readonly nextPosition: number
  /** The number of its newest event; 0 where it has none. */
  readonly lastSeq: number
  readonly sessionId: string | null
  /** The slug of the workflow that it executes. */
  readonly workflow: string | null
}

/** A run in the hands of its owner. */
export interface ClaimedRun extends RunScope {
  readonly epoch: number
  readonly projectId: string
  readonly sessionId: string | null
  /** From the root to the parent. */
  readonly ancestorIds: readonly string[]
  readonly threadId: string | null
  /** Parent of the run's spans in a trace; `null`: its tree has a trace of its own. */
  readonly trace: TraceContext | null
  /** When it was first taken up. */
  readonly startedAt: Date
  /** Number of messages sent to the run that are in its history. */
  readonly inputsConsumed: number
  readonly inputPending: boolean
  /** Whether its project's day had a limit when it was claimed (LIM-9). */
  readonly isProjectLimited: boolean
  /** Until when its turns are asked in batches (BATCH-1); `null`: they are asked at once. */
  readonly batchUntil: Date | null
  readonly agent: AgentVersion
  readonly input: string
  /** Files that came with its input; `null`: none did. */
  readonly inputFiles: readonly FilePart[] | null
  readonly artifacts: Json
  readonly plan: Json
  /** The stored workflow that it executes; its agent's definition is as it is for that. */
  readonly workflow: WorkflowVersion | null
  /** Why the outside monitor escalates it to a human (LIM-8). */
  readonly escalation: string | null
  readonly effectiveLimits: EffectiveLimits
  readonly loopState: Json
  readonly stepCount: number
  readonly actionCount: number
  readonly costUsd: string
  readonly recoveries: number
  /** Number of these recoveries since the run last made progress. */
  readonly crashesSinceProgress: number
  /** Whether a lost owner was replaced by this claim. */
  readonly recovered: boolean
  /** The owner that was replaced; `null`: none was. */
  readonly lostOwner: LostOwner | null
  readonly firstClaim: boolean
  /** Whether it has ended, or is paused, and was claimed for its fired actions alone (DAG-4). */
  readonly isEnded: boolean
  /** Whether nothing was said of it yet: its log is empty. */
  readonly hasNoEvents: boolean
  /** Whether it began with steps or messages of another run (RUN-9). */
  readonly isForked: boolean
  /** What of the state that it took over was changed; absent: nothing was. */
  readonly edits?: StateEdits | undefined
  /** The run whose record it is executed against (RUN-9). */
  readonly replayOf: ReplayOf | null
  readonly abortRequested: boolean
  /** Active time of the run up to this claim, in milliseconds by the database's clock. */
  readonly activeMs: number
}

/** An owner that no longer holds its run, and what the database shows of that. Whether its process lives is not known. */
export interface LostOwner {
  /** Host name and process id. */
  readonly name: string
  readonly cause: WorkerLoss
}

/** Facts about an earlier attempt of an action that its next attempt needs. */
export type EarlierAttempt = Pick<
  ActionAttemptRow,
  'actionId' | 'number' | 'status' | 'hash' | 'error' | 'errorCode'
>

export interface StoredState extends CountedCalls {
  /** The session's earlier messages and the run's own, in order; without those that the view covers. */
  readonly history: readonly HistoryEntry[]
  readonly view: ContextView
  /** Number of the compaction that made the view; 0: none has. */
  readonly views: number
  /** Part of the session that the history has; `null`: the run is in no session. */
  readonly sessionPart: SessionPart | null
  /** Memory of the session, which all its runs are shown (CTX-4). */
  readonly memory: readonly string[]
  /** The position that the run's next own message takes. */
  readonly nextPosition: number
  /** Number of the last model call that is recorded; 0: none is. */
  readonly lastCall: number
  /** Cost of all its recorded calls. The row of a run also includes calls whose record was lost. */
  readonly costUsd: string
  /** The last step that ended. */
  readonly lastStep: { readonly id: string; readonly number: number } | null
  /** Messages that an earlier owner began to show and never ended: their text is void (MOD-6). */
  readonly dangling: readonly { readonly messageId: string; readonly stepNumber: number }[]
  /** The step that was open when its owner released it, with its actions in plan order, and whether its model had answered. */
  readonly openStep: {
    readonly step: StepRow
    readonly actions: readonly ActionRow[]
    readonly answered: boolean
  } | null
  /** Attempts of unfinished actions that were followed by another attempt or will be, in order (DAG-10). */
  readonly attempts: readonly EarlierAttempt[]
  /** FIRE_AND_FORGET actions of past steps without a final status, by step (DAG-4). */
  readonly fired: readonly { readonly step: StepRow; readonly actions: readonly ActionRow[] }[]
}

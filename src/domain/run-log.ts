import type { ActionMode, ActionStatus, ActionType } from './action.ts'
import type { ActionAudit } from './action-audit.ts'
import type { CompactionStrategy, ContextView, SessionPart } from './context-view.ts'
import type { GateRow } from './gate.ts'
import type { Json } from './json.ts'
import type { Message } from './message.ts'
import type { RunStatus, TerminationReason } from './run.ts'
import type { EventType, NewEvent, RunEvent } from './run-event.ts'
import type { CallPurpose, TokenUsage } from './usage.ts'

/** Log of a run: total order, no gaps, durable before visible (EVT-1, EVT-2). Several runs can be read as one log (EVT-5). */
export interface RunLog {
  /**
   * Writes rows and events of one run in one transaction, and resolves after it is durable.
   * Commits of one run keep the order of the calls. A stale owner, or a run in none of the statuses `from`, changes nothing.
   */
  commit(commit: RunCommit): Promise<CommitOutcome>
  /** The events after `after`, at most `limit`, in order. */
  read(
    runId: string,
    options: { readonly after: number; readonly limit: number },
  ): Promise<readonly RunEvent[]>
  /**
   * Every event after `after`, then live ones; ends at the end of the log of a stopped run.
   * A pull-based cursor: a slow reader costs one page of memory. Ends quietly when `signal` aborts.
   * `stamp` is that of the event `after`, where the caller knows it (EVT-10).
   * @throws CURSOR_EXPIRED where the run is removed meanwhile (EVT-7), CURSOR_INVALID where the log has another event at the place
   */
  follow(
    runId: string,
    options: { readonly after: number; readonly stamp?: number; readonly signal: AbortSignal },
  ): AsyncGenerator<RunEvent, void, void>
  /**
   * The events of a run and of all runs below it after a position, at most `limit`, in the order of the tree.
   * An event that an older transaction could still come before is not in it yet. @throws NOT_FOUND
   */
  readTree(
    runId: string,
    options: {
      readonly after: FeedPosition | null
      readonly limit: number
      /** Only events of these types; default all. */
      readonly types?: readonly EventType[]
    },
  ): Promise<readonly FeedEvent[]>
  /**
   * Every event of a run and of all runs below it after a position, then live ones, each once and in the order of the tree, with
   * those of runs that begin meanwhile. Ends where the run has stopped and its tree has no further events. Pull-based as `follow`,
   * and as quiet when `signal` aborts. @throws NOT_FOUND, CURSOR_EXPIRED where the tree is removed meanwhile
   */
  followTree(
    runId: string,
    options: { readonly after: FeedPosition | null; readonly signal: AbortSignal },
  ): AsyncGenerator<FeedEvent, void, void>
  /**
   * The events of all runs of a session, and of those below them, after a position or from the moment that the promise resolves, each once,
   * in one order that agrees with the order within each run. A session that does not exist yet is waited for. Never ends on its own;
   * pull-based as `follow`. @throws CURSOR_INVALID for a position that the log has not reached
   */
  followSession(
    session: { readonly projectId: string; readonly key: string },
    options: FeedOptions,
  ): Promise<AsyncGenerator<FeedEvent, void, void>>
  /** The same for all runs of a project. @throws CURSOR_INVALID for a position that the log has not reached */
  followProject(projectId: string, options: FeedOptions): Promise<AsyncGenerator<FeedEvent, void, void>>
  /**
   * The runs of a project as they are created and as their status, tags or metadata change, after a position or from the moment that the
   * promise resolves, in the order of their commits. Changes that nobody read in between are merged. Never ends on its own; pull-based as
   * `follow`. @throws CURSOR_INVALID for a position that the log has not reached
   */
  followRuns(projectId: string, options: FeedOptions): Promise<AsyncGenerator<FeedPosition, void, void>>
  /**
   * The runs of a project that callers delete, after a position of the last 7 days or from the moment that the promise resolves, each once.
   * Never ends on its own; pull-based as `follow`. @throws CURSOR_INVALID for a position that the log has not reached
   */
  followDeletions(projectId: string, options: FeedOptions): Promise<AsyncGenerator<FeedPosition, void, void>>
  /**
   * The events of a project that say that a gate opened or was resolved, after a position or from the moment that the promise resolves,
   * each once, in the order of their commits. Never ends on its own; pull-based as `follow` (JDG-4).
   * @throws CURSOR_INVALID for a position that the log has not reached
   */
  followGates(projectId: string, options: FeedOptions): Promise<AsyncGenerator<FeedEvent, void, void>>
  /**
   * The position of this moment for `followRuns`, `followGates` and `followDeletions` of a project: rows that are read after the promise
   * resolves have everything that comes before it. What comes after it may be in them already.
   */
  readPosition(projectId: string): Promise<FeedPosition>
}

export interface FeedOptions {
  /** `null`: events from now on. */
  readonly after: FeedPosition | null
  readonly signal: AbortSignal
}

/**
 * A place in the order over the logs of many runs: by `order`, then `runId`, then `seq`. Within one run it agrees with `seq`, and an event
 * that was written after another was durable comes after that.
 */
export interface FeedPosition {
  /** The transaction that wrote the event, or a later one that had written to its run before. */
  readonly order: bigint
  readonly runId: string
  readonly seq: number
  /**
   * Time, in milliseconds since 1970, up to which the holder of the cursor knows of removed runs; absent: knows of none. Not part of the
   * order.
   */
  readonly truncationSeenAt?: number
  /**
   * By what a database shows that it has the history that the place is of (EVT-10). `null`: the project had no event; absent: the place is
   * not compared. Not part of the order.
   */
  readonly witness?: Witness | null
  /**
   * The server process of PostgreSQL that the place was read from, as the time of its start in microseconds since 1970. The same process
   * has the same history. Not part of the order.
   */
  readonly server?: number
}

/** What a cursor remembers of the history that its place is of; `stamp` is that of the events. */
export type Witness =
  /** The event at the place, or right behind it if `truncationSeenAt` is given. */
  | { readonly kind: 'event'; readonly stamp: number }
  /** Of a place that is of no event: the newest commit of the project before it, whose runs the holder may not see (KEY-8). */
  | { readonly kind: 'commit'; readonly order: bigint; readonly stamp: number }

/** Where the event is that is the witness of a place. */
export function witnessPlace({ order, runId, seq, truncationSeenAt }: FeedPosition) {
  return { order, runId, seq: truncationSeenAt === undefined ? seq : seq + 1 }
}

/** Least number that is no stamp: a stamp has 20 bits, and comes again after 17 minutes. */
export const stamps = 2 ** 20

/** A few bits of the time of an event: after a loss of data another event has its number, but hardly its stamp (EVT-10). */
export function stampOf(at: Date): number {
  return at.getTime() % stamps
}

/** An event with its place among those of other runs. */
export type FeedEvent = RunEvent & Pick<FeedPosition, 'order' | 'truncationSeenAt' | 'witness'>

/** What a commit writes. */
export interface CommitContent {
  readonly events: readonly NewEvent[]
  readonly run?: RunPatch
  readonly steps?: readonly StepRow[]
  readonly actions?: readonly ActionRow[]
  readonly attempts?: readonly ActionAttemptRow[]
  readonly messages?: readonly MessageRow[]
  readonly modelCalls?: readonly ModelCallRow[]
  readonly compactions?: readonly CompactionRow[]
  readonly prompts?: readonly PromptRow[]
  /** Gates that open, or decisions of open gates: a gate that is decided stays so. */
  readonly gates?: readonly GateRow[]
  /** Secrets behind the marks in these rows that the run's tree has not stored yet (TAS-7). */
  readonly secrets?: readonly SecretRow[]
}

/** One write to a run. */
export interface RunCommit extends CommitContent {
  readonly runId: string
  /** The writer's fencing epoch; `null` for a writer without a lease: an API call on a stopped run. */
  readonly epoch: number | null
  /**
   * How many commits this owner has sent before: refuse where another number of them is written, so that nothing follows a commit that
   * failed. Absent: the writer waits for each commit before the next (DUR-2).
   */
  readonly ownerCommits?: number
  /** The statuses in which the run may be. */
  readonly from: readonly RunStatus[]
  /** Refuse when an abort was asked for: a completion must not win against it (RUN-7). */
  readonly unlessAborted?: boolean
  /** Refuse when a message waits to be taken into the history: an answer must not pass it by (CTX-5). */
  readonly unlessInputPending?: boolean
  /** Refuse when the run is escalated to a human already (LIM-8). */
  readonly unlessEscalated?: boolean
  /** Refuse when another gate of the run was decided since so many were: of two decisions one wins (JDG-4). */
  readonly afterGateDecisions?: number
  /** It writes nothing but rows that follow from what the owner has written: it is none of the owner's commits. */
  readonly isProjection?: boolean
}

export type CommitOutcome =
  | {
      readonly kind: 'written'
      readonly lastSeq: number
      readonly abortRequested: boolean
      /** Whether a message was sent to the run that its history does not have yet (CTX-5). */
      readonly inputPending: boolean
      /** Why the outside monitor escalates the run to a human; `null` where it does not (LIM-8). */
      readonly escalation: string | null
    }
  /** Another owns the run, or it is in another status: nothing was written. */
  | { readonly kind: 'refused' }

/** One transaction that carried the commits of several runs, for metrics. */
export interface Flush {
  readonly commits: number
  readonly durationMs: number
  readonly outcome: 'written' | 'failed'
}

/** The columns of a run that its owner changes; absent ones stay. */
export interface RunPatch {
  readonly status?: RunStatus
  readonly terminationReason?: TerminationReason | null
  readonly summary?: string | null
  readonly errorCode?: string | null
  readonly errorMessage?: string | null
  readonly effectiveLimits?: Json
  readonly loopState?: Json
  readonly progress?: number | null
  readonly stepCount?: number
  readonly actionCount?: number
  readonly costUsd?: string
  readonly leaseOwner?: string | null
  readonly leaseKey?: number | null
  readonly abortRequestedAt?: Date | null
  readonly abortReason?: string | null
  readonly abortedBy?: string | null
  readonly resumedAt?: Date | null
  readonly activeMs?: number
  readonly durationMs?: number | null
  readonly completedAt?: Date | null
  readonly inputsConsumed?: number
  readonly context?: Json
  readonly artifacts?: Json
  readonly escalation?: string | null
  readonly gateDecisions?: number
  readonly crashesSinceProgress?: number
}

export interface StepRow {
  readonly id: string
  readonly projectId: string
  readonly runId: string
  readonly number: number
  /** The system prompt and the tools that its model was given: the hash of a PromptRow. */
  readonly promptHash: string | null
  /** The plan that it executed (src/domain/plan.ts); `null` where its model called tools. */
  readonly plan: Json
  readonly reasoning: string | null
  readonly validation: Json
  readonly progress: number | null
  readonly success: boolean | null
  readonly error: string | null
  /** State of the loop after the step, and the context if the step changed it (RUN-9). */
  readonly checkpoint: Json
  readonly startedAt: Date
  readonly durationMs: number | null
  readonly completedAt: Date | null
}

export interface ActionRow {
  readonly id: string
  readonly projectId: string
  readonly runId: string
  readonly stepId: string
  readonly position: number
  readonly name: string
  readonly type: ActionType
  readonly mode: ActionMode
  readonly target: string
  readonly parameters: Json
  readonly dependsOn: readonly string[]
  readonly waitForAll: boolean
  readonly skipOnError: boolean
  readonly priority: number
  readonly condition: string | null
  readonly outputKey: string | null
  readonly branch: string | null
  readonly retry: Json
  readonly cache: Json
  readonly timeoutMs: number | null
  readonly wave: number
  readonly status: ActionStatus
  /** The attempt that it shows, from 1; 0 before the first. */
  readonly attempt: number
  /** When the next attempt is due, where that one failed and another follows. */
  readonly retryAt: Date | null
  readonly callId: string | null
  readonly effect: string | null
  readonly output: Json
  readonly error: string | null
  readonly errorCode: string | null
  readonly audit: ActionAudit
  /** The run that it started; named in `audit` before that run exists. */
  readonly childRunId: string | null
  readonly startedAt: Date | null
  readonly durationMs: number | null
  readonly completedAt: Date | null
}

/** An attempt of an action that another followed (DAG-10). The last one is the action's own row. */
export interface ActionAttemptRow
  extends Pick<
    ActionRow,
    'runId' | 'projectId' | 'target' | 'parameters' | 'output' | 'error' | 'errorCode' | 'startedAt'
  > {
  readonly actionId: string
  /** From 1. */
  readonly number: number
  /** Hash of the action. A replanned action must have another one. */
  readonly hash: string
  /** CANCELLED: its process died. */
  readonly status: 'FAILED' | 'DENIED' | 'CANCELLED'
  readonly durationMs: number | null
  readonly completedAt: Date | null
}

export interface MessageRow {
  readonly runId: string
  readonly projectId: string
  readonly sessionId: string | null
  readonly position: number
  readonly stepNumber: number | null
  readonly message: Message
  /** What its owner was shown of the other runs of the session. Absent: an earlier message of the run has it. */
  readonly shown?: SessionPart
}

/** A secret of a tree of runs, encrypted, under the id of its mark (TAS-7). */
export interface SecretRow {
  readonly rootId: string
  readonly id: string
  readonly projectId: string
  readonly sealed: string
}

/** A text that models received, stored once for all that had it (CTX-4): a system prompt, of steps, or a list of tools, of prompts. */
export interface PromptRow {
  readonly projectId: string
  /** SHA-256 of the text, and of `toolsHash` where there is one, in hexadecimal. */
  readonly hash: string
  /** A system prompt; empty: there was none. A list of tools is JSON of `ToolSpec[]`. */
  readonly text: string
  /** Hash of the tools that were offered beside this prompt; `null`: a list of tools. */
  readonly toolsHash: string | null
}

/** One compaction of a history, made from the view before. It changes what the model is shown from here on, never a message (CTX-2). */
export interface CompactionRow {
  readonly id: string
  readonly projectId: string
  readonly runId: string
  readonly sessionId: string | null
  readonly stepNumber: number | null
  /** Place among the compactions of the conversation, from 1. */
  readonly number: number
  readonly view: ContextView
  readonly strategies: readonly CompactionStrategy[]
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly createdAt: Date
}

export interface ModelCallRow extends TokenUsage {
  readonly id: string
  readonly projectId: string
  readonly runId: string
  readonly rootId: string
  readonly stepId: string
  readonly sessionId: string | null
  readonly agentId: string
  readonly agentVersion: number
  readonly purpose: CallPurpose
  /** Place among the calls of the run, from 1, in the order in which they began. A call that was never recorded leaves a gap. */
  readonly number: number
  readonly provider: string
  readonly model: string
  readonly attempt: number
  /** The action that it was made for, or that it planned anew, and which attempt of it; `null`: none. */
  readonly actionId: string | null
  readonly actionAttempt: number | null
  readonly messageId: string
  /** Which of the provider's auth profiles was used, from 1. */
  readonly profile: number
  /** The tokens are our estimate: the provider gave no count of them. */
  readonly estimated: boolean
  /** False where no connection was had, or nobody was asked. */
  readonly sent: boolean
  readonly finishReason: string | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly costUsd: string
  readonly priceVersion: string | null
  readonly pricedAs: string | null
  /** Answer that the history does not hold, with a hash of the question (RUN-9). */
  readonly answer: Json
  readonly questionHash: string | null
  readonly latencyMs: number | null
  readonly timeToFirstTokenMs: number | null
  readonly startedAt: Date
  readonly pricing: 'BATCH' | null
}

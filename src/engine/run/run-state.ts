import type { ContextView, HistoryEntry, SessionPart } from '../../domain/context-view.ts'
import { addDecimals } from '../../domain/decimal.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject, toJson } from '../../domain/json.ts'
import { isBlank, type Message } from '../../domain/message.ts'
import type { RunStatus, TerminationReason } from '../../domain/run.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ActionRow, MessageRow, ModelCallRow, PromptRow, StepRow } from '../../domain/run-log.ts'
import type { AbortRequest, ClaimedRun, EarlierAttempt, StoredState } from '../../domain/run-store.ts'
import type { Tool } from '../../domain/tool.ts'
import { isUnpriced, saved, savedBy, type TokenUsage, type Usage, unpriced } from '../../domain/usage.ts'
import { type ContextMeter, createContextMeter } from '../context/context-meter.ts'
import type { CheckedOutput } from '../judge/check-output.ts'
import type { Evaluated } from '../judge/judge.ts'
import { initialCalls } from '../judge/repetition.ts'
import type { CheckedPlan } from '../plan/checked-plan.ts'
import { deadlineAt } from '../stop.ts'
import { gateOf } from './held.ts'
import { type Approvals, type LoopState, parseLoopState, toLoopState } from './loop-state.ts'

/** A step that has begun and not ended. */
export interface OpenStep {
  row: StepRow
  /** Actions that the model requested, in plan order; `null` until it has answered. */
  actions: readonly ActionRow[] | null
  /** Plan that the actions of a PLAN agent follow, or the answer that the model gave instead. */
  plan?: CheckedPlan
  plannerAnswer?: { readonly text: string; readonly goalAchieved: boolean }
  /** Whether its answer, with this text, fits the schema that it must have. */
  shape?: { readonly text: string; readonly checked: CheckedOutput }
  /** Why it was given up. */
  error?: string
}

/** The tools that are offered beside the system prompt, and the rows of both, the prompt's first; none: there is neither (CTX-4). */
export interface ShownPrompt {
  readonly tools: readonly Tool[]
  readonly rows: readonly PromptRow[]
}

/** One moment, as the time of day and as `Clock.elapsed`. */
interface AcquiredAt {
  readonly now: number
  readonly elapsed: number
}

type Mutable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] }

/** State of a run within the loop: what `loopState` keeps of it, and what rows do. Only the loop changes it, and all of it can be restored. */
export interface LiveRun extends Omit<Evaluated, keyof LoopState>, Mutable<Omit<LoopState, 'measures'>> {
  /** The conversation, without the messages that the view covers. */
  history: HistoryEntry[]
  view: ContextView
  /** Number of the compaction that made the view; 0: none has. */
  views: number
  /** What this owner was shown of the run's session, until a message of the run has it; `null`: it has, or there is no session. */
  unwrittenPart: SessionPart | null
  readonly memory: readonly string[]
  /** Number of messages sent to the run that are in its history, and whether more wait (CTX-5). */
  inputsConsumed: number
  inputPending: boolean
  /** The position that the run's next own message takes. */
  nextPosition: number
  stepCount: number
  actionCount: number
  costUsd: string
  requests: number
  estimatedRequests: number
  /** Number of the model call that began last; 0: none has. */
  lastCall: number
  unpricedCalls: number
  /** What batches saved of the full price (BATCH-5). */
  savedUsd: string
  tokens: TokenUsage
  timeIsUp: boolean
  openStep: OpenStep | null
  /** The number of the step that an earlier owner left open. */
  readonly openedBefore: number | null
  /** The last step that ended: costs after the steps are booked on it. */
  lastStep: { readonly id: string; readonly number: number } | null
  /** The limit that the last call could not be held to (LIM-9). */
  budgetSpent: Evaluated['budgetSpent']
  readonly meter: ContextMeter
  /** The system prompt of this stretch, once it is made; `text` is `null` where there is nothing to say. */
  prompt: { readonly text: string | null } | null
  /** The same with the tools that were last offered, and the hashes of the rows that this stretch has stored. */
  shownPrompt: ShownPrompt | null
  readonly storedPrompts: Set<string>
  outputProblems: Evaluated['outputProblems']
  escalation: string | null
  /** When this owner took the run up, by its own clock. */
  readonly acquiredAt: AcquiredAt
  /** The last message that the history had then; `null`: it had none. */
  readonly takenOver: Message | null
  /** The shared context of the run's actions (DAG-5), and the data that its tools stored. */
  context: JsonObject
  artifacts: JsonObject
  /** The two as the last checkpoint has them; `null`: unknown (RUN-9). */
  checkpointed: { readonly context: JsonObject; readonly artifacts: JsonObject } | null
  /** Earlier attempts of actions that have not ended, by their ids, in order (DAG-10). */
  readonly attempts: Map<string, EarlierAttempt[]>
  /** FIRE_AND_FORGET actions that have not settled (DAG-4). */
  readonly background: Set<Promise<void>>
  /** Whether the run's end left its lease with this process, for fired actions. */
  keepsLease: boolean
  /** Those of them that only this process can finish. A child run, in contrast, is found by the next owner. */
  readonly localWork: Set<Promise<void>>
  /** Warnings that were given since the run was claimed: each is given once. */
  readonly warned: Set<string>
}

/** The state as the run's rows have it: of a new run, or of one that another owner began. */
export function restoreState(run: ClaimedRun, stored: StoredState, at: AcquiredAt): LiveRun {
  const { openStep, history, sessionPart, attempts, dangling: _void, fired: _settled, ...counted } = stored
  const context = isJsonObject(run.context) ? run.context : {}
  const artifacts = isJsonObject(run.artifacts) ? run.artifacts : {}
  const looped = parseLoopState(run.loopState)
  const partialAnswer = isContinued(history) ? looped.partialAnswer : null
  return {
    ...looped,
    ...counted,
    partialAnswer,
    ...(endsWithUser(history) && forNewMessage),
    approvals: withGatesOf(openStep?.actions ?? [], looped.approvals),
    limits: run.effectiveLimits,
    deadlineAt: deadlineAt({
      timeoutMs: run.effectiveLimits.timeoutMs.value,
      activeMs: run.activeMs,
      now: at.elapsed,
    }),
    acquiredAt: at,
    takenOver: history.at(-1)?.message ?? null,
    timeIsUp: false,
    escalation: run.escalation,
    policy: run.agent.definition,
    warned: new Set(),
    ...{ context, artifacts },
    // Artifacts that a step adds are stored before it ends.
    checkpointed: openStep ? null : { context, artifacts },
    attempts: Map.groupBy(attempts, ({ actionId }) => actionId),
    background: new Set(),
    keepsLease: false,
    localWork: new Set(),
    budgetSpent: null,
    meter: createContextMeter(looped.measures),
    prompt: null,
    shownPrompt: null,
    storedPrompts: new Set(),
    outputProblems: null,
    history: [...history],
    unwrittenPart: sessionPart,
    inputsConsumed: run.inputsConsumed,
    inputPending: run.inputPending,
    stepCount: openStep ? openStep.step.number - 1 : run.stepCount,
    actionCount: run.actionCount,
    openedBefore: openStep?.step.number ?? null,
    openStep: openStep
      ? {
          row: openStep.step,
          actions: isPlanned(openStep) && partialAnswer === null ? openStep.actions : null,
        }
      : null,
  }
}

/** State that a new message of the user resets: text may be repeated once more (LIM-6), and the answer to it is no repair. */
export const forNewMessage = { words: initialCalls, outputRepairs: 0 }

function endsWithUser(history: readonly HistoryEntry[]): boolean {
  const last = history.at(-1)?.message
  return last?.role === 'user' && last.byEngine !== true
}

/** An answer is continued if no message follows it. */
function isContinued(history: readonly HistoryEntry[]): boolean {
  const last = history.at(-1)?.message
  return last?.role === 'user' && last.byEngine === true
}

/** A gate about an action is stored before the count of gates is. */
function withGatesOf(actions: readonly ActionRow[], approvals: Approvals): Approvals {
  const opened = actions.filter((action) => gateOf(action) !== null).length
  return opened > approvals.gatesOpened ? { ...approvals, gatesOpened: opened } : approvals
}

/** Whether the step is planned: its model answered, or its caller gave a plan, which is in no message. */
function isPlanned({ answered, step }: NonNullable<StoredState['openStep']>): boolean {
  return answered || step.plan !== null
}

/** The words of the last turn that has any. */
export function lastWords({ wordsSoFar, lastText }: Pick<LiveRun, 'wordsSoFar' | 'lastText'>): string {
  return isBlank(wordsSoFar) ? lastText : wordsSoFar
}

/** Summary of a stopped run: the text produced so far (RUN-4, RUN-5). */
export function partialSummary(state: LiveRun): string {
  return lastWords(state).trim()
}

/** Adds a message to the history and gives its row (LOOP-5). */
export function addMessage(
  state: LiveRun,
  run: ClaimedRun,
  message: Message,
  stepNumber: number | null,
): MessageRow {
  const entry = { runId: run.id, position: state.nextPosition++, message }
  state.history.push(entry)
  const { unwrittenPart: shown } = state
  state.unwrittenPart = null
  return { ...entry, projectId: run.projectId, sessionId: run.sessionId, stepNumber, ...(shown && { shown }) }
}

/** Counts a model call, answered or not. */
export function addCall(state: LiveRun, call: ModelCallRow): void {
  const { requests, estimatedRequests, unpricedCalls } = requestsOf(call)
  state.requests += requests
  state.estimatedRequests += estimatedRequests
  state.unpricedCalls += unpricedCalls
  state.costUsd = addDecimals(state.costUsd, call.costUsd)
  if (call.pricing === 'BATCH') state.savedUsd = addDecimals(state.savedUsd, savedBy(call))
  state.tokens = {
    inputTokens: state.tokens.inputTokens + call.inputTokens,
    outputTokens: state.tokens.outputTokens + call.outputTokens,
    cachedInputTokens: state.tokens.cachedInputTokens + call.cachedInputTokens,
    cacheWriteTokens: state.tokens.cacheWriteTokens + call.cacheWriteTokens,
    reasoningTokens: state.tokens.reasoningTokens + call.reasoningTokens,
  }
}

/** Counts of a call in the usage of its run. */
export function requestsOf(call: ModelCallRow): RequestCounts {
  const { sent, estimated } = call
  return {
    requests: Number(sent),
    estimatedRequests: Number(sent && estimated),
    unpricedCalls: Number(isUnpriced(call)),
  }
}

interface RequestCounts {
  readonly requests: number
  readonly estimatedRequests: number
  readonly unpricedCalls: number
}

/** What a run has used and done: as its row has it, or its state. */
interface Counted extends RequestCounts {
  readonly tokens: TokenUsage
  readonly costUsd: string
  /** Absent: 0. */
  readonly savedUsd?: string
  readonly stepCount: number
  readonly actionCount: number
}

/** Says why a run stops; of an aborted one also who asked for that, when and why (EVT-11). */
export function terminating(
  terminationReason: TerminationReason,
  stepNumber: number | null,
  request?: AbortRequest,
): NewEvent {
  return {
    ...{ type: 'Terminating', stepNumber },
    data: { terminationReason, ...(request && toEventData(request)) },
  }
}

function toEventData({ abortedBy, abortReason, abortRequestedAt }: AbortRequest) {
  return { abortedBy, abortReason, abortRequestedAt: abortRequestedAt?.toISOString() ?? null }
}

/** Says that a message was added to the history (EVT-11). `sentBy`: `null` where no caller sent it, as in a replay. */
export function inputInjected(text: string, sentBy: string | null, receivedAt: Date): NewEvent {
  const data = { text, sentBy, receivedAt: receivedAt.toISOString() }
  return { type: 'InputInjected', stepNumber: null, data }
}

/** The last event of a stretch of running that did not fail. */
export function runCompleted(
  ended: { readonly status: RunStatus; readonly terminationReason: TerminationReason },
  counted: Counted,
): NewEvent {
  const { stepCount: totalSteps, actionCount: totalActions } = counted
  const data = { ...ended, totalSteps, totalActions, usage: usageOf(counted) }
  return { type: 'RunCompleted', stepNumber: null, data }
}

export function runFailed({ code: errorCode, error }: RunFailure, counted: Counted): NewEvent {
  return { type: 'RunFailed', stepNumber: null, data: { error, errorCode, usage: usageOf(counted) } }
}

interface RunFailure {
  readonly code: ErrorCode
  readonly error: string
}

export function usageOf(counted: Omit<Counted, 'stepCount' | 'actionCount'>): Usage {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = counted.tokens
  return {
    requests: counted.requests,
    estimatedRequests: counted.estimatedRequests,
    inputTokens,
    outputTokens,
    cachedInputTokens,
    reasoningTokens,
    totalTokens: inputTokens + outputTokens,
    costUsd: counted.costUsd,
    ...unpriced(counted.unpricedCalls),
    ...saved(counted.savedUsd ?? '0'),
  }
}

/** State from which a fork begins after the step that ends here (src/domain/run-history.ts). */
export function takeCheckpoint(state: LiveRun): Json {
  const { stepCount, actionCount, nextPosition, views, inputsConsumed } = state
  const { context, artifacts, checkpointed: before } = state
  state.checkpointed = { context, artifacts }
  return {
    stepCount,
    actionCount,
    messages: nextPosition,
    views,
    inputs: inputsConsumed,
    loopState: toJson(toLoopState(state)),
    ...(before?.context !== context && { context }),
    ...(before?.artifacts !== artifacts && { artifacts }),
  }
}

import type { AgentDefinition, AgentVersion, CurrentAgent } from '../../domain/agent.ts'
import { parseJson } from '../../domain/exact-numbers.ts'
import type { Json } from '../../domain/json.ts'
import {
  type DefaultLimits,
  type EffectiveLimits,
  type Limit,
  limitsAt,
  noDefaultLimits,
} from '../../domain/limits.ts'
import { isTerminal, type TerminationReason } from '../../domain/run.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { ChildOutcome, NewRun } from '../../domain/run-store.ts'
import { linkedTo, released } from '../../domain/time-limit.ts'
import { topics } from '../../domain/wakeups.ts'
import { toWordId } from '../../domain/word-id.ts'
import { shareLimits } from '../model/reserve-budget.ts'
import { type ActionResult, type AttemptResult, failed, succeeded } from '../run/action-result.ts'
import { inDrawnVersion } from '../run/drawn-version.ts'
import { audited, childOf, isAttached } from '../run/held.ts'
import type { RunContext, RunCore, StepContext, StepCore } from '../run/run-context.ts'
import type { RunSecrets } from '../run/run-secrets.ts'
import type { LiveRun } from '../run/run-state.ts'
import { isHandover, Stop, stopBehind, stopOf } from '../stop.ts'
import { abortIfLive } from './abort-run.ts'

/** Definition of a child run. */
interface NewChild {
  /** An agent as it is now, of which a version is drawn (VER-1), or a version. */
  readonly agent: CurrentAgent | AgentVersion
  /** Limits of the project, which apply if the child's agent sets none (LIM-14). */
  readonly projectLimits: DefaultLimits
  readonly input: string
  /** Absent: none. */
  readonly context?: Json | undefined
  /** A model in place of the agent's own. */
  readonly model?: string | undefined
  /** The plan of the workflow that it executes; absent: it has neither. */
  readonly plan?: Json
  readonly workflow?: NewRun['workflow']
  readonly options: ChildOptions
}

/**
 * Starts a child run, or finds the one that an earlier owner of this run started, and waits until it stops.
 * Its id is durable with the action before it exists, so that whatever dies in between, one action has one child.
 */
export async function performChild(
  action: ActionRow,
  child: NewChild,
  ctx: StepContext,
): Promise<AttemptResult> {
  const started = await startChild(action, child, ctx)
  if (started.result !== null) return started
  return awaitChild(started.action, child.agent.slug, ctx)
}

/** `result` is `null` where there is a child to wait for. */
type Started = AttemptResult | { readonly action: ActionRow; readonly result: null }

async function startChild(action: ActionRow, given: NewChild, ctx: StepContext): Promise<Started> {
  const { stepSignal: signal, state, step, run, journal } = ctx
  if (isAttached(action)) return { action, result: null }
  const refused = (reason: string) => ({
    action,
    result: failed('SPAWN_REFUSED', { agent: given.agent.slug, reason }),
  })
  const id = childOf(action) ?? ctx.newId()
  const { agent, canaryId } = await versionOf(given, id, ctx)
  const child = { ...given, agent }
  const named = audited(action, { child: id })
  const limits = limitsOfChild(child, state, ctx)
  // Ahead of the entry below: the secrets that it names are stored with that.
  const stored = { ...newRun(id, child, limits, state, ctx), canaryId }
  const maxDepth = state.limits.maxDepth.value
  if (run.depth + 1 > maxDepth)
    return refused(
      `the tree of runs may be ${maxDepth} deep, and this run is at ${run.depth}. Do it yourself.`,
    )
  journal.write({ actions: [named] })
  await journal.durable()
  await shareLimits(ctx)
  const inserted = await ctx.spawnGate.begin(() => ctx.runs.insert(stored))
  if (inserted === null || inserted.kind === 'parentLost') {
    const stop = stopOf(signal) ?? new Stop('ABORTED', 'The run starts no others any more.')
    return { action: named, result: { kind: 'stopped', stop } }
  }
  if (inserted.kind === 'childLimitExceeded')
    return refused(
      `${inserted.limit} is ${inserted.max}, and so many were started. Do it yourself, or with what you have.`,
    )
  const linked = { ...named, childRunId: id }
  const { name: agentName } = child.agent.definition
  const data = { actionId: action.id, name: action.name, childRunId: id, agentName }
  const stepNumber = step.row.number
  journal.write({ actions: [linked], events: [{ type: 'ChildRunStarted', stepNumber, data }] })
  // Ahead of the first event of the child.
  journal.flush()
  return { action: linked, result: null }
}

function versionOf({ agent }: NewChild, runId: string, ctx: RunContext) {
  if (!('traffic' in agent)) return { agent, canaryId: null }
  return inDrawnVersion(agent, { runId, projectId: ctx.run.projectId, sessionKey: null }, ctx)
}

function limitsOfChild({ agent, projectLimits, options }: NewChild, state: LiveRun, { run, clock }: RunCore) {
  const remainingMs = state.deadlineAt === null ? null : Math.max(1, state.deadlineAt - clock.elapsed())
  const parent = { limits: state.limits, depth: run.depth, remainingMs }
  return childLimits(parent, options, agent.definition, projectLimits)
}

function newRun(
  id: string,
  child: NewChild,
  limits: NewRun['effectiveLimits'],
  state: LiveRun,
  { run, secrets: { redactor }, trace, clock }: RunCore,
): NewRun {
  return {
    id,
    projectId: run.projectId,
    agentId: child.agent.agentId,
    agentVersion: child.agent.version,
    // It has a history of its own; it shares the thread (SUB-3).
    sessionKey: null,
    threadId: run.threadId ?? run.rootId,
    labels: { of: run.id },
    busySession: 'ENQUEUE',
    parent: {
      runId: run.id,
      epoch: run.epoch,
      rootId: run.rootId,
      ancestorIds: [...run.ancestorIds, run.id],
      maxChildren: state.limits.maxChildren.value,
      maxDescendants: state.limits.maxDescendants.value,
    },
    // Its rows have marks in place of secrets; the child reads the values (TAS-7).
    input: redactor.text(child.input),
    context: redactor.value(child.context ?? {}),
    plan: redactor.value(child.plan ?? null),
    workflow: child.workflow ?? null,
    overrides: child.model === undefined ? null : { model: child.model },
    effectiveLimits: limits,
    idempotencyKey: null,
    inputHash: null,
    trace: trace.context,
    bound: run.bound,
    batchDeadlineMs: run.batchUntil && Math.max(0, run.batchUntil.getTime() - clock.now()),
  }
}

/**
 * Waits for the action's child, without a place among the running ones; an abort of this run reaches the child first (SUB-3).
 * A process that is about to end releases it at once. The next owner of this run continues to wait (DUR-4).
 */
export async function awaitChild(action: ActionRow, slug: string, ctx: StepContext): Promise<AttemptResult> {
  const { stepSignal: signal } = ctx
  const childRunId = action.childRunId ?? ''
  try {
    // A FIRE_AND_FORGET action waits for its child on its own; its run continues (DAG-4).
    const isFired = action.mode === 'FIRE_AND_FORGET'
    const wait = () => untilChildStops(childRunId, isFired, signal, ctx)
    const child = isFired ? await wait() : await ctx.withSlotYielded(wait)
    if (child.status === 'WAITING') return { action, result: { kind: 'held' } }
    return { action: auditOutcome(action, child, ctx), result: resultOfChild(child, slug, ctx) }
  } catch (error) {
    const stop = stopBehind(error, signal)
    if (!stop) throw error
    const call = { projectId: ctx.run.projectId, runId: childRunId, reason: stop.message }
    if (!isHandover(stop)) await abortIfLive(call, ctx)
    return { action, result: { kind: 'stopped', stop } }
  }
}

/** Records on the action that the end of its child is in the log, so that the next owner does not write it again. */
function auditOutcome(action: ActionRow, child: ChildOutcome, ctx: StepCore): ActionRow {
  const stepNumber = ctx.step.row.number
  if (action.audit.childStatus !== undefined) return action
  const { status, unmet } = child
  const isUnmet = status === 'COMPLETED' && unmet !== null
  const withOutcome = audited(action, { childStatus: status, ...(isUnmet && { unmet }) })
  const data = {
    actionId: action.id,
    name: action.name,
    childRunId: action.childRunId ?? '',
    status,
    terminationReason: reasonOfChild(child),
  }
  const warning = {
    code: 'CHILD_GUARD_UNMET',
    message: `The answer of the child run of "${action.name}" was taken as it is. What stands against it: ${unmet}`,
  }
  const warnings = isUnmet ? [{ type: 'Warning', stepNumber, data: warning } as const] : []
  ctx.journal.write({
    actions: [withOutcome],
    events: [{ type: 'ChildRunEnded', stepNumber, data }, ...warnings],
  })
  return withOutcome
}

/** Every commit that ends or pauses a run stores its reason. */
function reasonOfChild({ status, reason }: ChildOutcome): TerminationReason {
  if (reason === null) throw new Error(`The child run is ${status} without a reason.`)
  return reason
}

/** Poll interval for a child without wakeups, in milliseconds. */
const childPollMs = 1_000

async function untilChildStops(
  runId: string,
  isFired: boolean,
  signal: AbortSignal,
  ctx: RunCore & Pick<RunContext, 'wakeups'>,
): Promise<ChildOutcome> {
  for (;;) {
    signal.throwIfAborted()
    ctx.draining.throwIfAborted()
    const over = linkedTo(signal, ctx.draining)
    // Listening begins before the read, so that no later change is missed.
    const unlisten = ctx.wakeups.listen(topics.stopped(runId), () => over.abort(released))
    try {
      const child = await readOutcome(runId, ctx)
      if (child && (isTerminal(child.status) || child.status === 'PAUSED')) return child
      if (child?.status === 'WAITING' && !isFired) return child
      await ctx.clock.sleep(childPollMs, over.signal).catch(() => undefined) // woken, or stopped
    } finally {
      unlisten()
      over.unlink()
    }
  }
}

/** An unavailable database is no end of the child: `null`. Whether the run is still ours, its lease says. */
async function readOutcome(runId: string, { runs, report, secrets }: RunCore): Promise<ChildOutcome | null> {
  try {
    const child = await runs.childOutcome(runId)
    const { summary, errorMessage, unmet } = child
    return {
      ...child,
      unmet: unmet === null ? null : await secrets.revealText(unmet),
      summary: summary === null ? null : await revealedSummary(child, summary, secrets),
      errorMessage: errorMessage === null ? null : await secrets.revealText(errorMessage),
    }
  } catch (error) {
    report(`The child run ${toWordId('run', runId)} could not be read; trying again.`, error)
    return null
  }
}

/** As JSON, a secret is written as its value is. */
async function revealedSummary(
  { isData, status }: ChildOutcome,
  summary: string,
  secrets: RunSecrets,
): Promise<string> {
  if (!isData || status !== 'COMPLETED') return secrets.revealText(summary)
  return JSON.stringify(await secrets.reveal(parseJson(summary)))
}

/**
 * Result of the child for its parent: the answer, as data if it has an output schema, or the reason for which there is none, with the
 * partial answer.
 */
function resultOfChild(child: ChildOutcome, agent: string, ctx: RunCore): ActionResult {
  const { status, summary, isData, errorCode, errorMessage } = child
  switch (status) {
    case 'COMPLETED':
      return succeeded(isData && summary !== null ? parseJson(summary) : (summary ?? ''), ctx)
    case 'PAUSED':
      return failed('CHILD_STOPPED', { agent, reason: reasonOfChild(child), summary: summary ?? '' })
    case 'FAILED':
      return failed('CHILD_FAILED', { agent, code: errorCode ?? 'ERROR', error: errorMessage ?? '' })
    case 'CANCELLED':
      return failed('CHILD_CANCELLED', { agent })
    case 'QUEUED':
    case 'RUNNING':
    case 'WAITING':
      throw new Error(`The child run is ${status} and was expected to have stopped.`)
    default:
      return status satisfies never
  }
}

/** The options of a child that its caller sets. */
interface ChildOptions {
  readonly maxSteps?: number | undefined
  readonly timeoutMs?: number | undefined
  readonly maxCostUsd?: string | undefined
}

/**
 * The limits of a child run (SUB-3): its own, at most the rest of its parent's. Its spending counts against every budget above it (LIM-9),
 * so those need no share here.
 */
export function childLimits(
  parent: {
    readonly limits: EffectiveLimits
    readonly depth: number
    /** `null`: it has all the time in the world. */
    readonly remainingMs: number | null
  },
  options: ChildOptions,
  definition: AgentDefinition,
  project: DefaultLimits = noDefaultLimits,
): EffectiveLimits {
  const depth = parent.depth + 1
  const own = limitsAt(depth, options, definition, project)
  return {
    ...own,
    timeoutMs: atMost(own.timeoutMs, parent.remainingMs),
    maxDepth: narrower({ ...own.maxDepth, value: depth + own.maxDepth.value }, parent.limits.maxDepth),
    maxDescendants: parent.limits.maxDescendants,
  }
}

function atMost(own: Limit<number | null>, remainingMs: number | null): Limit<number | null> {
  if (remainingMs === null || (own.value !== null && own.value <= remainingMs)) return own
  return { value: Math.max(1, Math.floor(remainingMs)), source: 'parent' }
}

function narrower(own: Limit<number>, parent: Limit<number>): Limit<number> {
  return own.value <= parent.value ? own : { value: parent.value, source: 'parent' }
}

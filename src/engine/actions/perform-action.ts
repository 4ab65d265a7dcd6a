import { isSettled } from '../../domain/action.ts'
import { CallAsks, type CallDialog } from '../../domain/call-dialog.ts'
import { messageOf, RungraphError } from '../../domain/errors.ts'
import { copyJson, isJsonObject, type Json } from '../../domain/json.ts'
import type { PlanAction } from '../../domain/plan.ts'
import { parseRelicTarget } from '../../domain/relic.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { rejectOnAbort, startTimeLimit } from '../../domain/time-limit.ts'
import type { Tool, ToolContext } from '../../domain/tool.ts'
import type { TraceContext } from '../../domain/trace-context.ts'
import type { TracedCall, TracedOutcome } from '../../domain/tracer.ts'
import { toWordId } from '../../domain/word-id.ts'
import { openToolScope } from '../../user-code/stray-exceptions.ts'
import { readOutputName } from '../built-in-tools.ts'
import { type CallFiles, collectFiles } from '../files/collect-files.ts'
import { BudgetSpent } from '../model/reserve-budget.ts'
import {
  type ActionResult,
  type AttemptResult,
  collectReports,
  type Failed,
  failed,
  failedBy,
  succeeded,
  type ToolReports,
} from '../run/action-result.ts'
import type { EngineServices, RunCore, StepContext, StepCore, TargetContext } from '../run/run-context.ts'
import { hasMark } from '../run/run-secrets.ts'
import { isHandover, stopBehind, stopOf } from '../stop.ts'
import { isNamed, isNamedTool, namedTools } from '../tools/offered-tools.ts'
import { performDecision, performLlm } from './ask-model.ts'
import { createCallDialog, suspendAtQuestions } from './call-dialog.ts'
import { createLazyLog, type LogOfCall } from './call-log.ts'
import { createCallProgress, type ProgressOfCall } from './call-progress.ts'
import { begunKeys, createCallSteps, createLazySteps, type StepsOfCall } from './call-steps.ts'
import { performAgent, performWorkflow } from './delegate-action.ts'
import { failureOfTool, readResult } from './tool-result.ts'

/** Performs one attempt of an action, by its type (DAG-8). @throws BudgetSpent; any other failure is a result */
export async function performAction(
  action: ActionRow,
  planned: PlanAction,
  ctx: StepContext,
): Promise<AttemptResult> {
  const { type } = action
  // A tool is looked for before its arguments are.
  if (type === 'TOOL') return performTool(action, ctx)
  const lost = lostSecrets(action)
  if (lost) return { action, result: lost }
  switch (type) {
    case 'LLM':
    case 'DECISION': {
      const ask = type === 'LLM' ? performLlm : performDecision
      const answer = (signal: AbortSignal) => ask(action, planned, signal, ctx)
      return { action, result: await withinLimit(action, answer, ctx) }
    }
    case 'AGENT':
      return performAgent(action, ctx)
    case 'WORKFLOW':
      return performWorkflow(action, ctx)
    case 'RELIC': {
      const called = { kind: 'relic', name: action.target, description: null } as const
      const call = () => withinLimit(action, (signal) => performRelic(action, signal, ctx), ctx)
      return { action, result: await traced(action, called, ctx, call) }
    }
    default:
      return type satisfies never
  }
}

/** A step that calls tools and relics. */
type ToolCallContext = StepCore & TargetContext & Pick<EngineServices, 'files' | 'log' | 'wakeups' | 'vault'>

/** Calls the action's tool within its time. Never throws; a late result of a tool that ignores its signal is dropped. */
async function performTool(action: ActionRow, ctx: ToolCallContext): Promise<AttemptResult> {
  const tool = ctx.tools.find(action.target)
  if (!tool || !isNamedTool(tool.name, ctx)) return { action, result: unknownTool(action, ctx) }
  const { name, description } = tool
  // Another attempt of a call without steps does all of it again.
  const { steps: done, files: before = [] } = action.audit
  const files = collectFiles(ctx.run.projectId, done === undefined ? [] : before, ctx)
  const idempotencyKey = idempotencyKeyOf(action, ctx)
  const isRepeating = () => steps.begun()?.isRepeating() ?? Object.keys(done ?? {}).length > 0
  const log = createLazyLog(action, isRepeating, ctx)
  const made = { tool, idempotencyKey, files, flushLog: log.flush }
  const steps = createLazySteps(() => createCallSteps(action, made, ctx))
  const result = await traced(action, { kind: 'tool', name, description }, ctx, (trace) =>
    callTool(tool, action, { idempotencyKey, steps, files, log, trace }, ctx),
  )
  return { action: steps.begun()?.current() ?? action, result }
}

/** A call that is given up has so long to get to what it began, in milliseconds. */
const givenUpMs = 10_000

/**
 * Cancels what calls began elsewhere that nobody goes on with, as their run waited, or its owner died (TAS-15). Each begins again, is given
 * the ids, and ends there. It is done before their ends are in the log: the next owner does it again where this one dies.
 */
export async function cancelBegun(actions: readonly ActionRow[], ctx: ToolCallContext): Promise<void> {
  const open = actions.filter((action) => !isSettled(action.status) && begunKeys(action).length > 0)
  await Promise.all(open.map((action) => cancelBegunOf(action, ctx)))
}

/** The same for the calls of a step that is to end. Those that were fired go on. */
export function cancelBegunInStep(ctx: ToolCallContext): Promise<void> {
  return cancelBegun(
    (ctx.step.actions ?? []).filter(({ mode }) => mode !== 'FIRE_AND_FORGET'),
    ctx,
  )
}

async function cancelBegunOf(action: ActionRow, ctx: ToolCallContext): Promise<void> {
  const tool = ctx.tools.find(action.target)
  const told = `Run ${toWordId('run', ctx.run.id)}: what "${action.name}" began elsewhere was not cancelled`
  if (!tool) return ctx.report(`${told}: there is no tool "${action.target}" here.`)
  const files = collectFiles(ctx.run.projectId, [], ctx)
  const idempotencyKey = idempotencyKeyOf(action, ctx)
  // A call that is given up writes no lines.
  const log = createLazyLog(action, () => true, ctx)
  const call = { tool, idempotencyKey, files, flushLog: log.flush, isGivenUp: true }
  const steps = createLazySteps(() => createCallSteps(action, call, ctx))
  const limited = { ...action, timeoutMs: givenUpMs }
  // The run is stopping: the call ends by its own time.
  const own = { ...ctx, stepSignal: new AbortController().signal }
  await callTool(tool, limited, { idempotencyKey, steps, files, log, trace: null }, own)
  await steps.begun()?.giveUp()
}

interface ToolCall {
  readonly idempotencyKey: string
  readonly steps: ReturnType<typeof createLazySteps>
  readonly files: CallFiles
  readonly log: LogOfCall
  readonly trace: TraceContext | null
}

async function callTool(
  tool: Tool,
  action: ActionRow,
  { idempotencyKey, steps, files, log, trace }: ToolCall,
  ctx: ToolCallContext,
): Promise<ActionResult> {
  const { stepSignal: signal, step } = ctx
  const timeoutMs = action.timeoutMs ?? tool.timeoutMs ?? ctx.run.effectiveLimits.actionTimeoutMs.value
  const timeUp = () => new Error('The call took too long.')
  const scope = openToolScope(tool.name)
  const limit = startTimeLimit({ clock: ctx.clock, ms: timeoutMs, signal, timeUp, within: scope.run })
  const { reports: reported, ...reporting } = collectReports(
    ctx.run.effectiveLimits.maxResultBytes.value,
    ctx.secrets.incoming,
  )
  let progress: ProgressOfCall | undefined
  const reports = () => ({ ...reported(), files: files.kept() })
  const call = { action, steps, limit }
  try {
    // Copied when a tool reads it: the context may be large, and is that of the whole run.
    let given: { readonly context: Json } | undefined
    let dialog: CallDialog | undefined
    const context: ToolContext = {
      ...reporting,
      addFile: files.addFile,
      reportProgress: (reached) => {
        progress ??= createCallProgress(action, ctx)
        progress.report(reached)
      },
      get log() {
        return log.of()
      },
      step: async (key, work) => steps.of().step(key, work),
      begin: async (key, start, cancel) => steps.of().begin(key, start, cancel),
      ask: async (key, question) => steps.of().ask(key, question),
      waitUntil: async (key, time) => steps.of().waitUntil(key, time),
      waitForEvent: async (key, wait) => steps.of().waitForEvent(key, wait),
      signal: limit.signal,
      runId: ctx.run.id,
      threadId: ctx.run.threadId ?? ctx.run.rootId,
      stepNumber: step.row.number,
      get context() {
        given ??= { context: copyJson(ctx.run.context) }
        return given.context
      },
      get dialog() {
        dialog ??= createCallDialog(call, ctx)
        return dialog
      },
      idempotencyKey,
      maxResultChars: maxResultChars(ctx),
      ...(trace && { trace }),
      readOutput: (reference) => readStoredOutput(reference, ctx),
    }
    const performing = scope.perform(() => invoke(tool, action, context, ctx))
    const result = await rejectOnAbort(performing, limit.signal)
    const begun = steps.begun()
    if (begun?.isSuspended()) return await heldBy(begun, limit.signal)
    return withReports(result, reports())
  } catch (thrown) {
    const error = thrown instanceof CallAsks ? suspendAtQuestions(thrown, call, ctx) : thrown
    const begun = steps.begun()
    if (begun?.isSuspended()) return await heldBy(begun, limit.signal)
    const stop = stopOf(signal)
    const isOver = limit.signal.aborted && !(stop && isHandover(stop))
    const cancelling = isOver ? begun?.giveUp() : undefined
    // A process that dies before the end of an aborted call is in the log leaves this to the next owner.
    if (stop && cancelling) await cancelling
    if (stop) return { kind: 'stopped', stop }
    const late = limit.isOver && failed('TOOL_TIMEOUT', { tool: tool.name, timeoutMs, effect: tool.effect })
    return withReports(late || (await failureOfTool(error, tool, ctx)), reports())
  } finally {
    steps.close()
    progress?.close()
    log.close()
    limit.release()
  }
}

/**
 * A call that waits makes its reports when it continues, but for its files: those of its steps are not added again. A step beside the wait has
 * the time of the call, and no more.
 */
async function heldBy(steps: StepsOfCall, signal: AbortSignal): Promise<ActionResult> {
  await rejectOnAbort(steps.settled(), signal).catch(() => undefined) // what is not done by then is unknown
  return { kind: 'held' }
}

/** Adds the reports of a call to its result, however the call ended, unless the run continues in another process. */
function withReports(result: ActionResult, reports: ToolReports): ActionResult {
  return result.kind === 'succeeded' || result.kind === 'failed' ? { ...result, reports } : result
}

function unknownTool({ target }: ActionRow, ctx: TargetContext): ActionResult {
  const absence = isNamed(target, ctx) ? (ctx.tools.absenceReason?.(target) ?? null) : null
  return failed('TOOL_UNKNOWN', { tool: target, known: namedTools(ctx).map(({ name }) => name), absence })
}

/** Maximum number of characters of a result that are shown at once. As JSON they fit the limit of a result, whatever the characters are. */
function maxResultChars({ run }: RunCore): number {
  const mostBytesOfOne = 6
  const fitting = Math.floor(run.effectiveLimits.maxResultBytes.value / mostBytesOfOne)
  return Math.min(run.agent.definition.maxToolResultChars, fitting)
}

const outputReference = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function readStoredOutput(reference: string, { run, runs }: RunCore): Promise<string | null> {
  return outputReference.test(reference) ? runs.readOutput(run.id, reference) : null
}

async function invoke(
  tool: Tool,
  action: ActionRow,
  context: ToolContext,
  ctx: RunCore,
): Promise<ActionResult> {
  const lost = lostSecrets(action)
  if (lost) return lost
  const raw = rawArguments(action.parameters)
  if (raw !== null) return invokeRaw(tool, raw, context, ctx)
  // A copy: the record shows what the model wrote, whatever the tool makes of it, and so does another attempt.
  const checked = await tool.check(copyJson(action.parameters))
  if (!checked.ok) return failed('TOOL_ARGUMENTS_INVALID', { tool: tool.name, problems: checked.problems })
  const result = await tool.execute(checked.value, context)
  if (tool.name !== readOutputName || typeof result !== 'string')
    return readResult(result, { tool, signal: context.signal }, ctx)
  // Offsets refer to the stored form, so that no part ends within a secret.
  return succeeded(await ctx.secrets.revealText(result), ctx)
}

/** Why an action cannot be performed: nobody has its arguments any more, and no call is made with the marks of secrets (TAS-7). */
function lostSecrets({ name, parameters }: ActionRow): Failed | null {
  return hasMark(parameters) ? failed('SECRET_LOST', { action: name }) : null
}

async function invokeRaw(tool: Tool, raw: string, context: ToolContext, ctx: RunCore): Promise<ActionResult> {
  if (tool.executeRaw)
    return readResult(await tool.executeRaw(raw, context), { tool, signal: context.signal }, ctx)
  return failed('TOOL_ARGUMENTS_UNPARSEABLE', { tool: tool.name, reason: parseFault(raw) })
}

/** Whether the tool gets the arguments as the text that they are, unchecked (TAS-4). */
export function isTakenRaw(tool: Tool, parameters: Json): boolean {
  return tool.executeRaw !== undefined && rawArguments(parameters) !== null
}

function rawArguments(parameters: Json): string | null {
  const keys = isJsonObject(parameters) ? Object.keys(parameters) : []
  const raw = isJsonObject(parameters) && keys.length === 1 ? parameters._raw : undefined
  return typeof raw === 'string' ? raw : null
}

function parseFault(text: string): string {
  try {
    JSON.parse(text)
    return 'write one object, nested less deep than 256 levels'
  } catch (error) {
    return messageOf(error)
  }
}

/** Performs a call as a part of the run's trace. */
async function traced(
  { id, callId, parameters }: ActionRow,
  called: Pick<TracedCall, 'kind' | 'name' | 'description'>,
  { trace }: Pick<RunCore, 'trace'>,
  perform: (context: TraceContext | null) => Promise<ActionResult>,
): Promise<ActionResult> {
  const span = trace.call({ ...called, callId: callId ?? id, parameters })
  try {
    const result = await perform(span.context)
    span.end(tracedOutcome(result))
    return result
  } catch (error) {
    span.end({ kind: 'failed', error: 'CUT_OFF' })
    throw error
  }
}

function tracedOutcome(result: ActionResult): TracedOutcome {
  switch (result.kind) {
    case 'succeeded':
      return { kind: 'succeeded', output: result.output }
    case 'failed':
    case 'denied':
      return { kind: 'failed', error: result.code }
    case 'stopped':
      return { kind: 'failed', error: result.stop.kind }
    case 'held':
      return { kind: 'succeeded', output: null }
    default:
      return result satisfies never
  }
}

/**
 * The same for a repeated call: `runId/stepNumber/actionName`; another one where a human changed a call that may have been made already
 * (TAS-5).
 */
function idempotencyKeyOf({ name, audit }: ActionRow, { run, step }: StepCore): string {
  const key = `${run.id}/${step.row.number}/${name}`
  return audit.keyedBy === undefined ? key : `${key}/${audit.keyedBy}`
}

/** Bounds calls that have no time limit of their own, and makes a result of every failure. */
async function withinLimit(
  action: ActionRow,
  work: (signal: AbortSignal) => Promise<ActionResult>,
  ctx: StepCore,
): Promise<ActionResult> {
  const { stepSignal: signal } = ctx
  const timeoutMs = action.timeoutMs ?? ctx.run.effectiveLimits.actionTimeoutMs.value
  const timeUp = () => new Error('The action took too long.')
  const limit = startTimeLimit({ clock: ctx.clock, ms: timeoutMs, signal, timeUp })
  try {
    return await work(limit.signal)
  } catch (error) {
    if (error instanceof BudgetSpent) throw error
    const stop = stopBehind(error, signal)
    if (stop) return { kind: 'stopped', stop }
    if (limit.isOver)
      return failed('ACTION_TIMEOUT', { action: action.name, timeoutMs, effect: action.effect })
    return failedBy(error)
  } finally {
    limit.release()
  }
}

/**
 * Calls the operation of a relic that an action's target names: `<relic>.<operation>` (DAG-8).
 * @throws RELIC_UNKNOWN where it is none of the agent's, and the errors of `Relics.perform`
 */
async function performRelic(
  action: ActionRow,
  signal: AbortSignal,
  ctx: ToolCallContext,
): Promise<ActionResult> {
  const { run, relics } = ctx
  const { target, parameters } = action
  const called = parseRelicTarget(target)
  const known = run.agent.definition.relics
  if (!called || !known.includes(called.relic))
    throw new RungraphError('RELIC_UNKNOWN', { relic: called?.relic ?? target, known })
  const idempotencyKey = idempotencyKeyOf(action, ctx)
  const output = await relics.perform({
    ...called,
    projectId: run.projectId,
    parameters,
    idempotencyKey,
    signal,
  })
  return succeeded(output, ctx)
}

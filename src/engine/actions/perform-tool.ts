import { isRungraphError, messageOf } from '../../domain/errors.ts'
import { failureReason, wholeFailureReason } from '../../domain/failure-reason.ts'
import { cleanText, copyJson, isJsonObject, type Json, toJson } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { rejectOnAbort, startTimeLimit } from '../../domain/time-limit.ts'
import { Done, TaskComplete, type Tool, type ToolContext } from '../../domain/tool.ts'
import type { TraceContext } from '../../domain/trace-context.ts'
import type { TracedCall, TracedOutcome } from '../../domain/tracer.ts'
import { openToolScope, StrayException } from '../../user-code/stray-exceptions.ts'
import { readOutputName } from '../built-in-tools.ts'
import {
  type ActionResult,
  collectReports,
  type Failed,
  failed,
  succeeded,
  type ToolReports,
} from '../run/action-result.ts'
import type { RunContext, StepContext } from '../run/run-context.ts'
import { hasMark } from '../run/run-secrets.ts'
import { stopOf } from '../stop.ts'
import { isNamed, isNamedTool, namedTools } from '../tools/offered-tools.ts'
import { isStream, piecesOf, readStream } from './tool-result-stream.ts'
import { unshownValue } from './unshown-value.ts'

/** Calls the action's tool within its time. Never throws; a late result of a tool that ignores its signal is dropped. */
export async function performTool(action: ActionRow, ctx: StepContext): Promise<ActionResult> {
  const tool = ctx.tools.find(action.target)
  if (!tool || !isNamedTool(tool.name, ctx)) return unknown(action, ctx)
  const { name, description } = tool
  return traced(action, { kind: 'tool', name, description }, ctx, (trace) =>
    callTool(tool, action, trace, ctx),
  )
}

async function callTool(
  tool: Tool,
  action: ActionRow,
  trace: TraceContext | null,
  ctx: StepContext,
): Promise<ActionResult> {
  const { stepSignal: signal, step } = ctx
  const timeoutMs = action.timeoutMs ?? tool.timeoutMs ?? ctx.run.effectiveLimits.actionTimeoutMs.value
  const timeUp = () => new Error('The call took too long.')
  const scope = openToolScope(tool.name)
  const limit = startTimeLimit({ clock: ctx.clock, ms: timeoutMs, signal, timeUp, within: scope.run })
  const { reports, ...reporting } = collectReports(
    ctx.run.effectiveLimits.maxResultBytes.value,
    ctx.secrets.incoming,
  )
  try {
    // Copied when a tool reads it: the context may be large, and is that of the whole run.
    let given: { readonly context: Json } | undefined
    const context: ToolContext = {
      ...reporting,
      signal: limit.signal,
      runId: ctx.run.id,
      threadId: ctx.run.threadId ?? ctx.run.rootId,
      stepNumber: step.row.number,
      get context() {
        given ??= { context: copyJson(ctx.run.context) }
        return given.context
      },
      idempotencyKey: idempotencyKeyOf(action, ctx),
      maxResultChars: maxResultChars(ctx),
      ...(trace && { trace }),
      readOutput: (reference) => readOutput(reference, ctx),
    }
    const performing = scope.perform(() => invoke(tool, action, context, ctx))
    return withReports(await rejectOnAbort(performing, limit.signal), reports())
  } catch (error) {
    const stop = stopOf(signal)
    if (stop) return { kind: 'stopped', stop }
    const late = limit.isOver && failed('TOOL_TIMEOUT', { tool: tool.name, timeoutMs, effect: tool.effect })
    return withReports(late || (await failureOf(error, tool, ctx)), reports())
  } finally {
    limit.release()
  }
}

/** Adds the reports of a call to its result, however the call ended, unless the run continues in another process. */
function withReports(result: ActionResult, reports: ToolReports): ActionResult {
  return result.kind === 'succeeded' || result.kind === 'failed' ? { ...result, reports } : result
}

function unknown({ target }: ActionRow, ctx: RunContext): ActionResult {
  const absence = isNamed(target, ctx) ? (ctx.tools.absenceReason?.(target) ?? null) : null
  return failed('TOOL_UNKNOWN', { tool: target, known: namedTools(ctx).map(({ name }) => name), absence })
}

/** Maximum number of characters of a result that are shown at once. As JSON they fit the limit of a result, whatever the characters are. */
function maxResultChars({ run }: RunContext): number {
  const mostBytesOfOne = 6
  const fitting = Math.floor(run.effectiveLimits.maxResultBytes.value / mostBytesOfOne)
  return Math.min(run.agent.definition.maxToolResultChars, fitting)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function readOutput(reference: string, { run, runs }: RunContext): Promise<string | null> {
  return uuid.test(reference) ? runs.readOutput(run.id, reference) : null
}

async function invoke(
  tool: Tool,
  action: ActionRow,
  context: ToolContext,
  ctx: RunContext,
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
export function lostSecrets({ name, parameters }: ActionRow): Failed | null {
  return hasMark(parameters) ? failed('SECRET_LOST', { action: name }) : null
}

async function invokeRaw(
  tool: Tool,
  raw: string,
  context: ToolContext,
  ctx: RunContext,
): Promise<ActionResult> {
  if (tool.executeRaw)
    return readResult(await tool.executeRaw(raw, context), { tool, signal: context.signal }, ctx)
  return failed('TOOL_ARGUMENTS_UNPARSEABLE', { tool: tool.name, reason: parseFault(raw) })
}

/** A result without the server's own secrets (TAS-7), within its limit (LIM-12); one that comes piece by piece is taken in here. */
async function readResult(
  result: unknown,
  { tool, signal }: { readonly tool: Tool; readonly signal: AbortSignal },
  ctx: RunContext,
): Promise<ActionResult> {
  if (result instanceof Done) return answered(result.message, ctx)
  const maxBytes = ctx.run.effectiveLimits.maxResultBytes.value
  // A text that is cut is read in parts, so that other work continues: to redact megabytes takes seconds.
  const stream = typeof result === 'string' && result.length > maxBytes ? piecesOf(cleanText(result)) : result
  if (!isStream(stream)) {
    const fault = unshownValue(stream)
    if (fault !== null) return failed('TOOL_FAILED', { message: unshown(tool, fault) })
    return succeeded(toJson(stream), ctx)
  }
  const limited = await readStream(stream, { maxBytes, signal, secrets: ctx.secrets })
  return { kind: 'succeeded', ...limited, done: false }
}

function unshown({ name, effect }: Tool, fault: string): string {
  const done = effect === 'once' ? ' The call took effect: do not repeat it for the result.' : ''
  return `The tool "${name}" ended well, and its result cannot be shown. ${fault}.${done}`
}

function answered(message: string, ctx: RunContext): ActionResult {
  return { ...succeeded(cleanText(message), ctx), done: true }
}

/** A thrown TaskComplete is an answer; anything else thrown is an error result. */
async function failureOf(error: unknown, { name, effect }: Tool, ctx: RunContext): Promise<ActionResult> {
  if (error instanceof TaskComplete) return answered(error.message, ctx)
  if (error instanceof StrayException && effect === 'once')
    return failed('OUTCOME_UNKNOWN', { tool: name, stray: failureReason(error) })
  if (isRungraphError(error)) return { kind: 'failed', code: error.code, error: error.message }
  return failed('TOOL_FAILED', { message: await wholeFailureReason(error) })
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
export async function traced(
  { id, callId, parameters }: ActionRow,
  called: Pick<TracedCall, 'kind' | 'name' | 'description'>,
  { trace }: Pick<RunContext, 'trace'>,
  perform: (context: TraceContext | null) => Promise<ActionResult>,
): Promise<ActionResult> {
  const span = trace.call({ ...called, callId: callId ?? id, parameters })
  try {
    const result = await perform(span.context)
    span.end(outcomeOf(result))
    return result
  } catch (error) {
    span.end({ kind: 'failed', error: 'CUT_OFF' })
    throw error
  }
}

function outcomeOf(result: ActionResult): TracedOutcome {
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
export function idempotencyKeyOf({ name, audit }: ActionRow, { run, step }: StepContext): string {
  const key = `${run.id}/${step.row.number}/${name}`
  return audit.keyedBy === undefined ? key : `${key}/${audit.keyedBy}`
}

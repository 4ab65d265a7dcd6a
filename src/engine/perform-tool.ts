import { describe, type ErrorCode, type ErrorData, isRungraphError, messageOf } from '../domain/errors.ts'
import { isJsonObject, type Json, toJson } from '../domain/json.ts'
import type { ActionRow } from '../domain/run-log.ts'
import { Done, TaskComplete, type Tool, type ToolContext } from '../domain/tool.ts'
import type { RunContext } from './run-context.ts'
import { type Stop, stopOf } from './stop.ts'

/** What a tool call gave; every failure is a result that the model reads (TAS-4). */
export type Performed =
  | { readonly kind: 'succeeded'; readonly output: Json; readonly done: boolean }
  | { readonly kind: 'failed'; readonly code: string; readonly error: string }
  | { readonly kind: 'stopped'; readonly stop: Stop }

/** Calls the action's tool within its time. Never throws; a late result of a tool that ignores its signal is dropped. */
export async function performTool(
  action: ActionRow,
  signal: AbortSignal,
  stepNumber: number,
  ctx: RunContext,
): Promise<Performed> {
  const tool = ctx.tools.find(action.target)
  if (!tool || !isOffered(tool.name, ctx))
    return failed('TOOL_UNKNOWN', { tool: action.target, known: offeredTools(ctx).map(({ name }) => name) })
  const timeoutMs = tool.timeoutMs ?? ctx.run.effectiveLimits.actionTimeoutMs.value
  const ended = new AbortController()
  const timeUp = new AbortController()
  const inTime = AbortSignal.any([signal, timeUp.signal])
  const timer = ctx.clock.sleep(timeoutMs, AbortSignal.any([ended.signal, signal])).then(
    () => timeUp.abort(new Error('The call took too long.')),
    () => undefined, // the call ended first
  )
  try {
    const context: ToolContext = {
      signal: inTime,
      runId: ctx.run.id,
      stepNumber,
      context: ctx.run.context,
      idempotencyKey: `${ctx.run.id}/${stepNumber}/${action.name}`,
    }
    return await Promise.race([invoke(tool, action, context), whenAborted(inTime)])
  } catch (error) {
    const stop = stopOf(signal)
    if (stop) return { kind: 'stopped', stop }
    if (timeUp.signal.aborted)
      return failed('TOOL_TIMEOUT', { tool: tool.name, timeoutMs, effect: tool.effect })
    return failureOf(error)
  } finally {
    ended.abort()
    await timer
  }
}

/** The tools that the agent's definition names, and `done` where it is required (LOOP-2). */
export function offeredTools(ctx: RunContext): readonly Tool[] {
  return ctx.tools.list().filter((tool) => isOffered(tool.name, ctx))
}

function isOffered(name: string, ctx: RunContext): boolean {
  const { tools, requireDoneTool } = ctx.run.agent.definition
  return tools.includes(name) || (requireDoneTool && name === 'done')
}

async function invoke(tool: Tool, action: ActionRow, context: ToolContext): Promise<Performed> {
  const raw = rawArguments(action.parameters)
  if (raw !== null) return invokeRaw(tool, raw, context)
  const checked = await tool.check(action.parameters)
  if (!checked.ok) return failed('TOOL_ARGUMENTS_INVALID', { tool: tool.name, problems: checked.problems })
  return succeeded(await tool.execute(checked.value, context))
}

async function invokeRaw(tool: Tool, raw: string, context: ToolContext): Promise<Performed> {
  if (tool.executeRaw) return succeeded(await tool.executeRaw(raw, context))
  return failed('TOOL_ARGUMENTS_UNPARSEABLE', { tool: tool.name, reason: parseFault(raw) })
}

function succeeded(result: unknown): Performed {
  return result instanceof Done
    ? { kind: 'succeeded', output: result.message, done: true }
    : { kind: 'succeeded', output: toJson(result), done: false }
}

/** A thrown TaskComplete is an answer; anything else thrown is an error result. */
function failureOf(error: unknown): Performed {
  if (error instanceof TaskComplete) return { kind: 'succeeded', output: error.message, done: true }
  if (isRungraphError(error)) return { kind: 'failed', code: error.code, error: error.message }
  return failed('TOOL_FAILED', { message: messageOf(error) })
}

function failed<Code extends ErrorCode>(code: Code, data: ErrorData<Code>): Performed {
  return { kind: 'failed', code, error: describe(code, data) }
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

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

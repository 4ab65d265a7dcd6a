import { isRungraphError } from '../../domain/errors.ts'
import { failureReason, wholeFailureReason } from '../../domain/failure-reason.ts'
import { cleanText, toJson } from '../../domain/json.ts'
import { Done, TaskComplete, type Tool } from '../../domain/tool.ts'
import { StrayException } from '../../user-code/stray-exceptions.ts'
import { type ActionResult, failed, succeeded } from '../run/action-result.ts'
import type { RunCore } from '../run/run-context.ts'
import { isStream, piecesOf, readStream } from './tool-result-stream.ts'
import { unshownValue } from './unshown-value.ts'

/** A result without the server's own secrets (TAS-7), within its limit (LIM-12); one that comes piece by piece is taken in here. */
export async function readResult(
  result: unknown,
  { tool, signal }: { readonly tool: Tool; readonly signal: AbortSignal },
  ctx: RunCore,
): Promise<ActionResult> {
  if (result instanceof Done) return doneWith(result.message, ctx)
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

function doneWith(message: string, ctx: RunCore): ActionResult {
  return { ...succeeded(cleanText(message), ctx), done: true }
}

/** A thrown TaskComplete is an answer; anything else thrown is an error result. */
export async function failureOfTool(
  error: unknown,
  { name, effect }: Tool,
  ctx: RunCore,
): Promise<ActionResult> {
  if (error instanceof TaskComplete) return doneWith(error.message, ctx)
  if (error instanceof StrayException && effect === 'once')
    return failed('OUTCOME_UNKNOWN', { tool: name, stray: failureReason(error) })
  if (isRungraphError(error)) return { kind: 'failed', code: error.code, error: error.message }
  return failed('TOOL_FAILED', { message: await wholeFailureReason(error) })
}

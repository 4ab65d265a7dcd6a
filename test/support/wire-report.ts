import type { AssistantPart } from '../../src/domain/message.ts'
import type { FinishReason, ModelError, ModelErrorKind } from '../../src/domain/model.ts'
import { type Collected, parsedArguments, type WireExchange } from './wire.ts'

/** Number of signatures and encrypted blobs in a part, which the provider needs back unchanged. */
export type CountOpaque = (part: AssistantPart) => number

/** Report of an adapter's result, comparable with `expectedAnswer`. */
export function reportAnswer({ text, reasoning, answer }: Collected, countOpaque: CountOpaque) {
  const { parts } = answer.message
  return {
    text,
    messageText: joinedText(parts, 'text'),
    refusal: joinedText(parts, 'refusal'),
    hasReasoning: parts.some((part) => part.type === 'reasoning'),
    reasoning,
    toolCalls: parts.flatMap((part) =>
      part.type === 'tool-call'
        ? [{ id: part.callId, name: part.name, arguments: parsedArguments(part.arguments) }]
        : [],
    ),
    finishReason: answer.finishReason,
    rawFinishReason: answer.rawFinishReason,
    usage: answer.usage,
    opaqueStates: parts.reduce((sum, part) => sum + countOpaque(part), 0),
  }
}

/** Expected report according to the recording, as a pattern of what it contains. */
export function expectedAnswer({ provider, expect: expected }: WireExchange) {
  return {
    text: expected.text,
    messageText: expected.text,
    refusal: expected.refusal ?? '',
    hasReasoning: expected.reasoning_present,
    ...known('reasoning', expected.reasoning_text),
    toolCalls: expected.tool_calls.map((call) => ({
      ...known('id', call.id),
      name: call.name,
      arguments: call.arguments,
    })),
    finishReason: finishReasonOf(expected.stop_kind),
    rawFinishReason: expected.stop_reason,
    usage: expectedUsage(expected),
    // Not every recording of Chat Completions that has some says how many.
    ...known('opaqueStates', expected.opaque_state ?? (provider === 'openai-chat' ? undefined : 0)),
  }
}

function joinedText(parts: readonly AssistantPart[], type: 'text' | 'refusal'): string {
  return parts.map((part) => (part.type === type ? part.text : '')).join('')
}

function expectedUsage({ usage, usage_total }: WireExchange['expect']) {
  const input = usage_total?.input_total ?? 0
  return {
    inputTokens: input,
    outputTokens: usage_total?.output_total ?? 0,
    ...known('cachedInputTokens', usage.cached === undefined ? undefined : Math.min(usage.cached, input)),
    ...known('cacheWriteTokens', usage.cache_write),
    ...known('reasoningTokens', usage.reasoning),
  }
}

function known<Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> {
  // A computed key widens to `string`; it is Key.
  return value === undefined ? {} : ({ [key]: value } as Record<Key, Value>)
}

const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: 'STOP',
  tool_calls: 'TOOL_CALLS',
  length: 'LENGTH',
  content_filter: 'CONTENT_FILTER',
  refusal: 'REFUSAL',
  malformed_tool_call: 'MALFORMED_TOOL_CALL',
}

function finishReasonOf(stopKind: string): FinishReason {
  const reason = finishReasons[stopKind]
  if (reason === undefined) throw new Error(`No finish reason stands for "${stopKind}".`)
  return reason
}

/** Report of an adapter's failure, comparable with `expectedFailure`. */
export function reportFailure({ kind, retryable, retryAfterMs }: ModelError) {
  return { kind, retryable, retryAfterMs }
}

export function expectedFailure({ expect: expected }: WireExchange) {
  return {
    kind: errorKindOf(expected.error_kind ?? ''),
    retryable: expected.retryable,
    retryAfterMs: expected.retry_after_ms,
  }
}

/** A quota that is used up comes as a rate limit that waiting does not help; a server's failure as its overload. */
const errorKinds: Readonly<Record<string, ModelErrorKind>> = {
  bad_request: 'BAD_REQUEST',
  not_found: 'BAD_REQUEST',
  auth: 'AUTH',
  permission: 'AUTH',
  context_length: 'CONTEXT_OVERFLOW',
  rate_limit: 'RATE_LIMIT',
  quota: 'RATE_LIMIT',
  server_error: 'OVERLOADED',
  overloaded: 'OVERLOADED',
  content_filter: 'CONTENT_BLOCKED',
}

function errorKindOf(kind: string): ModelErrorKind {
  const found = errorKinds[kind]
  if (found === undefined) throw new Error(`No kind of failure stands for "${kind}".`)
  return found
}

import type { Attributes } from '@opentelemetry/api'
import type { Json } from '../domain/json.ts'
import type { AssistantPart, FilePart, Message } from '../domain/message.ts'
import type { ClaimedRun } from '../domain/run-store.ts'
import type { TracedCall, TracedGate, TracedModelCall } from '../domain/tracer.ts'

// The names of the GenAI semantic conventions (github.com/open-telemetry/semantic-conventions-genai, docs/gen-ai, as of 2026-11),
// which are still under development: all of them are here, and nowhere else.

/** Names of the providers in the conventions. Others keep their own names. */
const providers: Readonly<Record<string, string>> = {
  'openai-chat': 'openai',
  google: 'gcp.gemini',
  vertex: 'gcp.vertex_ai',
}

/** Attributes of a run segment, at its start. Only the spans of model calls have usage: sums would count it twice. */
export function runAttributes(run: ClaimedRun): Attributes {
  const { agent } = run
  const { name, description, model } = agent.definition
  const [provider = '', ...rest] = model.split('/')
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': providers[provider] ?? provider,
    'gen_ai.request.model': rest.join('/'),
    'gen_ai.agent.id': agent.agentId,
    'gen_ai.agent.name': name,
    'gen_ai.agent.version': String(agent.version),
    ...(description !== null && { 'gen_ai.agent.description': description }),
    'gen_ai.conversation.id': conversationOf(run),
    'rungraph.run.id': run.id,
    'rungraph.project.id': run.projectId,
    'rungraph.agent.slug': agent.slug,
    'rungraph.run.recoveries': run.recoveries,
  }
}

/** Attributes of a model request after its end: the only span with usage. */
export function modelAttributes({ row, asked, sight }: TracedModelCall, run: ClaimedRun): Attributes {
  const { provider, model } = row
  const isUsed = row.inputTokens + row.outputTokens > 0
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': providers[provider] ?? provider,
    'gen_ai.request.model': model,
    'gen_ai.request.stream': true,
    ...(asked.temperature !== null && { 'gen_ai.request.temperature': asked.temperature }),
    ...(asked.maxOutputTokens !== null && { 'gen_ai.request.max_tokens': asked.maxOutputTokens }),
    'gen_ai.output.type': asked.responseFormat === null ? 'text' : 'json',
    'gen_ai.conversation.id': conversationOf(run),
    ...(sight?.server && { 'server.address': sight.server.host, 'server.port': sight.server.port }),
    ...(sight?.responseId && { 'gen_ai.response.id': sight.responseId }),
    ...(sight?.responseModel && { 'gen_ai.response.model': sight.responseModel }),
    ...(row.finishReason !== null && { 'gen_ai.response.finish_reasons': [row.finishReason] }),
    ...(row.timeToFirstTokenMs !== null && {
      'gen_ai.response.time_to_first_chunk': row.timeToFirstTokenMs / 1_000,
    }),
    ...(isUsed && usageAttributes(row)),
    ...(row.errorCode !== null && { 'error.type': row.errorCode }),
    'rungraph.model_call.purpose': row.purpose,
    'rungraph.model_call.attempt': row.attempt,
  }
}

function usageAttributes(row: TracedModelCall['row']): Attributes {
  return {
    'gen_ai.usage.input_tokens': row.inputTokens,
    'gen_ai.usage.output_tokens': row.outputTokens,
    ...(row.cachedInputTokens > 0 && { 'gen_ai.usage.cache_read.input_tokens': row.cachedInputTokens }),
    ...(row.cacheWriteTokens > 0 && { 'gen_ai.usage.cache_creation.input_tokens': row.cacheWriteTokens }),
    ...(row.reasoningTokens > 0 && { 'gen_ai.usage.reasoning.output_tokens': row.reasoningTokens }),
    ...(row.priceVersion !== null && { 'rungraph.usage.cost_usd': Number(row.costUsd) }),
  }
}

/** Attributes of the time at a gate, after its end. */
export function gateAttributes({ id, kind, status }: TracedGate, run: ClaimedRun): Attributes {
  return {
    'gen_ai.conversation.id': conversationOf(run),
    'rungraph.run.id': run.id,
    'rungraph.gate.id': id,
    'rungraph.gate.kind': kind,
    'rungraph.gate.status': status,
  }
}

/** Attributes of a call that leaves the run, at its beginning. */
export function callAttributes({ kind, name, description, callId }: TracedCall): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.type': kind === 'tool' ? 'function' : 'datastore',
    'gen_ai.tool.call.id': callId,
    ...(description !== null && { 'gen_ai.tool.description': description }),
  }
}

/** Content of messages, if the operator enabled it; each attribute is JSON, as the conventions require. */
export function contentAttributes({ row, asked, answer }: TracedModelCall): Readonly<Record<string, Json>> {
  const { systemPrompt } = asked
  return {
    ...(systemPrompt !== null && { 'gen_ai.system_instructions': [{ type: 'text', content: systemPrompt }] }),
    'gen_ai.input.messages': asked.messages.map(toMessage),
    ...(answer && {
      'gen_ai.output.messages': [{ ...toMessage(answer), finish_reason: row.finishReason ?? 'stop' }],
    }),
  }
}

function conversationOf({ sessionId, threadId, rootId }: ClaimedRun): string {
  return sessionId ?? threadId ?? rootId
}

type Part = { readonly [name: string]: Json }

function toMessage(message: Message): { readonly role: string; readonly parts: readonly Part[] } {
  switch (message.role) {
    case 'system':
      return { role: message.role, parts: [{ type: 'text', content: message.text }] }
    case 'user':
      return {
        role: message.role,
        parts: [{ type: 'text', content: message.text }, ...(message.files ?? []).map(toFile)],
      }
    case 'tool':
      return {
        role: 'tool',
        parts: [
          { type: 'tool_call_response', id: message.callId, result: message.text },
          ...(message.files ?? []).map(toFile),
        ],
      }
    case 'assistant':
      return { role: 'assistant', parts: message.parts.map(toPart) }
    default:
      return message satisfies never
  }
}

function toPart(part: AssistantPart): Part {
  if (part.type === 'tool-call')
    return { type: 'tool_call', id: part.callId, name: part.name, arguments: part.arguments }
  if (part.type === 'file') return toFile(part)
  return { type: part.type === 'reasoning' ? 'reasoning' : 'text', content: part.text }
}

function toFile({ fileId, mediaType }: FilePart): Part {
  return { type: 'file', modality: mediaType.split('/', 1)[0] ?? '', mime_type: mediaType, file_id: fileId }
}

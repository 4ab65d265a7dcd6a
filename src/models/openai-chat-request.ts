import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import { type AssistantMessage, type Message, textOf, toolCallsOf } from '../domain/message.ts'
import type { ModelRequest, ToolSpec } from '../domain/model.ts'
import { reasoningEcho } from './openai-chat-reasoning.ts'
import { spelled, toEffort } from './openai-models.ts'
import { type OpenAiSettings, openAiSettings } from './openai-settings.ts'
import { isStrictSchema } from './openai-strict-schema.ts'
import { repairTranscript } from './repair-transcript.ts'
import { transcriptRules } from './transcript-rules.ts'

/** The answer's upper bound: OpenAI refuses the older name for its newer models, most others know no other. */
export type TokenLimitField = 'max_completion_tokens' | 'max_tokens'

/** One turn as Chat Completions takes it. */
export function toChatRequest(
  request: ModelRequest,
  limit: TokenLimitField,
): ChatCompletionCreateParamsStreaming {
  const { maxOutputTokens, systemPrompt, tools } = request
  const system: ChatCompletionMessageParam[] =
    systemPrompt === null ? [] : [{ role: 'system', content: systemPrompt }]
  const { effort, temperature, responseFormat } = chatSettings(request, limit)
  const rules = transcriptRules[limit === 'max_tokens' ? 'openai-chat-compatible' : 'openai-chat']
  return {
    model: request.model,
    messages: [...system, ...repairTranscript(request.messages, rules).map(toMessage)],
    stream: true,
    stream_options: { include_usage: true },
    ...(tools.length === 0 ? {} : { tools: tools.map(toTool), tool_choice: request.toolChoice }),
    ...(effort === null ? {} : { reasoning_effort: effort }),
    ...toResponseFormat(responseFormat),
    ...(temperature === null ? {} : { temperature }),
    ...(maxOutputTokens === null ? {} : { [limit]: maxOutputTokens }),
  }
}

/** The settings of one turn. Other servers know no `minimal`: Ollama, vLLM and Groq refuse it. */
export function chatSettings(request: ModelRequest, limit: TokenLimitField): OpenAiSettings {
  return openAiSettings(request, ({ reasoningEffort }, model) => {
    if (limit === 'max_completion_tokens') return toEffort(reasoningEffort, model)
    return reasoningEffort === null ? null : spelled[reasoningEffort === 'MINIMAL' ? 'LOW' : reasoningEffort]
  })
}

function toResponseFormat(
  format: OpenAiSettings['responseFormat'],
): Pick<ChatCompletionCreateParamsStreaming, 'response_format'> {
  if (format === null) return {}
  const { name, schema } = format
  const strict = isStrictSchema(schema)
  return { response_format: { type: 'json_schema', json_schema: { name, schema, strict } } }
}

function toMessage(message: Message): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'user':
      return { role: 'user', content: message.text }
    case 'assistant':
      return toAssistantMessage(message)
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.text }
    default:
      return message satisfies never
  }
}

function toAssistantMessage(message: AssistantMessage): ChatCompletionMessageParam {
  const text = textOf(message)
  const calls = toolCallsOf(message)
  if (calls.length === 0) return { role: 'assistant', content: text }
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: calls.map(({ callId, name, arguments: args }) => {
      return { id: callId, type: 'function', function: { name, arguments: args } }
    }),
    ...reasoningEcho(message.parts),
  }
}

function toTool({ name, description, inputSchema }: ToolSpec): ChatCompletionFunctionTool {
  return { type: 'function', function: { name, description, parameters: inputSchema } }
}

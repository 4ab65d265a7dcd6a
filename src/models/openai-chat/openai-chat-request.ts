import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParams,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import type { JsonObject } from '../../domain/json.ts'
import {
  type AssistantMessage,
  type Message,
  textOf,
  toolCallsOf,
  type UserMessage,
} from '../../domain/message.ts'
import type { ModelRequest, ToolSpec } from '../../domain/model.ts'
import { noFiles, type SentFile, type SentFiles, textWithName } from '../files/sent-files.ts'
import type { OpenAiSettings } from '../openai/openai-settings.ts'
import { isStrictSchema } from '../openai/openai-strict-schema.ts'
import { plainSchema } from '../plain-schema.ts'
import { repairTranscript } from '../transcript/repair-transcript.ts'
import { type ChatDialect, withinWindow } from './chat-dialect.ts'
import { extraOf, reasoningEcho } from './openai-chat-reasoning.ts'
import { chatSettings } from './openai-chat-settings.ts'

/** What a turn is sent with. */
interface ChatContext {
  /** Names the server and the model: state that they gave to be sent back goes to no other. */
  readonly origin: string
  readonly files?: SentFiles
}

/** One turn as a server takes it. */
export function toChatRequest(
  request: ModelRequest,
  dialect: ChatDialect,
  context: ChatContext,
): ChatCompletionCreateParams {
  const { effort, temperature, responseFormat } = chatSettings(request, dialect)
  const { sends } = dialect
  const tools = toTools(request, dialect)
  const messages = toMessages(request, dialect, context)
  const body: ChatCompletionCreateParamsStreaming = {
    model: request.model,
    stream: true,
    ...(sends.stream_options ? { stream_options: { include_usage: true } } : {}),
    ...tools,
    ...('tools' in tools && sends.parallel_tool_calls ? { parallel_tool_calls: true } : {}),
    ...(effort === null ? {} : { reasoning_effort: effort }),
    ...toResponseFormat(responseFormat, dialect),
    ...(temperature === null ? {} : { temperature }),
    ...toLimit(request, dialect, { messages, ...tools }),
    // What grows stands last.
    messages,
  }
  const kept = without(body, dialect.refused)
  // The default of servers differs.
  return dialect.refused.includes('stream') ? { ...kept, stream: false } : kept
}

/** The body without the fields that the server refused. */
function without<Body extends object>(body: Body, refused: readonly string[]): Body {
  const kept = { ...body }
  for (const field of refused) if (field in kept) Reflect.deleteProperty(kept, field)
  return kept
}

function toLimit(
  { maxOutputTokens }: ModelRequest,
  { limit, mostOutputTokens, window }: ChatDialect,
  prompt: Parameters<typeof withinWindow>[2],
): Pick<ChatCompletionCreateParamsStreaming, 'max_tokens' | 'max_completion_tokens'> {
  if (maxOutputTokens === null) return {}
  const asked = Math.min(maxOutputTokens, mostOutputTokens ?? maxOutputTokens)
  return { [limit]: withinWindow(asked, window, prompt) }
}

/** A server that has no option to forbid calls is offered no tools. */
function toTools(
  { tools, toolChoice }: ModelRequest,
  { noCall, someCall, toolSchemas }: ChatDialect,
): Pick<ChatCompletionCreateParamsStreaming, 'tools' | 'tool_choice'> {
  if (tools.length === 0 || (toolChoice === 'none' && noCall === null)) return {}
  const choice = { auto: 'auto', none: noCall, required: someCall ?? 'auto' }[toolChoice]
  return {
    tools: tools.map((tool) => toTool(tool, toolSchemas)),
    // Mistral's word for a forced call is none of OpenAI's.
    ...(choice === null ? {} : { tool_choice: choice as 'auto' }),
  }
}

function toTool(
  { name, description, inputSchema }: ToolSpec,
  schemas: ChatDialect['toolSchemas'],
): ChatCompletionFunctionTool {
  const parameters = schemas === 'PLAIN' ? plainSchema(inputSchema) : inputSchema
  return { type: 'function', function: { name, description, parameters } }
}

function toResponseFormat(
  format: OpenAiSettings['responseFormat'],
  { jsonSchema }: ChatDialect,
): Pick<ChatCompletionCreateParamsStreaming, 'response_format'> {
  if (format === null) return {}
  const { name, schema } = format
  const strict = jsonSchema === 'ALWAYS' ? { strict: isStrictSchema(schema) } : {}
  return { response_format: { type: 'json_schema', json_schema: { name, schema, ...strict } } }
}

function toMessages(
  { systemPrompt, messages }: ModelRequest,
  dialect: ChatDialect,
  context: ChatContext,
): ChatCompletionMessageParam[] {
  const repaired = repairTranscript(messages, dialect.transcript)
  const prompt = systemPrompt?.trim() ? systemPrompt : null
  const [first, ...rest] = repaired
  if (prompt !== null && dialect.systemPrompt === 'FIRST_USER' && first?.role === 'user') {
    const text = first.text === '' ? prompt : `${prompt}\n\n${first.text}`
    const opened: Message = { ...first, text }
    return [opened, ...rest].map((message) => toMessage(message, dialect, context))
  }
  const system: ChatCompletionMessageParam[] = prompt === null ? [] : [{ role: 'system', content: prompt }]
  return [...system, ...repaired.map((message) => toMessage(message, dialect, context))]
}

function toMessage(
  message: Message,
  dialect: ChatDialect,
  { origin, files = noFiles }: ChatContext,
): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'user':
      return { role: 'user', content: contentOf(message, files) }
    case 'assistant':
      return without(toAssistantMessage(message, dialect, origin), dialect.refused)
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.text }
    default:
      return message satisfies never
  }
}

/** Many servers take text alone, and no list of parts: one is sent where there are bytes. */
function contentOf({ text, files = [] }: UserMessage, sent: SentFiles): string | ChatCompletionContentPart[] {
  const all = files.map(sent)
  const words = [text, ...all.flatMap(wordsOfFile)].filter((piece) => piece !== '').join('\n\n')
  const parts = all.flatMap(toContentPart)
  if (parts.length === 0) return words
  return [...(words === '' ? [] : [{ type: 'text' as const, text: words }]), ...parts]
}

function wordsOfFile(file: SentFile): readonly string[] {
  if (file.form === 'NOTE') return [file.text]
  return file.form === 'TEXT' ? [textWithName(file)] : []
}

function toContentPart(file: SentFile): ChatCompletionContentPart[] {
  if (file.form === 'NOTE' || file.form === 'TEXT') return []
  const { form, mediaType, name, base64 } = file
  const url = `data:${mediaType};base64,${base64}`
  if (form === 'IMAGE') return [{ type: 'image_url', image_url: { url } }]
  if (form !== 'AUDIO') return [{ type: 'file', file: { filename: name, file_data: url } }]
  const format = mediaType === 'audio/wav' ? 'wav' : 'mp3'
  return [{ type: 'input_audio', input_audio: { data: base64, format } }]
}

function toAssistantMessage(
  message: AssistantMessage,
  { reasoning, signsCalls, besideCalls }: ChatDialect,
  origin: string,
): ChatCompletionMessageParam {
  const words = textOf(message)
  const echo: JsonObject = reasoningEcho(message.parts, reasoning, origin)
  const calls = toolCallsOf(message)
  if (calls.length === 0) return { role: 'assistant', content: words, ...echo }
  return {
    role: 'assistant',
    content: besideCalls === 'NULL' ? null : words || (besideCalls === 'TEXT' ? '' : null),
    tool_calls: calls.map((call, index) => ({
      id: call.callId,
      type: 'function',
      function: { name: call.name, arguments: call.arguments },
      ...extraOf(call, { origin, isFirst: index === 0, signsCalls }),
    })),
    ...echo,
  }
}

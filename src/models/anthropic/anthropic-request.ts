import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema'
import type {
  ContentBlockParam,
  DocumentBlockParam,
  ImageBlockParam,
  JSONOutputFormat,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  Tool,
  ToolChoice,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages'
import { z } from 'zod'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { AssistantPart, Message, ReasoningPart, ToolMessage } from '../../domain/message.ts'
import type { ModelRequest, RequestOption, ToolSpec } from '../../domain/model.ts'
import { noFiles, type SentFile, type SentFiles } from '../files/sent-files.ts'
import { unsupportedOptionsOf } from '../request-options.ts'
import { argumentsInObject } from '../transcript/repair-calls.ts'
import { repairTranscript } from '../transcript/repair-transcript.ts'
import { toTurns } from '../transcript/repair-turns.ts'
import { transcriptRules } from '../transcript/transcript-rules.ts'
import { claudeHeedsEffort, toThinkingSettings } from './anthropic-thinking.ts'

/**
 * `max_tokens` is required. This is within the output limit of every Claude model since 4: 32,000 for the first
 * Opus, 64,000 to 128,000 for those offered now (platform.claude.com/docs/en/about-claude/models/overview). More
 * would only take from the context window; less would cut thinking, which counts towards it and which the newest
 * models always do.
 */
export const defaultMaxTokens = 32_000

/**
 * One turn as the Messages API takes it. The temperature is left out: its version 2026-10-21, which the SDK speaks,
 * answers it with 400 for every model (platform.claude.com/docs/en/api/migration-2026-10-21).
 */
export function toAnthropicRequest(
  request: ModelRequest,
  files: SentFiles = noFiles,
): MessageCreateParamsStreaming {
  const { model, systemPrompt, tools, toolChoice } = request
  const maxTokens = maxTokensOf(request)
  const turns = turnsOf(request, files)
  const { effort, ...thinking } = toThinkingSettings(request, maxTokens, turns)
  const format = toOutputFormat(request)
  // A loop asks again with the same beginning; an answer in words is its end, and not worth the dearer write.
  const isCached = tools.length > 0 && toolChoice !== 'none'
  const outputConfig = { ...(effort ? { effort } : {}), ...(format ? { format } : {}) }
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    ...thinking,
    ...(Object.keys(outputConfig).length === 0 ? {} : { output_config: outputConfig }),
    ...(tools.length === 0
      ? {}
      : { tools: tools.map(toTool), tool_choice: toToolChoice(toolChoice, thinking) }),
    ...(isCached ? { cache_control: cached } : {}),
    // Its text too "must contain non-whitespace text".
    ...(systemPrompt?.trim()
      ? { system: isCached ? [{ ...textBlock(systemPrompt), cache_control: cached }] : systemPrompt }
      : {}),
    messages: [...turns],
  }
}

/**
 * The cache is read at the last block of a request, and up to 20 blocks before it. So is the end of the tools and the system prompt, which
 * other sessions and a history that was compacted have in common.
 */
const cached = { type: 'ephemeral' } as const

function textBlock(text: string): TextBlockParam {
  return { type: 'text', text }
}

/** "Thinking may not be enabled when tool_choice forces tool use": who thinks is asked without force, and the engine reminds it. */
function toToolChoice(
  choice: ModelRequest['toolChoice'],
  { thinking }: Pick<MessageCreateParamsStreaming, 'thinking'>,
): ToolChoice {
  if (choice !== 'required') return { type: choice }
  return { type: thinking === undefined || thinking.type === 'disabled' ? 'any' : 'auto' }
}

/** Returns the options of the request that its model does not support. */
export function unsupportedByAnthropic(request: ModelRequest): readonly RequestOption[] {
  return unsupportedOptionsOf(request, {
    temperature: false,
    reasoningEffort:
      request.reasoningEffort === null ||
      claudeHeedsEffort(request, maxTokensOf(request), turnsOf(request, noFiles)),
    responseFormat: toOutputFormat(request) !== null,
  })
}

function maxTokensOf({ maxOutputTokens }: ModelRequest): number {
  return maxOutputTokens ?? defaultMaxTokens
}

function turnsOf({ messages }: ModelRequest, files: SentFiles): readonly MessageParam[] {
  const repaired = repairTranscript(messages, transcriptRules.anthropic)
  const turns = toTurns(repaired, (message) => toBlocks(message, files))
  return turns.map(({ isModel, parts }) => ({ role: isModel ? 'assistant' : 'user', content: parts }))
}

function toBlocks(message: Message, files: SentFiles): ContentBlockParam[] {
  switch (message.role) {
    case 'system':
      return [textBlock(message.text)]
    case 'user':
      // "Claude works best when images come before text."
      return [
        ...(message.files ?? []).map((file) => toFile(files(file))),
        ...(message.text === '' ? [] : [textBlock(message.text)]),
      ]
    case 'assistant':
      return message.parts.flatMap(toBlock)
    case 'tool':
      return [toResult(message, files)]
    default:
      return message satisfies never
  }
}

function toBlock(part: AssistantPart): ContentBlockParam[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return [{ type: 'text', text: part.text }]
    case 'reasoning':
      return toThinking(part)
    case 'tool-call':
      return [
        { type: 'tool_use', id: part.callId, name: part.name, input: argumentsInObject(part.arguments) },
      ]
    case 'file':
      // They stand in a message of the user.
      return []
    default:
      return part satisfies never
  }
}

const thinkingState = z.union([z.object({ signature: z.string() }), z.object({ redacted: z.string() })])

/** Thinking goes back as it came, for its signature covers it. */
function toThinking({ text, state }: ReasoningPart): ContentBlockParam[] {
  const kept = thinkingState.safeParse(state?.data).data
  if (kept === undefined) return []
  if ('redacted' in kept) return [{ type: 'redacted_thinking', data: kept.redacted }]
  return [{ type: 'thinking', thinking: text, signature: kept.signature }]
}

function toResult({ callId, text, isError, files = [] }: ToolMessage, sent: SentFiles): ToolResultBlockParam {
  const content = files.length === 0 ? text : [textBlock(text), ...files.map((file) => toFile(sent(file)))]
  return { type: 'tool_result', tool_use_id: callId, content, is_error: isError }
}

type FileBlock = ImageBlockParam | DocumentBlockParam | TextBlockParam

/** An image, or a document: of PDF, or of text. "text content blocks must contain non-whitespace text". */
function toFile(file: SentFile): FileBlock {
  if (file.form === 'NOTE') return textBlock(file.text)
  if (file.form === 'TEXT') {
    const data = file.text.trim() === '' ? '(empty)' : file.text
    return { type: 'document', source: { type: 'text', media_type: 'text/plain', data }, title: file.name }
  }
  const { base64: data, mediaType, name } = file
  if (mediaType === 'application/pdf')
    return { type: 'document', source: { type: 'base64', media_type: mediaType, data }, title: name }
  // The rules let no other through.
  const type = imageTypes.find((each) => each === mediaType) ?? 'image/png'
  return { type: 'image', source: { type: 'base64', media_type: type, data } }
}

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

function toTool({ name, description, inputSchema }: ToolSpec): Tool {
  return { name, description, input_schema: { ...inputSchema, type: 'object' } }
}

/**
 * The schema of an answer in JSON, as the API takes it: its SDK writes constraints that the API cannot enforce into the descriptions.
 * `null` for models before 4.5, which refuse it, and for schemas that it would change: objects must be closed, and recursion is refused
 * (platform.claude.com/docs/en/build-with-claude/structured-outputs, November 2026).
 */
function toOutputFormat({ model, responseFormat }: ModelRequest): JSONOutputFormat | null {
  if (responseFormat === null || isTooOld.test(model) || !isExpressible(responseFormat.schema)) return null
  return { type: 'json_schema', schema: { ...transformJSONSchema(responseFormat.schema) } }
}

const isTooOld = /^claude-(2|3|instant|(opus|sonnet)-4(-0|-\d{8}|$))/

function isExpressible(schema: Json): boolean {
  if (!isJsonObject(schema)) return false
  const { type, $ref, additionalProperties = false, items } = schema
  const isClosed = type !== 'object' || additionalProperties === false || isJsonObject(schema.properties)
  const isNamed = isOneType(type) || isLiteral(schema) || variantsOf(schema).length > 0
  const inner = [...namedOf(schema), ...variantsOf(schema), ...(items === undefined ? [] : [items])]
  // A reference may lead back to where it stands.
  return $ref === undefined && isClosed && isNamed && inner.every(isExpressible)
}

/** A list of types may name plain values only: keywords of an object go by its one type. */
function isOneType(type: Json | undefined): boolean {
  if (!Array.isArray(type)) return typeof type === 'string'
  return !type.includes('object') && !type.includes('array')
}

function isLiteral({ enum: values, const: value }: JsonObject): boolean {
  return Array.isArray(values) || value !== undefined
}

function variantsOf({ anyOf, oneOf, allOf }: JsonObject): readonly Json[] {
  return [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []))
}

function namedOf({ properties, $defs }: JsonObject): readonly Json[] {
  return [properties, $defs].flatMap((group) => (isJsonObject(group) ? Object.values(group) : []))
}

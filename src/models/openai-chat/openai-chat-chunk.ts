import { z } from 'zod'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'

const text = z.string().nullish()

const count = z.number().nullish()

const object = z.record(z.string(), z.json())

const usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
  /** DeepSeek's name for cached tokens. */
  prompt_cache_hit_tokens: count,
  /** Together's. */
  cached_tokens: count,
})

/** Text, as documented; some servers send an object. */
const args = z.union([z.string(), object]).nullish()

const toolCall = z.object({
  index: z.number().nullish(),
  id: text,
  function: z.object({ name: text, arguments: args }).nullish(),
  /** The members of the function in the call itself. */
  name: text,
  arguments: args,
  /** OpenAI's calls of tools that take any text. */
  custom: z.object({ name: text, input: args }).nullish(),
  /** Gemini's endpoint: the signature of the call. */
  extra_content: object.nullish(),
})

/** A part of Mistral's content: words, or thinking that is words or parts of its own. */
const contentPart = z.looseObject({
  text,
  thinking: z.union([z.string(), z.array(z.looseObject({ text }))]).nullish(),
})

const delta = z.object({
  /** Text, as documented; Mistral sends parts, Cloudflare the object that a schema asked for. */
  content: z.union([z.string(), z.array(contentPart), object]).nullish(),
  refusal: text,
  /** DeepSeek, Z.AI, vLLM. */
  reasoning_content: text,
  /** OpenRouter, Groq, Ollama. */
  reasoning: text,
  /** Copilot, and gateways of other APIs. */
  reasoning_text: text,
  thinking: text,
  /** OpenRouter: the same with signatures, in pieces that belong together by `index`. */
  reasoning_details: z.array(object).nullish(),
  tool_calls: z.array(toolCall).nullish(),
  extra_content: object.nullish(),
  /** OpenRouter, LiteLLM, Vercel: images that the model made, each whole. */
  images: z.array(z.looseObject({ image_url: z.looseObject({ url: text }).nullish() })).nullish(),
  /** OpenAI: speech, in pieces of base64, with its words. */
  audio: z.looseObject({ data: text, transcript: text }).nullish(),
  function_call: toolCall.shape.function,
})

const choice = z.object({
  index: z.number().nullish(),
  delta: delta.nullish(),
  /** The name of the whole answer: some servers give it to the pieces, others end with the whole once more (MiniMax). */
  message: delta.nullish(),
  /** The words of the older completions. */
  text,
  finish_reason: text,
})

/** A chunk of Chat Completions as servers send it in fact: anything may be missing or null. */
export const chatChunk = z.object({
  choices: z.array(choice).nullish(),
  usage: usage.nullish(),
  /** Groq's place for the usage where `include_usage` was not asked for. */
  x_groq: z.object({ usage: usage.nullish() }).nullish(),
  /** llama.cpp: tokens read from its cache. */
  timings: z.object({ cache_n: count }).nullish(),
  /** Ollama says who it is. */
  system_fingerprint: text,
  /** Not on the wire: the answer came in one piece, which has no end mark and needs none. */
  isWhole: z.literal(true).optional(),
})

export type ChatChunk = z.infer<typeof chatChunk>

export type ChatChoice = z.infer<typeof choice>

export type ChatDelta = z.infer<typeof delta>

export type ChatUsage = z.infer<typeof usage>

export type ToolCallDelta = z.infer<typeof toolCall>

/** A piece of a call with its function in the documented place. */
export function withFunction(piece: ToolCallDelta): ToolCallDelta {
  const { function: inner, name, arguments: args, custom } = piece
  if (inner && (inner.arguments || !args)) return piece
  const named = { name: inner?.name ?? name ?? custom?.name, arguments: args ?? custom?.input }
  return { ...piece, function: named }
}

/** An answer that a server gave in one piece, though a stream was asked for, as one chunk, or a list of chunks; `null` where it is none. */
export function wholeAnswer(body: Json): readonly JsonObject[] | null {
  if (Array.isArray(body)) {
    const chunks = body.filter(isJsonObject)
    return chunks.some((chunk) => Array.isArray(chunk.choices)) ? chunks : null
  }
  if (!isJsonObject(body) || !Array.isArray(body.choices)) return null
  const choices = body.choices
    .filter(isJsonObject)
    .map((choice, index): JsonObject => ({ ...choice, index: choice.index ?? index }))
  const isKnown = choices.length === 0 || choices.some(({ message, delta, text }) => message ?? delta ?? text)
  return isKnown ? [{ ...body, choices, isWhole: true }] : null
}

/** Whether a piece has anything of an answer; many servers begin with a role alone. */
export function saysAnything(piece: ChatDelta): boolean {
  const { text, thinking } = readContent(piece)
  const words = [text, thinking, piece.refusal, thoughtIn(piece)]
  const lists = [piece.tool_calls, piece.reasoning_details, piece.images]
  return (
    Boolean(piece.audio?.data) ||
    words.some(Boolean) ||
    lists.some((list) => list?.length) ||
    Boolean(piece.function_call)
  )
}

/** The reasoning of a delta, in any of its fields. */
export function thoughtIn({ reasoning_content, reasoning, reasoning_text, thinking }: ChatDelta): string {
  return reasoning_content || reasoning || reasoning_text || thinking || ''
}

/** The words of a delta, and its thinking where that stands among them. */
export function readContent({ content, extra_content }: ChatDelta): {
  readonly text: string
  readonly thinking: string
} {
  if (content === null || content === undefined) return { text: '', thinking: '' }
  if (typeof content === 'string') {
    const google = extra_content?.google
    const isThought = isJsonObject(google) && google.thought === true
    return isThought ? { text: '', thinking: content } : { text: content, thinking: '' }
  }
  if (!Array.isArray(content)) return { text: JSON.stringify(content), thinking: '' }
  return {
    text: content.map((part) => part.text ?? '').join(''),
    thinking: content.map((part) => thinkingOf(part.thinking)).join(''),
  }
}

function thinkingOf(thinking: z.infer<typeof contentPart>['thinking']): string {
  if (typeof thinking === 'string') return thinking
  return (thinking ?? []).map((part) => part.text ?? '').join('')
}

import type { ReasoningEffort } from '../../domain/model.ts'
import { type ChatFileForms, plainImages } from '../files/file-rules.ts'
import type { TranscriptRules } from '../transcript/transcript-rules.ts'
import type { ReasoningRule } from './openai-chat-reasoning.ts'

/** The answer's upper bound: OpenAI refuses the older name for its newer models, most others know no other. */
type TokenLimitField = 'max_completion_tokens' | 'max_tokens'

/** Fields that a server of Chat Completions accepts and requires, as data for `toChatRequest`. */
export interface ChatDialect {
  readonly transcript: TranscriptRules
  /** The files that it takes beside text. */
  readonly files: ChatFileForms
  /** Whether the system prompt has a message of its own, or opens the user's first. */
  readonly systemPrompt: 'SYSTEM' | 'FIRST_USER'
  readonly limit: TokenLimitField
  /** The longest answer that the server said it gives. */
  readonly mostOutputTokens: number | null
  /** The window that the server named when it refused an answer that did not fit beside the prompt. */
  readonly window: LearntWindow | null
  /** Content beside tool calls: the text or nothing, as text or as null. TGI loses the calls beside any text. */
  readonly besideCalls: 'TEXT' | 'TEXT_OR_NULL' | 'NULL'
  /** Value of `tool_choice` that forbids calls; `null`: the request offers no tools instead. */
  readonly noCall: 'none' | null
  readonly someCall: 'required' | 'any' | null
  /** `PLAIN`: an object with properties, without references. */
  readonly toolSchemas: 'AS_GIVEN' | 'PLAIN'
  /** Whether an answer in a schema can be asked for, and beside tools. */
  readonly jsonSchema: 'ALWAYS' | 'WITHOUT_TOOLS' | 'NEVER'
  /** `OPENAI`: by the model's name. */
  readonly efforts: 'OPENAI' | readonly ReasoningEffort[]
  /** `OPENAI`: by the model's name. The bounds are above the first, and up to the second. */
  readonly temperature: 'OPENAI' | 'NEVER' | { readonly above: number; readonly most: number }
  readonly reasoning: ReasoningRule
  /** Whether replayed tool calls of other providers need a marker in place of a signature. */
  readonly signsCalls: boolean
  /** Optional fields of the body that the server accepts. */
  readonly sends: { readonly stream_options: boolean; readonly parallel_tool_calls: boolean }
  /** Fields that the server refused by name. */
  readonly refused: readonly string[]
}

/**
 * The request that every server known takes: turns by turn, a system prompt that is first, ids of nine letters and
 * digits, arguments that are objects, no optional field but `stream_options`.
 */
export const strict: ChatDialect = {
  transcript: {
    provider: 'openai-chat',
    turns: 'JOINED',
    behindResults: 'MODEL',
    systemNotes: 'USER_ROLE',
    text: 'VISIBLE_CHARACTER',
    lastReasoning: 'DROPPED',
    arguments: 'OBJECT',
    calls: 'TOGETHER',
    resultFiles: 'BEHIND',
    madeFiles: 'BEHIND',
    // Mistral: "must be a-z, A-Z, 0-9, with a length of 9."
    callId: { refused: null, maxLength: 9, exactLength: 9 },
  },
  // "Images as base64 data URIs of png/jpeg" is what all of them take.
  files: { images: plainImages, audio: 'NEVER', pdf: false },
  systemPrompt: 'SYSTEM',
  limit: 'max_tokens',
  mostOutputTokens: null,
  window: null,
  besideCalls: 'TEXT',
  noCall: null,
  someCall: null,
  toolSchemas: 'PLAIN',
  jsonSchema: 'WITHOUT_TOOLS',
  efforts: [],
  temperature: { above: -1, most: 2 },
  reasoning: {
    fields: ['reasoning_content', 'reasoning', 'reasoning_details'],
    beside: 'CALLS',
    missing: null,
  },
  signsCalls: false,
  sends: { stream_options: true, parallel_tool_calls: false },
  refused: [],
}

/** A window in tokens, and how many tokens a character of the refused prompt took by the server's count. */
export interface LearntWindow {
  readonly tokens: number
  readonly perCharacter: number
}

/** The parts of a request that a prompt is made of. */
interface Prompt {
  readonly messages?: unknown
  readonly tools?: unknown
}

/** Tokens that servers add. */
const added = 16

export function charactersOf({ messages, tools }: Prompt): number {
  return JSON.stringify([messages ?? [], tools ?? []], withoutBytes).length
}

/** A file's tokens have nothing to do with its bytes. */
function withoutBytes(name: string, value: unknown): unknown {
  const isBytes = name === 'url' || name === 'data' || name === 'file_data'
  return isBytes && typeof value === 'string' && value.length > 1_000 ? '' : value
}

/** The tokens that a prompt leaves of the window for its answer, about; below 0 where it is larger than the window. */
export function roomBeside({ tokens, perCharacter }: LearntWindow, prompt: Prompt): number {
  return Math.floor(tokens - perCharacter * charactersOf(prompt) + 1e-6) - added
}

/** The least room for an answer that is worth asking for. */
export const leastOutput = 256

/** The longest answer to ask for. A prompt that leaves hardly any room is too long: the server says so. */
export function withinWindow(asked: number, window: LearntWindow | null, prompt: Prompt): number {
  if (window === null) return asked
  const room = roomBeside(window, prompt)
  return room < leastOutput ? asked : Math.min(asked, room)
}

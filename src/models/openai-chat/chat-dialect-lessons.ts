import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { inOnePiece, refusesStream } from '../openai/refused-fields.ts'
import { refusesSystem, systemInFirst } from '../refused-system.ts'
import {
  type ChatDialect,
  charactersOf,
  type LearntWindow,
  leastOutput,
  roomBeside,
  strict,
} from './chat-dialect.ts'

/** Refusal of a server: its status, its message, and the field that it names separately. */
export interface DialectRefusal {
  readonly status: number | undefined
  readonly text: string
  readonly param: string | null
}

/** Change to the dialect, described for the log. */
export interface Lesson {
  readonly dialect: ChatDialect
  readonly what: string
  /** The change applies to the next request only: the room that a prompt leaves differs for the next prompt. */
  readonly isForOnce?: true
}

/**
 * Learns from a refusal about a server and a model; `null` if there is nothing new. Each lesson removes something, or adds what was
 * missing, so that the lessons end even if a server keeps refusing.
 */
export function learn(dialect: ChatDialect, sent: JsonObject, refusal: DialectRefusal): Lesson | null {
  const whole = withoutStream(dialect, sent, refusal)
  if (whole !== null) return whole
  if (!mayTeach(refusal)) return null
  for (const teach of lessons) {
    const lesson = teach(dialect, sent, refusal)
    if (lesson !== null) return lesson
  }
  return null
}

/** llama.cpp and vLLM's templates refuse with 500 requests that can never work. */
function mayTeach({ status, text }: DialectRefusal): boolean {
  return status === 400 || status === 422 || (status === 500 && /role|alternate|template|system/i.test(text))
}

type Teach = (dialect: ChatDialect, sent: JsonObject, refusal: DialectRefusal) => Lesson | null

/** Without a stream its options are refused as well. */
const withoutStream: Teach = (dialect, sent, refusal) => {
  if (dialect.refused.includes('stream') || !refusesStream(refusal, sent)) return null
  const refused = [...dialect.refused, 'stream', 'stream_options']
  return { dialect: { ...dialect, refused }, what: inOnePiece }
}

const wantsReasoning: Teach = (dialect, _sent, { text }) => {
  if (!/reasoning_content.*(must be passed back|is missing)/i.test(text)) return null
  const { reasoning } = dialect
  // DeepSeek takes an empty text for reasoning that was not kept, Kimi requires some words.
  const missing = reasoning.missing === null && /passed back/i.test(text) ? '' : '(not kept)'
  if (missing === reasoning.missing) return null
  const fields = [
    'reasoning_content' as const,
    ...reasoning.fields.filter((field) => field !== 'reasoning_content'),
  ]
  return {
    dialect: { ...dialect, reasoning: { fields, beside: 'EVERY_ANSWER', missing } },
    what: 'each answer goes back with its `reasoning_content`',
  }
}

const wantsSignatures: Teach = (dialect, _sent, { text }) => {
  if (dialect.signsCalls || !/missing an? `?thought_?signature/i.test(text)) return null
  return { dialect: { ...dialect, signsCalls: true }, what: 'calls go back with a `thought_signature`' }
}

const wantsShortIds: Teach = (dialect, _sent, { text }) => {
  const { transcript } = dialect
  if (transcript.callId.exactLength !== undefined) return null
  if (!/tool call ids? .*(length of 9|length >= 9)/i.test(text)) return null
  const { callId } = strict.transcript
  return {
    dialect: { ...dialect, transcript: { ...transcript, callId } },
    what: 'ids of calls have 9 characters',
  }
}

const knowsNoSystem: Teach = (dialect, _sent, { text }) => {
  const { transcript } = dialect
  const isKnown = dialect.systemPrompt === 'FIRST_USER' && transcript.systemNotes === 'USER_ROLE'
  if (isKnown || !refusesSystem(text)) return null
  return {
    dialect: {
      ...dialect,
      systemPrompt: 'FIRST_USER',
      transcript: { ...transcript, systemNotes: 'USER_ROLE' },
    },
    what: systemInFirst,
  }
}

const wantsOneCall: Teach = (dialect, _sent, { text }) => {
  const { transcript } = dialect
  if (transcript.calls !== 'TOGETHER' || !/single tool-calls? at once/i.test(text)) return null
  return {
    dialect: { ...dialect, transcript: { ...transcript, calls: 'ONE_BY_ONE' } },
    what: 'calls go back one by one',
  }
}

const outOfOrder =
  /must alternate|roles? .*alternat|unexpected role|message_order|at the beginning|system message must|(out of|wrong) order|last role/i

/** First the order that every template takes; where that is refused too, the results are the cause. */
const wantsOrder: Teach = (dialect, sent, { text }) => {
  if (!outOfOrder.test(text)) return null
  const { transcript } = dialect
  const { turns, behindResults, systemNotes } = strict.transcript
  if (transcript.turns !== turns || transcript.behindResults !== behindResults) {
    return {
      dialect: { ...dialect, transcript: { ...transcript, turns, behindResults, systemNotes } },
      what: 'user and model speak by turns',
    }
  }
  const hasResults = JSON.stringify(sent.messages ?? []).includes('"role":"tool"')
  if (!hasResults || transcript.calls === 'IN_WORDS') return null
  return {
    dialect: { ...dialect, transcript: { ...transcript, calls: 'IN_WORDS' } },
    what: 'calls and results are sent as text',
  }
}

const refuses =
  /unsupported|not supported|does not support|unsupport|extra_forbidden|extra inputs|unknown|unrecognized|not permitted|not allowed|unexpected|wrong_api_format|incompatible|only \S+ is allowed|invalid tool_choice|must be 'json_schema'|must be strictly positive/i

/** OpenAI's models, and others, refuse one of the two names for the longest answer. */
const otherLimit: Teach = (dialect, sent, refusal) => {
  const { limit, refused } = dialect
  if (!(limit in sent) || !names(limit, refusal) || !refuses.test(refusal.text)) return null
  const other = limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
  const isOther = !refused.includes(other)
  return {
    dialect: { ...dialect, limit: isOther ? other : limit, refused: [...refused, limit] },
    what: isOther ? `\`${other}\` is sent in the place of \`${limit}\`` : `\`${limit}\` is left out`,
  }
}

/** A limit that is more than the model gives, or more than is left beside the prompt: less output is asked for, not a shorter prompt. */
const lessOutput: Teach = (dialect, sent, { text }) => {
  const asked = sent[dialect.limit]
  if (typeof asked !== 'number' || asked <= leastOutput) return null
  const isMeant =
    /max_(completion_|new_)?tokens.{0,80}(too large|too high|at most|less than|less or equal|range|exceed|maximum|must be)|requested \d+ (output )?tokens|\(\d+ in the messages, \d+ in the completion\)/i
  if (!isMeant.test(text)) return null
  const window = windowIn(sent, text)
  const isNew = window !== null && window.tokens !== dialect.window?.tokens
  if (isNew && roomBeside(window, sent) >= leastOutput && roomBeside(window, sent) < asked) {
    const what = `answers are asked for in the room that its window of ${window.tokens} tokens leaves`
    return { dialect: { ...dialect, window }, what }
  }
  const { most, isForOnce } = roomFor(asked, text)
  if (most < leastOutput) return null
  const what = `at most ${most} tokens of an answer are asked for`
  return { dialect: { ...dialect, mostOutputTokens: most }, what, ...(isForOnce ? { isForOnce } : {}) }
}

/** The window and the size of the prompt, where the server names both. */
function windowIn(sent: JsonObject, text: string): LearntWindow | null {
  const tokens = numberAfter(text, windowWords)
  const prompt = numberAfter(text, promptWords)
  return tokens === null || prompt === null ? null : { tokens, perCharacter: prompt / charactersOf(sent) }
}

const windowWords =
  /(?:context|model|sequence) (?:length|window|size)(?: limit)?(?: is|:| of)?(?: only)? \(?(\d[\d,]*)|max_(?:model|seq)_len(?:gth)?\W{0,3}(\d[\d,]*)|must be <= (\d[\d,]*)/i
const promptWords =
  /\((\d[\d,]*) in the messages|(\d[\d,]*) (?:input|prompt) tokens|given: `?(\d[\d,]*)`? `?inputs/i

/** Room for the answer according to the message: the window without the prompt, the bound that it names, or half. */
function roomFor(asked: number, text: string): { readonly most: number; readonly isForOnce: boolean } {
  const window = numberAfter(text, windowWords)
  const prompt = numberAfter(text, promptWords)
  const half = Math.floor(asked / 2)
  if (window !== null) {
    // If the answer is the smaller part of the window, the prompt is too long.
    const room = prompt === null ? (asked * 2 < window ? 0 : half) : window - prompt - 16
    return { most: room < asked ? room : half, isForOnce: true }
  }
  const numbers = [...text.matchAll(/\d[\d,]*/g)].map(([number]) => Number(number.replaceAll(',', '')))
  const bounds = numbers.filter((number) => number < asked && number >= leastOutput)
  return { most: bounds.length > 0 ? Math.max(...bounds) : half, isForOnce: false }
}

function numberAfter(text: string, pattern: RegExp): number | null {
  const found = pattern
    .exec(text)
    ?.slice(1)
    .find((group) => group !== undefined)
  return found === undefined ? null : Number(found.replaceAll(',', ''))
}

/** Fields that a request can do without, in the body and in the messages. */
const optional = [
  ...[
    'stream_options',
    'parallel_tool_calls',
    'tool_choice',
    'response_format',
    'reasoning_effort',
    'temperature',
  ],
  ...['reasoning_content', 'reasoning_details', 'reasoning', 'extra_content'],
]

const withoutField: Teach = (dialect, sent, refusal) => {
  if (!refuses.test(refusal.text)) return null
  const field = optional.find(
    (name) => !dialect.refused.includes(name) && isSent(name, sent) && names(name, refusal),
  )
  if (field === undefined) return null
  return { dialect: { ...dialect, refused: [...dialect.refused, field] }, what: `\`${field}\` is left out` }
}

function isSent(field: string, { messages, ...body }: JsonObject): boolean {
  return field in body || (Array.isArray(messages) && messages.some((message) => hasField(message, field)))
}

function hasField(message: Json, field: string): boolean {
  if (!isJsonObject(message)) return false
  return (
    field in message ||
    (Array.isArray(message.tool_calls) && message.tool_calls.some((call) => hasField(call, field)))
  )
}

/** Whether the words name a field: as it is written, in camel case (xAI), or as two words (Cerebras: "JSON schema fields"). */
function names(field: string, { text, param }: DialectRefusal): boolean {
  if (param === field || param?.startsWith(`${field}.`)) return true
  const [first = '', ...rest] = field.split('_')
  const camel = first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const spellings = [
    field,
    camel,
    ...(field === 'response_format' ? ['json_schema', 'JSON schema', 'json schema'] : []),
  ]
  return spellings.some((spelling) => new RegExp(`(?<![A-Za-z_])${spelling}(?![A-Za-z_])`).test(text))
}

const lessons: readonly Teach[] = [
  wantsReasoning,
  wantsSignatures,
  wantsShortIds,
  knowsNoSystem,
  wantsOneCall,
  wantsOrder,
  otherLimit,
  lessOutput,
  withoutField,
]

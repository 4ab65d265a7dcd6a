import { estimateTokenCount } from 'tokenx'
import type { CompactionSettings } from '../../domain/agent.ts'
import type { AssistantPart, Message } from '../../domain/message.ts'
import type { ResponseFormat, ToolSpec } from '../../domain/model.ts'

/** Parts of a request that are counted. */
interface CountedRequest {
  readonly systemPrompt: string | null
  readonly messages: readonly Message[]
  readonly tools: readonly ToolSpec[]
  readonly responseFormat: ResponseFormat | null
}

/** Overhead of one message, one call and one tool, in tokens; slightly more than providers document. */
const perMessage = 4

const perCall = 8

const perTool = 12

/** The tokens that a request takes, by estimate (CTX-1). Linear in its length. */
export function countRequest({ systemPrompt, messages, tools, responseFormat }: CountedRequest): number {
  return (
    (systemPrompt === null ? 0 : perMessage + countText(systemPrompt)) +
    countMessages(messages) +
    tools.reduce((sum, tool) => sum + countTool(tool), 0) +
    (responseFormat === null ? 0 : perTool + countText(JSON.stringify(responseFormat)))
  )
}

/** The sum over the messages: what is added never lowers it. */
export function countMessages(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + countMessage(message), 0)
}

/** Messages never change, so each is measured once. */
const counted = new WeakMap<Message, number>()

function countMessage(message: Message): number {
  const known = counted.get(message)
  if (known !== undefined) return known
  const tokens = perMessage + countContent(message)
  counted.set(message, tokens)
  return tokens
}

/**
 * The tokens of a text, by estimate: within about a quarter of o200k on prose, code and CJK. What tokenx takes for long words is
 * priced apart: hashes, ids, base64, scripts without spaces, emoji, long blanks.
 */
export function countText(text: string): number {
  let dense = 0
  let rest = text
  for (const { pattern, charsPerToken } of densePatterns) {
    rest = rest.replace(pattern, (run: string) => {
      dense += Math.ceil(run.length / charsPerToken)
      return ' '
    })
  }
  const jsonMarks = text.match(jsonMark)?.length ?? 0
  return dense + estimateTokenCount(rest) + Math.ceil(jsonMarks / 2)
}

/** Measured against o200k: tokenx alone is 75 % short on hexadecimal, 73 % on base64, 64 % on Thai, 28 % on UUIDs. */
const densePatterns: readonly { readonly pattern: RegExp; readonly charsPerToken: number }[] = [
  { pattern: /[A-Za-z0-9]{21,}/g, charsPerToken: 1.7 },
  { pattern: /\b(?:\d+[A-Za-z]|[A-Za-z]+\d)[A-Za-z0-9]*/g, charsPerToken: 1.75 },
  // Scripts from Armenian to Georgian, Ethiopic to Mongolian, and those of later blocks. Hangul's letters lie between them.
  { pattern: /[\u0530-\u10ff\u1200-\u1dff\ua4d0-\ua95f\ua980-\uabff]+/g, charsPerToken: 2 },
  // Symbols, and the two halves of what lies beyond the first plane.
  { pattern: /[\u2190-\u2bff\ud800-\uf8ff]+/g, charsPerToken: 1 },
  { pattern: /\s{17,}/g, charsPerToken: 16 },
]

/** JSON's marks often stand as tokens of their own; tokenx takes neighbours together. */
const jsonMark = /["\]}][:,]/g

function countContent(message: Message): number {
  switch (message.role) {
    case 'system':
    case 'user':
      return countText(message.text)
    case 'tool':
      return perCall + countText(message.name) + countText(message.text)
    case 'assistant':
      return message.parts.reduce((sum, part) => sum + countPart(part), 0)
    default:
      return message satisfies never
  }
}

function countPart(part: AssistantPart): number {
  switch (part.type) {
    case 'tool-call':
      return perCall + countText(part.name) + countText(part.arguments)
    case 'reasoning':
      return part.text === '' && part.state
        ? hiddenTokens(JSON.stringify(part.state.data))
        : countText(part.text)
    case 'text':
    case 'refusal':
      return countText(part.text)
    default:
      return part satisfies never
  }
}

/** Encrypted reasoning is billed as what it hides: base64 of about four bytes a token. */
function hiddenTokens(encrypted: string): number {
  return Math.ceil(encrypted.length / 5)
}

/** A server's tools are the same for all its requests. */
const countedTools = new WeakMap<ToolSpec, number>()

function countTool(tool: ToolSpec): number {
  const known = countedTools.get(tool)
  if (known !== undefined) return known
  const { name, description, inputSchema } = tool
  const tokens = perTool + countText(name) + countText(description) + countText(JSON.stringify(inputSchema))
  countedTools.set(tool, tokens)
  return tokens
}

/** Sizes of a request that are known before it is sent, in tokens. */
export interface GuardedRequest {
  /** Context window of the model; `null`: unknown, and requests are not checked. */
  readonly window: number | null
  /** Limit learnt from an overflow; `null`: no request overflowed. It is a guess, so no request is refused because of it. */
  readonly learntRoom: number | null
  /** Size of the whole request. */
  readonly tokens: number
  readonly maxOutputTokens: number | null
  /** `null`: histories are never made smaller. */
  readonly compaction: CompactionSettings | null
}

type GuardVerdict =
  | { readonly kind: 'fits' }
  /** `share` of the window, from 0; above the warning line. */
  | { readonly kind: 'nearly-full'; readonly share: number }
  /** It is above the `line`: how large it should become, and how large it may be at most. */
  | { readonly kind: 'compact'; readonly line: number; readonly target: number; readonly room: number }
  | { readonly kind: 'too-large'; readonly room: number }

/** Minimum room for an answer without an output limit, in tokens. */
const defaultAnswerTokens = 4_096

/** No answer's room takes more of a window than this. */
const maxAnswerShare = 0.25

/** Compaction aims below its line, so that the next turns do not set it off again. */
const compactionTarget = 0.7

const defaultWarnAt = 0.8

/** Whether a request fits its model's window with room for the answer (CTX-1). */
export function guard({
  window,
  learntRoom,
  tokens,
  maxOutputTokens,
  compaction,
}: GuardedRequest): GuardVerdict {
  const hardRoom = window === null ? Number.POSITIVE_INFINITY : roomOf(window, maxOutputTokens)
  const room = Math.min(hardRoom, learntRoom ?? Number.POSITIVE_INFINITY)
  const line = compaction === null ? room : Math.min((window ?? room) * compaction.compactAt, room)
  if (compaction !== null && tokens > line)
    return { kind: 'compact', line: Math.floor(line), target: Math.floor(line * compactionTarget), room }
  if (tokens > hardRoom) return { kind: 'too-large', room: hardRoom }
  const share = window === null ? 0 : tokens / window
  return share > (compaction?.warnAt ?? defaultWarnAt) ? { kind: 'nearly-full', share } : { kind: 'fits' }
}

/** Room that a window leaves for a request, besides its answer. */
export function roomOf(window: number, maxOutputTokens: number | null): number {
  return window - answerRoom(window, maxOutputTokens)
}

/** The least that is left for the answer, in tokens. */
export function answerRoom(window: number, maxOutputTokens: number | null): number {
  return Math.min(maxOutputTokens ?? defaultAnswerTokens, Math.floor(window * maxAnswerShare))
}

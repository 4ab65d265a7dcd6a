import type { CompactionSettings } from '../../domain/agent.ts'
import type { Message } from '../../domain/message.ts'
import type { ResponseFormat, ToolSpec } from '../../domain/model.ts'
import { countMessages, countText, perMessage } from '../../domain/token-estimate.ts'

/** What is counted of a request. */
interface CountedRequest {
  readonly systemPrompt: string | null
  readonly messages: readonly Message[]
  readonly tools: readonly ToolSpec[]
  readonly responseFormat: ResponseFormat | null
}

/** What providers put around one tool, in tokens; a little more than is documented. */
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

/** What is known of a request before it is sent; sizes in tokens. */
export interface GuardedRequest {
  /** Of the model; `null`: unknown, and nothing is guarded. */
  readonly window: number | null
  /** What requests are kept within since one overflowed; `null`: none did. It is a guess: no request is refused for it. */
  readonly learntRoom: number | null
  /** Of the whole request. */
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

/** What an answer is left at least where its bound is not given, in tokens. */
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

/** What a window has for a request, beside its answer. */
export function roomOf(window: number, maxOutputTokens: number | null): number {
  return window - answerRoom(window, maxOutputTokens)
}

/** The least that is left for the answer, in tokens. */
export function answerRoom(window: number, maxOutputTokens: number | null): number {
  return Math.min(maxOutputTokens ?? defaultAnswerTokens, Math.floor(window * maxAnswerShare))
}

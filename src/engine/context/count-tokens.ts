import { LRUCache } from 'lru-cache'
import type { CompactionSettings } from '../../domain/agent-settings.ts'
import type { Message } from '../../domain/message.ts'
import type { ResponseFormat, ToolSpec } from '../../domain/model.ts'
import { countMessages, countText, perMessage } from '../../domain/token-estimate.ts'

/** Parts of a request that are counted. */
interface CountedRequest {
  readonly systemPrompt: string | null
  readonly messages: readonly Message[]
  readonly tools: readonly ToolSpec[]
  readonly responseFormat: ResponseFormat | null
}

/** Overhead of one tool, in tokens; slightly more than providers document. */
const perTool = 12

/** The tokens that a request takes, by estimate (CTX-1). Linear in its length. */
export function countRequest({ systemPrompt, messages, tools, responseFormat }: CountedRequest): number {
  return (
    (systemPrompt === null ? 0 : perMessage + countPrompt(systemPrompt)) +
    countMessages(messages) +
    tools.reduce((sum, tool) => sum + countTool(tool), 0) +
    (responseFormat === null ? 0 : perTool + countText(JSON.stringify(responseFormat)))
  )
}

/** A request is counted several times, and a run's prompt stays the same for many requests. */
const countedPrompts = new LRUCache<string, number>({ max: 100 })

function countPrompt(prompt: string): number {
  const known = countedPrompts.get(prompt)
  if (known !== undefined) return known
  const tokens = countText(prompt)
  countedPrompts.set(prompt, tokens)
  return tokens
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

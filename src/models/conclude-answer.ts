import type { AssistantPart } from '../domain/message.ts'
import type { FinishReason, ModelAnswer } from '../domain/model.ts'
import type { TokenUsage } from '../domain/usage.ts'
import { readFinish } from './finish-words.ts'

/** What an adapter has read when a stream is over. */
interface Ended {
  readonly messageId: string
  readonly parts: readonly AssistantPart[]
  readonly usage: TokenUsage
  /** The server's own word for the end; `null`: it said none. */
  readonly word: string | null
  /** What the word means; absent: what it means in every API. */
  readonly reason?: FinishReason | undefined
  /** What was read otherwise than it was written. */
  readonly repaired?: readonly string[]
}

/** The answer of an ended stream. @throws ModelError where the server broke the answer off */
export function concludeAnswer({ messageId, parts, usage, word, reason, repaired = [] }: Ended): ModelAnswer {
  const read = reason ? { reason, repaired: [] } : readFinish(word ?? '', parts.some(isSaid))
  const all = [...repaired, ...read.repaired]
  return {
    type: 'done',
    message: { role: 'assistant', messageId, parts },
    usage,
    ...finishWith(read.reason, parts),
    rawFinishReason: word,
    ...(all.length > 0 && { repaired: all }),
  }
}

/** The end of an answer with these parts: a call and a refusal may finish with a plain stop. A call that the server lost is asked for again. */
function finishWith(
  reason: FinishReason,
  parts: readonly AssistantPart[],
): Pick<ModelAnswer, 'finishReason' | 'lacksCall'> {
  const has = (type: AssistantPart['type']) => parts.some((part) => part.type === type)
  if (reason !== 'STOP' && reason !== 'TOOL_CALLS' && reason !== 'OTHER') return { finishReason: reason }
  if (has('tool-call')) return { finishReason: 'TOOL_CALLS' }
  if (has('refusal')) return { finishReason: 'REFUSAL' }
  return reason === 'TOOL_CALLS'
    ? { finishReason: 'MALFORMED_TOOL_CALL', lacksCall: true }
    : { finishReason: reason }
}

function isSaid({ type }: AssistantPart): boolean {
  return type !== 'reasoning'
}

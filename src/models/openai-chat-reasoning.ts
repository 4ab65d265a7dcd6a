import { z } from 'zod'
import type { JsonObject } from '../domain/json.ts'
import type { AssistantPart, ProviderState, ReasoningPart } from '../domain/message.ts'
import type { ChatDelta } from './openai-chat-chunk.ts'

/** The reasoning of one answer as it comes in. */
export interface ReasoningDraft {
  text: string
  /** The field in which the server sends it, and wants it back. */
  field: 'reasoning_content' | 'reasoning'
  readonly details: Map<unknown, JsonObject>
}

/** Takes the reasoning of one delta; gives back its text. */
export function addReasoning(draft: ReasoningDraft, delta: ChatDelta): string {
  const text = delta.reasoning_content || delta.reasoning || ''
  if (text !== '') draft.field = delta.reasoning_content ? 'reasoning_content' : 'reasoning'
  draft.text += text
  for (const piece of delta.reasoning_details ?? []) {
    const index = piece.index ?? draft.details.size
    draft.details.set(index, join(draft.details.get(index), piece))
  }
  return text
}

/** Texts grow by piece; of the rest (type, format, signature) the last word counts. */
function join(known: JsonObject | undefined, piece: JsonObject): JsonObject {
  const joined: Record<string, JsonObject[string]> = { ...known }
  for (const [key, value] of Object.entries(piece)) {
    const before = joined[key]
    const grows = growing.includes(key) && typeof before === 'string' && typeof value === 'string'
    joined[key] = grows ? before + value : (value ?? before ?? null)
  }
  return joined
}

const growing = ['text', 'summary', 'data']

/** The finished reasoning with what its server wants back. */
export function toReasoningPart({ text, field, details }: ReasoningDraft): readonly ReasoningPart[] {
  if (text === '' && details.size === 0) return []
  const data = details.size === 0 ? { field } : { field, details: [...details.values()] }
  return [{ type: 'reasoning', text, state: { provider: 'openai-chat', data } satisfies ProviderState }]
}

const reasoningState = z.object({
  field: z.enum(['reasoning_content', 'reasoning']),
  details: z.array(z.json()).optional(),
})

/**
 * The fields that carry reasoning back. Only beside tool calls: there DeepSeek ("must be passed back") and OpenRouter
 * want it, elsewhere no server does and DeepSeek's older models refuse it.
 */
export function reasoningEcho(parts: readonly AssistantPart[]): JsonObject {
  if (!parts.some((part) => part.type === 'tool-call')) return {}
  for (const part of parts) {
    if (part.type !== 'reasoning') continue
    const state = reasoningState.safeParse(part.state?.data).data
    if (state === undefined) continue
    const { field, details } = state
    return { [field]: part.text, ...(details === undefined ? {} : { reasoning_details: details }) }
  }
  return {}
}

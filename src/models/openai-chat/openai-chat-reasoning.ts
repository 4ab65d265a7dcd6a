import { z } from 'zod'
import { type AnswerMeter, charsIn } from '../../domain/answer-size.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { AssistantPart, ProviderState, ReasoningPart, ToolCallPart } from '../../domain/message.ts'
import { type ChatDelta, readContent } from './openai-chat-chunk.ts'

/** The fields in which servers send reasoning and take it back; `content`: among the parts of the content (Mistral). */
const reasoningFields = ['reasoning_content', 'reasoning', 'content'] as const

type ReasoningField = (typeof reasoningFields)[number]

/** Reasoning that a server needs back in a history. */
export interface ReasoningRule {
  /** The fields that it takes; reasoning that came in another stays here. */
  readonly fields: readonly (ReasoningField | 'reasoning_details')[]
  /** On which answers: those with calls, or all. */
  readonly beside: 'CALLS' | 'EVERY_ANSWER'
  /** Value of the first field if there is no reasoning; `null`: the field is omitted. */
  readonly missing: string | null
}

/** The reasoning of one answer as it comes in. */
export interface ReasoningDraft {
  text: string
  /** The field in which the server sends it, and wants it back. */
  field: ReasoningField
  readonly details: Map<unknown, JsonObject>
}

/** Takes the reasoning of one delta; gives back its text. A server that sends it twice is read once. `size` counts the details. */
export function addReasoning(draft: ReasoningDraft, delta: ChatDelta, size: AnswerMeter): string {
  const { thinking } = readContent(delta)
  // Nobody takes those of the last place back.
  const others = thinking || delta.reasoning_text || delta.thinking
  const found = [delta.reasoning_content, delta.reasoning, others]
  const at = found.findIndex(Boolean)
  const text = found[at] ?? textOfDetails(delta.reasoning_details ?? [])
  draft.field = reasoningFields[at] ?? draft.field
  draft.text += text
  for (const piece of delta.reasoning_details ?? []) {
    const index = piece.index ?? draft.details.size
    const known = draft.details.get(index)
    size.add(charsToAdd(known, piece), known === undefined ? 1 : 0)
    draft.details.set(index, join(known, piece))
  }
  return text
}

function textOfDetails(details: readonly JsonObject[]): string {
  return details
    .map(({ text, summary }) => [text, summary].find((word) => typeof word === 'string') ?? '')
    .join('')
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

/** By how much a piece makes a detail longer: what each piece repeats, such as the type, counts once. */
function charsToAdd(known: JsonObject | undefined, piece: JsonObject): number {
  return Object.entries(piece)
    .filter(([key]) => known?.[key] === undefined || growing.includes(key))
    .reduce((sum, [, value]) => sum + charsIn(value), 0)
}

/** The finished reasoning with the state that its server wants back. `origin` names the server and the model. */
export function toReasoningPart(
  { text, field, details }: ReasoningDraft,
  origin: string,
): readonly ReasoningPart[] {
  if (text === '' && details.size === 0) return []
  const kept = details.size === 0 ? {} : { details: [...details.values()] }
  const data = { field, origin, ...kept }
  return [{ type: 'reasoning', text, state: { provider: 'openai-chat', data } satisfies ProviderState }]
}

const reasoningState = z.object({
  field: z.enum(reasoningFields),
  origin: z.string(),
  details: z.array(z.json()).optional(),
})

/**
 * The fields that carry reasoning back: only to the server and the model that it came from, under the name that it
 * came under, and only where that server takes it.
 */
export function reasoningEcho(
  parts: readonly AssistantPart[],
  { fields, beside, missing }: ReasoningRule,
  origin: string,
): JsonObject {
  if (beside === 'CALLS' && !parts.some((part) => part.type === 'tool-call')) return {}
  const kept = parts.flatMap((part) => {
    if (part.type !== 'reasoning') return []
    const state = reasoningState.safeParse(part.state?.data).data
    return state?.origin === origin ? [{ ...state, text: part.text }] : []
  })
  const field = kept[0]?.field
  const text = kept.map((each) => each.text).join('\n')
  const details = kept.flatMap((each) => each.details ?? [])
  const echo = {
    ...(field !== undefined && field !== 'content' && fields.includes(field) && text !== ''
      ? { [field]: text }
      : {}),
    ...(details.length > 0 && fields.includes('reasoning_details') ? { reasoning_details: details } : {}),
  }
  const [first] = fields
  if (missing === null || first === undefined || first in echo) return echo
  return { ...echo, [first]: missing }
}

const callState = z.object({ origin: z.string(), extra: z.record(z.string(), z.json()) })

/** Keeps the extra content that Gemini's endpoint gave with a call, to be sent back with it. */
export function keepExtra(extra: JsonObject, origin: string): ProviderState {
  return { provider: 'openai-chat', data: { origin, extra } }
}

/** Google's word for a call that no Gemini made. */
const unsigned: JsonObject = { google: { thought_signature: 'skip_thought_signature_validator' } }

/**
 * Returns the extra content to send back beside a call. If the server requires signed calls, the first call of another model's answer says
 * that it has no signature.
 */
export function extraOf(
  { state }: ToolCallPart,
  { origin, isFirst, signsCalls }: { origin: string; isFirst: boolean; signsCalls: boolean },
): { readonly extra_content?: JsonObject } {
  const kept = callState.safeParse(state?.data).data
  if (kept?.origin === origin) return { extra_content: kept.extra }
  return signsCalls && isFirst ? { extra_content: unsigned } : {}
}

import { z } from 'zod'
import type { JsonObject } from '../../domain/json.ts'
import type { ProviderState, ToolCallPart } from '../../domain/message.ts'

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

import { findProvider } from '@pydantic/genai-prices'
import { entryOf } from './prices.ts'

/** Prices of the table are those of these sellers; the names are of models that take part in a conversation. */
const sellers = [
  { provider: 'anthropic', seller: 'anthropic', names: /^claude-\D/ },
  { provider: 'google', seller: 'google', names: /^(gemini-\d|gemma-)/ },
  { provider: 'openai', seller: 'openai', names: /^(gpt-\d|o\d|codex-)/ },
  { provider: 'vertex', seller: 'google', names: /^(gemini-\d|gemma-)/ },
] as const

/** Models of the table for other purposes, or whose names mean a group of models. */
const others =
  /-(audio|image|realtime|transcribe|tts|live|vision|search|instruct|embedding|extended)(-|$)|:|\.ft-/

/** The names of the models in the maintained table, as agents name them: `provider/model`. */
export function knownNames(): readonly string[] {
  return sellers.flatMap(({ provider, seller, names }) =>
    (findProvider({ providerId: seller })?.models ?? [])
      .map(({ id }) => id)
      .filter((id) => names.test(id) && !others.test(id) && entryOf(provider, id) !== null)
      .map((id) => `${provider}/${id}`),
  )
}

// Files whose names begin with "_" hold no agent.

/** The model of the agents: that of the first provider with a key, or else a script that stands in for one. */
export const model = firstWithKey() ?? 'scripted/stand-in'

function firstWithKey(): string | undefined {
  const { ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_API_KEY, GEMINI_API_KEY } = process.env
  if (ANTHROPIC_API_KEY) return 'anthropic/claude-sonnet-5'
  if (OPENAI_API_KEY) return 'openai/gpt-5-mini'
  if (GOOGLE_API_KEY || GEMINI_API_KEY) return 'google/gemini-3.8-flash'
  return undefined
}

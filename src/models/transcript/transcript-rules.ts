/** Requirements of a provider on a history, as data for `repairTranscript`. */
export interface TranscriptRules {
  /** Whose reasoning and signatures go back; all other state is dropped. */
  readonly provider: string
  /**
   * `ALTERNATING`: the user has the first and the last word, and no two answers follow each other.
   * `JOINED`: the same, and no two turns of the user follow each other: neighbours become one message.
   * `FREE`: any order; only an empty history is refused.
   */
  readonly turns: 'ALTERNATING' | 'JOINED' | 'FREE'
  /** Role that may speak directly after results. */
  readonly behindResults: 'USER' | 'MODEL'
  /** Whether a system message may stand inside a history, or must become part of the user's turn. */
  readonly systemNotes: 'OWN_ROLE' | 'USER_ROLE'
  /** The least that a text must have: a character, a character or a signature, or a character that can be seen. */
  readonly text: 'ANY_CHARACTER' | 'CHARACTER_OR_SIGNATURE' | 'VISIBLE_CHARACTER'
  /** Whether an answer may end with reasoning. */
  readonly lastReasoning: 'KEPT' | 'DROPPED'
  /** Whether arguments go back as the model wrote them, or must be the text of a JSON object. */
  readonly arguments: 'AS_WRITTEN' | 'OBJECT'
  /** Calls and results as they are, one call per answer, or as text for models that support no results. */
  readonly calls: 'TOGETHER' | 'ONE_BY_ONE' | 'IN_WORDS'
  /** Whether files of a result stand in it, or in a message of the user behind all results. Those of a failed call always stand behind. */
  readonly resultFiles: 'INSIDE' | 'BEHIND'
  /** Whether files that the provider's models made stand in their answer, or in a message of the user behind, as those of others do. */
  readonly madeFiles: 'INSIDE' | 'BEHIND'
  readonly callId: NameRule
}

export interface NameRule {
  /** The characters to replace; `null` where any is taken. */
  readonly refused: RegExp | null
  /** In UTF-16 units; `null` where it has no bound. */
  readonly maxLength: number | null
  /** Exact number of letters and digits: another name is replaced by one of that length. */
  readonly exactLength?: number
}

/** The names of tools that every provider takes, and that tools are defined with; a model may call others. */
export const calledName: NameRule = { refused: /^[^a-zA-Z_]|[^a-zA-Z0-9_-]/g, maxLength: 64 }

/** Requirements of OpenAI's APIs. Rules of other servers of Chat Completions are in `chat-dialects.ts`. */
const open = {
  turns: 'FREE',
  behindResults: 'USER',
  arguments: 'OBJECT',
  calls: 'TOGETHER',
  systemNotes: 'OWN_ROLE',
  text: 'ANY_CHARACTER',
  madeFiles: 'BEHIND',
} as const satisfies Partial<TranscriptRules>

const gemini = {
  // "Please ensure that multiturn requests alternate between user and model", "… ends with a user role".
  turns: 'ALTERNATING',
  behindResults: 'USER',
  systemNotes: 'USER_ROLE',
  // "Unable to submit request because it has an empty text parameter."
  text: 'CHARACTER_OR_SIGNATURE',
  lastReasoning: 'KEPT',
  // Arguments are an object there, which the request makes of them.
  arguments: 'AS_WRITTEN',
  calls: 'TOGETHER',
  resultFiles: 'INSIDE',
  madeFiles: 'INSIDE',
  callId: { refused: null, maxLength: null },
} as const satisfies Partial<TranscriptRules>

/** The rules of each API, in the vendors' own words where they have some. */
export const transcriptRules = {
  openai: {
    ...open,
    provider: 'openai',
    // "Item of type 'reasoning' was provided without its required following item."
    lastReasoning: 'DROPPED',
    resultFiles: 'INSIDE',
    // "Invalid 'input[2].call_id': string too long. Expected a string with maximum length 64"
    callId: { refused: null, maxLength: 64 },
  },
  /** OpenAI's own Chat Completions, and Azure's. */
  'openai-chat': {
    ...open,
    provider: 'openai-chat',
    // It goes back as a field of the message, and alone it makes none.
    lastReasoning: 'DROPPED',
    // A tool message has text alone.
    resultFiles: 'BEHIND',
    // "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40"
    callId: { refused: null, maxLength: 40 },
  },
  anthropic: {
    provider: 'anthropic',
    // The newest models refuse to continue with an answer that is begun: "Prefill not supported".
    turns: 'ALTERNATING',
    behindResults: 'USER',
    systemNotes: 'USER_ROLE',
    // "messages: text content blocks must contain non-whitespace text"
    text: 'VISIBLE_CHARACTER',
    arguments: 'AS_WRITTEN',
    calls: 'TOGETHER',
    resultFiles: 'INSIDE',
    madeFiles: 'BEHIND',
    // "The final block in an assistant message cannot be `thinking`."
    lastReasoning: 'DROPPED',
    // "String should match pattern '^[a-zA-Z0-9_-]+$'"
    callId: { refused: /[^a-zA-Z0-9_-]/g, maxLength: 64 },
  },
  google: { ...gemini, provider: 'google' },
  vertex: { ...gemini, provider: 'vertex' },
} as const satisfies Record<string, TranscriptRules>

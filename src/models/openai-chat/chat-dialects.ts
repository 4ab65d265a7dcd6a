import { type ChatDialectName, chatDialectNames } from '../../domain/chat-dialect.ts'
import { allImages, plainImages } from '../files/file-rules.ts'
import { type TranscriptRules, transcriptRules } from '../transcript/transcript-rules.ts'
import { type ChatDialect, strict } from './chat-dialect.ts'
import type { ReasoningRule } from './openai-chat-reasoning.ts'

/** Returns the dialect of a server for a model, by the server's name or address. */
export function chatDialect(
  model: string,
  { name, baseUrl }: { readonly name?: ChatDialectName | undefined; readonly baseUrl: string },
): ChatDialect {
  const known = name ?? dialectAt(baseUrl)
  const row: DialectRow = dialectRows[known]
  let dialect: ChatDialect = { ...strict, ...row.changes }
  for (const { model: pattern, on, changes } of modelRows) {
    if (on.includes(known) && pattern.test(model)) dialect = { ...dialect, ...changes(dialect) }
  }
  return dialect
}

/** The server at an address; `strict` where nobody knows it. */
function dialectAt(baseUrl: string): ChatDialectName {
  const host = URL.parse(baseUrl)?.host ?? ''
  return chatDialectNames.find((name) => hostOf(name)?.test(host)) ?? 'strict'
}

function hostOf(name: ChatDialectName): RegExp | undefined {
  const row: DialectRow = dialectRows[name]
  return row.host
}

const { transcript } = strict

/** The ids of calls go back as they came: some servers put more than a name into them. */
const ownIds: TranscriptRules = { ...transcript, callId: { refused: null, maxLength: null } }

/** And the user may speak right behind results. */
const lenient: TranscriptRules = { ...ownIds, behindResults: 'USER' }

const forcesCalls = { noCall: 'none', someCall: 'required' } as const

/** Audio as OpenAI's API has it, by models that hear. */
const hears = { images: plainImages, audio: 'ALWAYS', pdf: false } as const

const hearsAndSees = { ...hears, images: allImages } as const

const readsAll = { ...hearsAndSees, pdf: true } as const

const withWebp = [...plainImages, 'image/webp'] as const

const threeEfforts = ['LOW', 'MEDIUM', 'HIGH'] as const

const onlyReasoning: ReasoningRule = { fields: ['reasoning'], beside: 'CALLS', missing: null }

const noReasoning: ReasoningRule = { fields: [], beside: 'CALLS', missing: null }

/** One server: how its address is recognised, and its differences from the common request. */
interface DialectRow {
  readonly host?: RegExp
  readonly changes: Partial<ChatDialect>
}

const dialectRows = {
  /** OpenAI's own servers, and Azure's: they take all that their API has. */
  openai: {
    host: /\.(openai|azure)\.com$/,
    changes: {
      transcript: transcriptRules['openai-chat'],
      files: { images: allImages, audio: 'BY_NAME', pdf: true },
      limit: 'max_completion_tokens',
      besideCalls: 'TEXT_OR_NULL',
      ...forcesCalls,
      toolSchemas: 'AS_GIVEN',
      jsonSchema: 'ALWAYS',
      efforts: 'OPENAI',
      temperature: 'OPENAI',
    },
  },
  /** Dialect of an unknown server. */
  strict: { changes: {} },
  deepseek: {
    host: /(^|\.)deepseek\.com$/,
    changes: {
      transcript: lenient,
      // "unknown variant `image_url`, expected `text`"
      files: { images: [], audio: 'NEVER', pdf: false },
      noCall: 'none',
      jsonSchema: 'NEVER',
      // "The `reasoning_content` in the thinking mode must be passed back to the API."
      reasoning: { fields: ['reasoning_content'], beside: 'EVERY_ANSWER', missing: '' },
    },
  },
  moonshot: {
    host: /(^|\.)(moonshot\.(ai|cn)|kimi\.com)$/,
    changes: {
      transcript: lenient,
      noCall: 'none',
      temperature: 'NEVER',
      // "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2"
      reasoning: { fields: ['reasoning_content'], beside: 'CALLS', missing: '(not kept)' },
    },
  },
  zai: {
    host: /(^|\.)(z\.ai|bigmodel\.cn)$/,
    changes: {
      transcript: ownIds,
      temperature: { above: -1, most: 1 },
      reasoning: { fields: ['reasoning_content'], beside: 'CALLS', missing: null },
    },
  },
  xai: {
    host: /(^|\.)x\.ai$/,
    changes: { transcript: lenient, ...forcesCalls, jsonSchema: 'ALWAYS' },
  },
  groq: {
    host: /(^|\.)groq\.com$/,
    changes: { transcript: lenient, ...forcesCalls, reasoning: onlyReasoning },
  },
  cerebras: {
    host: /(^|\.)cerebras\.ai$/,
    changes: { transcript: ownIds, ...forcesCalls, reasoning: onlyReasoning },
  },
  mistral: {
    host: /(^|\.)mistral\.ai$/,
    changes: {
      noCall: 'none',
      someCall: 'any',
      reasoning: noReasoning,
      // It counts without being asked to, and refuses fields that it does not know.
      sends: { stream_options: false, parallel_tool_calls: false },
    },
  },
  dashscope: {
    host: /(^|\.)aliyuncs\.com$/,
    changes: { transcript: ownIds, noCall: 'none', reasoning: noReasoning },
  },
  openrouter: {
    host: /(^|\.)openrouter\.ai$/,
    changes: {
      transcript: lenient,
      files: readsAll,
      ...forcesCalls,
      jsonSchema: 'ALWAYS',
      efforts: threeEfforts,
      // Each is given twice; only the details have the signature.
      reasoning: { fields: ['reasoning_details'], beside: 'CALLS', missing: null },
    },
  },
  gemini: {
    host: /(^|\.)googleapis\.com$/,
    changes: {
      transcript: ownIds,
      files: { ...hears, images: withWebp },
      ...forcesCalls,
      efforts: threeEfforts,
      reasoning: noReasoning,
      signsCalls: true,
    },
  },
  anthropic: {
    host: /(^|\.)anthropic\.com$/,
    changes: {
      transcript: { ...transcript, callId: transcriptRules.anthropic.callId },
      files: { images: allImages, audio: 'NEVER', pdf: false },
      ...forcesCalls,
      jsonSchema: 'NEVER',
      reasoning: noReasoning,
    },
  },
  together: {
    host: /(^|\.)together\.(ai|xyz)$/,
    changes: { transcript: ownIds, ...forcesCalls },
  },
  fireworks: { host: /(^|\.)fireworks\.ai$/, changes: { transcript: ownIds } },
  perplexity: { host: /(^|\.)perplexity\.ai$/, changes: { temperature: { above: -1, most: 1.99 } } },
  vercel: {
    host: /(^|\.)vercel\.sh$/,
    changes: {
      transcript: lenient,
      files: readsAll,
      ...forcesCalls,
      reasoning: { fields: ['reasoning_details'], beside: 'CALLS', missing: null },
    },
  },
  huggingface: { host: /(^|\.)huggingface\.co$/, changes: { transcript: ownIds } },
  copilot: { host: /(^|\.)githubcopilot\.com$/, changes: { transcript: lenient, ...forcesCalls } },
  ollama: {
    host: /(^|\.)ollama\.com$|:11434$/,
    changes: {
      transcript: lenient,
      files: { images: withWebp, audio: 'NEVER', pdf: false },
      efforts: ['NONE', ...threeEfforts],
      reasoning: onlyReasoning,
    },
  },
  lmstudio: { host: /:1234$/, changes: { ...forcesCalls } },
  // Self-hosted servers: the options that they take beyond the common request depend on the model's template.
  llamacpp: {
    changes: {
      files: hears,
      ...forcesCalls,
      reasoning: { fields: ['reasoning_content'], beside: 'CALLS', missing: null },
      // Without it one call comes at a time.
      sends: { stream_options: true, parallel_tool_calls: true },
    },
  },
  vllm: { changes: { files: hearsAndSees, ...forcesCalls } },
  sglang: { changes: { files: hearsAndSees, ...forcesCalls } },
  tgi: {
    changes: {
      besideCalls: 'NULL',
      noCall: 'none',
      reasoning: noReasoning,
      temperature: { above: 0, most: 2 },
    },
  },
} as const satisfies Record<ChatDialectName, DialectRow>

/** Differences of models with a name, on all servers or on those listed. */
interface ModelRow {
  readonly model: RegExp
  readonly on: readonly ChatDialectName[]
  readonly changes: (dialect: ChatDialect) => Partial<ChatDialect>
}

/** Servers that put the messages through the model's own template. */
const templated = ['strict', 'vllm', 'sglang', 'llamacpp', 'tgi', 'lmstudio'] as const

const modelRows: readonly ModelRow[] = [
  {
    // "Conversation roles must alternate user/assistant/user/assistant/...", results among them.
    model: /gemma-?[123](?!\d)/i,
    on: templated,
    changes: ({ transcript: rules }) => ({ transcript: { ...rules, calls: 'IN_WORDS' } }),
  },
  {
    // Templates that know no system role.
    model: /gemma-?[12](?!\d)|mixtral|mistral-7b-instruct-v0\.[12]/i,
    on: templated,
    changes: () => ({ systemPrompt: 'FIRST_USER' }),
  },
  {
    // "This model only supports single tool-calls at once!"
    model: /llama-?3/i,
    on: templated,
    changes: ({ transcript: rules }) => ({ transcript: { ...rules, calls: 'ONE_BY_ONE' } }),
  },
  {
    // "R1 must not receive prior reasoning"
    model: /r1/i,
    on: ['deepseek'],
    changes: () => ({ reasoning: noReasoning }),
  },
  {
    // Models of Moonshot that do not think take a temperature, and no placeholder for reasoning.
    model: /moonshot-v1|kimi-k2-(0|1|turbo)/i,
    on: ['moonshot'],
    changes: () => ({
      temperature: { above: -1, most: 1 },
      reasoning: { fields: ['reasoning_content'], beside: 'CALLS', missing: null },
    }),
  },
]

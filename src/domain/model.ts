import { z } from 'zod'
import { about, choice, object } from './declared.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import type { AssistantMessage, FilePart, Message } from './message.ts'
import type { BatchApi } from './model-batch.ts'
import type { ExchangeRecorder } from './model-exchange.ts'
import type { TokenUsage } from './usage.ts'

/** A tool as a model sees it. */
export const toolSpec = object('OfferedTool', 'Tool as it was offered to a model.', {
  name: about('Name of the tool.', z.string()),
  description: about('Description of the tool.', z.string()),
  inputSchema: about('JSON Schema of the arguments of the tool.', z.custom<JsonObject>(isJsonObject)),
})
export type ToolSpec = Readonly<z.infer<typeof toolSpec>>

export const reasoningEffort = choice(
  'ReasoningEffort',
  'Effort that a model may spend on reasoning before it answers.',
  {
    NONE: 'No reasoning, if the model allows that.',
    MINIMAL: 'The least reasoning that the model supports.',
    LOW: 'Little reasoning.',
    MEDIUM: 'Medium reasoning.',
    HIGH: 'The most reasoning.',
  },
)
export type ReasoningEffort = z.infer<typeof reasoningEffort>

/** An answer in JSON that fits `schema`, a JSON Schema of an object. `name` has letters, digits, `_` and `-`. */
export interface ResponseFormat {
  readonly name: string
  readonly schema: JsonObject
}

/** The bytes of the files of messages, for the time of one call. */
export interface MessageFiles {
  /** @throws FILE_GONE where it was deleted */
  read(file: FilePart): Promise<Uint8Array>
  /** Keeps a file that the model made, and gives the part of its message. @throws FILE_TOO_LARGE, FILE_REFUSED, LIMIT_EXCEEDED, or a fault of the database, which it reports */
  keep(data: Uint8Array, mediaType: string): Promise<FilePart>
}

/** One turn asked of a model. */
export interface ModelRequest {
  /** The provider's own name of the model, without the `provider/` before it. */
  readonly model: string
  readonly systemPrompt: string | null
  readonly messages: readonly Message[]
  /** Absent: no message has a file, and the model is to make none. */
  readonly files?: MessageFiles | undefined
  readonly tools: readonly ToolSpec[]
  /**
   * `none`: the model must answer in words; the tools stay declared where the provider wants them for its history.
   * `required`: it must call a tool. A model that cannot be held to it may still answer in words: the caller sees to that.
   */
  readonly toolChoice: 'auto' | 'none' | 'required'
  readonly temperature: number | null
  /** Upper bound of the answer in tokens; `null` leaves it to the provider (Anthropic: the adapter's default). */
  readonly maxOutputTokens: number | null
  /** `null` leaves it to the provider. */
  readonly reasoningEffort: ReasoningEffort | null
  /** `null`: an answer in words. The answer may still not fit the schema: the caller checks. */
  readonly responseFormat: ResponseFormat | null
  /** Aborted: the request's socket is closed at once and the stream throws the signal's reason. */
  readonly signal: AbortSignal
  /** Names the call, for the id of the message and for providers that take an idempotency key. */
  readonly messageId: string
  /** Purpose of the call within its run. Only the models of a replay read it; it is never sent (RUN-9). */
  readonly question?: ModelQuestion
  /** Records the requests and responses over HTTP (MOD-9). Absent: nothing is recorded. */
  readonly recorder?: ExchangeRecorder | undefined
  /** Filled in by the provider, for traces (OPS-2). Absent: nobody reads it. */
  readonly sight?: CallSight | undefined
  /** Answers the HTTP request in place of the provider's server (BATCH-2). Absent: the server does. */
  readonly sendBy?: typeof fetch | undefined
}

/** What is seen of a call on its way; each part is `null` until it is known, and stays so where the provider does not show it. */
export interface CallSight {
  /** The server that is asked. */
  server: { readonly host: string; readonly port: number } | null
  /** The provider's own id of its response. */
  responseId: string | null
  /** The model that answers, in the provider's words: a version of the one that was asked. */
  responseModel: string | null
}

/** Which question of a run a request puts. */
export interface ModelQuestion {
  readonly stepNumber: number
  readonly purpose: string
  /** Hash of the question, if its answer does not enter the history; `null` for the run's own turns. */
  readonly hash: string | null
  /** From 1, over retries and failovers. */
  readonly attempt: number
}

/** Why a model stopped: the providers' own words, normalised. */
export type FinishReason =
  | 'STOP'
  | 'TOOL_CALLS'
  | 'LENGTH'
  | 'CONTENT_FILTER'
  | 'REFUSAL'
  | 'MALFORMED_TOOL_CALL'
  /** The provider broke it off, and says no more. */
  | 'ERROR'
  | 'OTHER'

/** Output of a model call, in order: deltas as they arrive, then exactly one `done`. */
export type ModelChunk =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool-arguments'; readonly callId: string; readonly name: string; readonly text: string }
  | ModelAnswer

export interface ModelAnswer {
  readonly type: 'done'
  readonly message: AssistantMessage
  readonly usage: TokenUsage
  readonly finishReason: FinishReason
  /** The provider's own word for it, as on the wire. */
  readonly rawFinishReason: string | null
  /** What of the answer was read otherwise than it was written, such as a call in its text; the run has a Warning. */
  readonly repaired?: readonly string[]
  /** The provider says that a call ends the answer, and sent none: its words are whole. */
  readonly lacksCall?: true
  /** The server silently drops the part of a prompt that does not fit its window (Ollama). */
  readonly cutsPrompts?: true
  /** Provider and model that gave the answer, if it comes from a record and they may differ from those of the request (RUN-9). */
  readonly answeredBy?: { readonly provider: string; readonly model: string }
}

/** Options of a request that a model may not support. */
export const requestOptions = ['temperature', 'reasoningEffort', 'responseFormat'] as const
export type RequestOption = (typeof requestOptions)[number]

/**
 * A provider, under one set of credentials. `stream` throws nothing but a ModelError, or the reason of an aborted signal.
 * A stream that ends without the provider's own end mark is a lost connection (NETWORK), never an answer.
 */
export interface ModelProvider {
  /** The part of a model's name before the slash. Providers of one name are its auth profiles. */
  readonly name: string
  /**
   * The requested options that the model does not support and the adapter omits. The run then has a Warning, and a response
   * format is requested in the prompt. Absent: every option is supported.
   */
  unsupportedOptions?(request: ModelRequest): readonly RequestOption[]
  /**
   * What the adapter does otherwise than this request says, as the model refused it in an earlier run: each completes "from now on …". The
   * run then has a Warning. Absent: nothing.
   */
  adaptations?(request: ModelRequest): readonly string[]
  /**
   * The files of the messages that the model does not take, and that are a line of text in the request: each is words that stand behind the
   * model's name. The run then has a Warning. Absent: none.
   */
  leftOutFiles?(request: ModelRequest): readonly string[]
  /** Asks the model. Ends at once when `request.signal` aborts. @throws ModelError, or the reason of the aborted signal */
  stream(request: ModelRequest): AsyncIterable<ModelChunk>
  /** Sends requests of many runs at once, for half the price. Absent: the provider has no such API. */
  readonly batches?: BatchApi
}

/** The kinds of failure that the engine distinguishes (MOD-3). They decide about retry and failover. */
export const modelErrorKinds = [
  'AUTH',
  'RATE_LIMIT',
  'CONTEXT_OVERFLOW',
  'TIMEOUT',
  'OVERLOADED',
  'BAD_REQUEST',
  'CONTENT_BLOCKED',
  'ANSWER_TOO_LARGE',
  'NETWORK',
  'UNKNOWN',
] as const
export type ModelErrorKind = (typeof modelErrorKinds)[number]

/** A failed model call. A provider throws no other error, except the reason of an aborted signal. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly kind: ModelErrorKind
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** The HTTP status; absent where the failure had none (mid-stream, network). */
  readonly status: number | undefined
  /** Time that the provider asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** Change that the adapter makes to further requests because of this failure. If present, the request can be repeated at once. */
  readonly adapted: string | undefined
  /** Whether the request went out: not where no connection was had, or nobody was asked. */
  readonly sent: boolean

  constructor(
    kind: ModelErrorKind,
    message: string,
    details: {
      retryable: boolean
      status?: number | undefined
      retryAfterMs?: number | undefined
      adapted?: string | undefined
      /** Default: true. */
      sent?: boolean | undefined
      cause?: unknown
    },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.kind = kind
    this.retryable = details.retryable
    this.status = details.status
    this.retryAfterMs = details.retryAfterMs
    this.adapted = details.adapted
    this.sent = details.sent ?? true
  }
}

/** A model's full name taken apart: `anthropic/claude-sonnet-4-5` → provider and the provider's own name. */
export function parseModelName(name: string): { readonly provider: string; readonly model: string } | null {
  const slash = name.indexOf('/')
  if (slash <= 0 || slash === name.length - 1) return null
  return { provider: name.slice(0, slash), model: name.slice(slash + 1) }
}

/** The providers that there are, and the setting that brings each; `null` where none is needed. */
export const providerSettings: Readonly<Record<string, string | null>> = {
  openai: 'OPENAI_API_KEY',
  'openai-chat': 'OPENAI_CHAT_BASE_URL',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_API_KEY',
  vertex: 'GOOGLE_CLOUD_PROJECT',
  scripted: null,
}

/** What to do about a provider that cannot be called. */
export function absentProvider(provider: string): string {
  const setting = providerSettings[provider]
  return setting ? `${provider} is not set up. Set ${setting}.` : `There is no provider ${provider}.`
}

/** The model providers that this process can call. `createModels` makes one from a list of providers. */
export interface Models {
  /** The names of the providers, each once. */
  readonly providers: readonly string[]
  /** A provider once for each of its auth profiles, in the order in which they are tried; empty where it is not set up (MOD-5). */
  profiles(provider: string): readonly ModelProvider[]
}

/** The known limits of a model; `null` where unknown. */
export interface ModelFacts {
  /** Input and output together, in tokens. */
  readonly contextWindow: number | null
  /** Output of one answer, in tokens. */
  readonly maxOutputTokens: number | null
}

/** Gives the known limits of a model, by its provider and the provider's name for it. Must not throw. */
export type ModelInfo = (provider: string, model: string) => ModelFacts

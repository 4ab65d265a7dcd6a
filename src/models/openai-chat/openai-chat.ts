import { APIError } from 'openai'
import type { ChatDialectName } from '../../domain/chat-dialect.ts'
import { sha256 } from '../../domain/hash.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { ModelChunk, ModelProvider, ModelRequest } from '../../domain/model.ts'
import { chatFiles } from '../files/file-rules.ts'
import type { SentFiles } from '../files/sent-files.ts'
import { createFileFitter } from '../fit-files.ts'
import { createOpenAiBatches } from '../openai/openai-batches.ts'
import {
  createOpenAiClient,
  eventsOf,
  inEvents,
  type OpenAiServer,
  openAiUrl,
  toModelError,
} from '../openai/openai-client.ts'
import { unsupportedBySettings } from '../openai/openai-settings.ts'
import { echoed, readRefusal } from '../refusal-body.ts'
import { adapted } from '../sdk-errors.ts'
import { streamAnswer, UnmarkedThoughts } from '../stream-answer.ts'
import { createToolFitter } from '../tools/fit-tools.ts'
import { hasEndMark } from '../whole-answer.ts'
import type { ChatDialect } from './chat-dialect.ts'
import { type DialectRefusal, learn } from './chat-dialect-lessons.ts'
import { chatDialect } from './chat-dialects.ts'
import { wholeAnswer } from './openai-chat-chunk.ts'
import { createChatFold } from './openai-chat-fold.ts'
import { toChatRequest } from './openai-chat-request.ts'
import { chatSettings } from './openai-chat-settings.ts'

/** A server of Chat Completions, under one key (MOD-2). */
export interface ChatServer extends OpenAiServer {
  /** Which server it is, where its address does not show it. */
  readonly dialect?: ChatDialectName | undefined
  /** The adapted dialects of its models, shared by the keys of one server. */
  readonly dialects?: Map<string, ChatDialect>
}

/** Any server that speaks OpenAI's Chat Completions, as its dialect has it: OpenAI, Azure, vLLM, Ollama, OpenRouter and others. */
export function createOpenAiChat(server: ChatServer): ModelProvider {
  const { baseUrl = openAiUrl, dialect: name, dialects = new Map<string, ChatDialect>() } = server
  const client = createOpenAiClient(server, wholeAnswer, 'Chat Completions')
  const fitter = createToolFitter()
  const fileFitter = createFileFitter((model) => chatFiles(model, dialectOf(model).files))
  const listed = new Map<string, ChatDialect>()
  /** By the refused text: a dialect that fits one request need not fit one of another run at the same time. */
  const perRequest = new Map<string, ChatDialect>()
  /** The same object each time, so that a change can be detected. */
  const dialectOf = (model: string) => {
    const dialect = dialects.get(model) ?? listed.get(model) ?? chatDialect(model, { name, baseUrl })
    listed.set(model, dialect)
    return dialect
  }
  /** Models whose answers begin with thoughts and no mark before them, and the mark behind. */
  const thinkers = new Map<string, string>()
  return {
    name: 'openai-chat',
    unsupportedOptions: (request) =>
      unsupportedBySettings(request, chatSettings(request, dialectOf(request.model))),
    adaptations: fitter.adaptations,
    leftOutFiles: fileFitter.leftOutFiles,
    batches: createOpenAiBatches(server, '/v1/chat/completions'),
    stream: (given) =>
      fitter.stream(given, (request) => fileFitter.stream(request, (files) => streamOf(request, files))),
  }

  function streamOf(request: ModelRequest, files: SentFiles): AsyncIterable<ModelChunk> {
    const { model } = request
    const origin = `${baseUrl} ${model}`
    const question = perRequest.size === 0 ? null : questionOf(request)
    const dialect = (question !== null && perRequest.get(question)) || dialectOf(model)
    if (question !== null) perRequest.delete(question)
    const body = toChatRequest(request, dialect, { origin, files })
    let response: Response | null = null
    const see = (seen: Response) => {
      response = seen
    }
    return streamAnswer<unknown>({
      open: (signal) =>
        body.stream
          ? eventsOf<unknown>(client.chat.completions.create(body, { signal }), see)
          : eventsOf(inEvents<unknown>(client, '/chat/completions', { body, signal }), see),
      fold: createChatFold({
        ...{ messageId: request.messageId, origin },
        tools: request.tools.map(({ name }) => name),
        hasEndMark: () => hasEndMark(response),
      }),
      request,
      endOfThoughts: thinkers.get(model) ?? null,
      toModelError: (error) => {
        // Later answers are read so, and this one is asked for again: its thoughts were shown as text.
        if (error instanceof UnmarkedThoughts && !thinkers.has(model)) thinkers.set(model, error.mark)
        const refusal = refusalOf(error)
        const known = dialectOf(model)
        const lesson = refusal && learn(known, asJson(body), refusal)
        if (lesson?.isForOnce) perRequest.set(questionOf(request), lesson.dialect)
        else if (lesson) dialects.set(model, lesson.dialect)
        // Another request may have adapted the dialect meanwhile: then this one is sent again as well.
        const change = lesson ?? (refusal && known !== dialect ? learn(dialect, asJson(body), refusal) : null)
        return change ? adapted(toModelError(error), change.what) : toModelError(error)
      },
    })
  }
}

function questionOf({ model, messages }: ModelRequest): string {
  return sha256(JSON.stringify([model, messages]))
}

/** Returns the refusal of a request. A stream that fails after its beginning is no refusal. */
function refusalOf(error: unknown): DialectRefusal | null {
  if (!(error instanceof APIError) || error.status === undefined) return null
  const words = JSON.stringify(error.error, withoutEcho) ?? 'null'
  const { message, param } = readRefusal(JSON.parse(words))
  return { status: error.status, text: `${message ?? ''} ${words}`, param }
}

function withoutEcho(name: string, value: unknown): unknown {
  return echoed.has(name) ? undefined : value
}

function asJson(body: object): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(body))
  return isJsonObject(json) ? json : {}
}

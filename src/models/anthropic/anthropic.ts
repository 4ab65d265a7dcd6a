import Anthropic, { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { ModelProvider } from '../../domain/model.ts'
import { anthropicFiles } from '../files/file-rules.ts'
import { createFileFitter } from '../fit-files.ts'
import { fetchProvider } from '../provider-fetch.ts'
import { errorsOf } from '../sdk-errors.ts'
import { streamAnswer } from '../stream-answer.ts'
import { createToolFitter } from '../tools/fit-tools.ts'
import { fetchStream } from '../whole-answer.ts'
import { createAnthropicBatches } from './anthropic-batches.ts'
import { createAnthropicFold } from './anthropic-fold.ts'
import { toAnthropicRequest, unsupportedByAnthropic } from './anthropic-request.ts'

const anthropicUrl = 'https://api.anthropic.com'

const toModelError = errorsOf({ APIConnectionError, APIConnectionTimeoutError, APIError })

interface AnthropicServer {
  readonly apiKey: string
  /** Without the `/v1` and without a slash at its end. Default: Anthropic's own. */
  readonly baseUrl?: string
}

/** Anthropic's Messages API. */
export function createAnthropic(server: AnthropicServer): ModelProvider {
  const client = createClient(server, fetchStream(toEvents, 'the Messages API'))
  const plain = createClient(server, fetchProvider)
  const fitter = createToolFitter()
  const fileFitter = createFileFitter(anthropicFiles)
  return {
    name: 'anthropic',
    unsupportedOptions: unsupportedByAnthropic,
    adaptations: fitter.adaptations,
    leftOutFiles: fileFitter.leftOutFiles,
    batches: createAnthropicBatches(plain, toModelError),
    stream: (given) =>
      fitter.stream(given, (request) =>
        fileFitter.stream(request, (files) =>
          streamAnswer({
            open: (signal) => client.messages.create(toAnthropicRequest(request, files), { signal }),
            fold: createAnthropicFold(request.messageId),
            request,
            toModelError,
          }),
        ),
      ),
  }
}

/** The SDK's client, which takes no setting from the environment, and retries nothing: one place retries (MOD-4). */
function createClient(
  { apiKey, baseUrl = anthropicUrl }: AnthropicServer,
  fetch: typeof fetchProvider,
): Anthropic {
  return new Anthropic({
    apiKey,
    baseURL: baseUrl,
    webhookKey: null,
    maxRetries: 0,
    fetch,
    logLevel: 'off',
    // The engine makes the spans of a model call; the SDK's own would double them.
    openTelemetry: false,
  })
}

/** A message in one piece, as the events that announce each block whole. */
function toEvents(body: Json): readonly JsonObject[] | null {
  if (Array.isArray(body)) {
    const events = body.filter(isJsonObject)
    return events.some(({ type }) => type === 'message_start') ? events : null
  }
  if (!isJsonObject(body)) return null
  if (body.error) return [{ type: 'error', error: body.error }]
  if (!Array.isArray(body.content)) return null
  const { content, stop_reason = null, stop_details = null, usage = {}, ...message } = body
  return [
    { type: 'message_start', message: { ...message, content: [], usage } },
    ...content.map((content_block, index) => ({ type: 'content_block_start', index, content_block })),
    { type: 'message_delta', delta: { stop_reason, stop_details }, usage: {} },
    { type: 'message_stop' },
  ]
}

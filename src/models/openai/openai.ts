import { APIError } from 'openai'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { ModelError, type ModelProvider, type ModelRequest } from '../../domain/model.ts'
import { streamAnswer } from '../stream-answer.ts'
import { createToolFitter } from '../tools/fit-tools.ts'
import { createOpenAiClient, eventsOf } from './openai-client.ts'
import { toModelError } from './openai-errors.ts'
import { createResponsesFold } from './openai-fold.ts'
import { toResponsesRequest } from './openai-request.ts'
import { openAiSettings, unsupportedBySettings } from './openai-settings.ts'

/** OpenAI through its Responses API. */
export function createOpenAi(server: { readonly apiKey: string; readonly baseUrl?: string }): ModelProvider {
  const client = createOpenAiClient(server, completed)
  const send = (request: ModelRequest, signal: AbortSignal, reasoningSummary: boolean) =>
    eventsOf(client.responses.create(toResponsesRequest(request, { reasoningSummary }), { signal }))
  const fitter = createToolFitter()
  let showsReasoning = true

  /** Sent again by the engine, as an attempt of its own: no request goes out that is not recorded. */
  function failed(error: unknown): ModelError {
    const failure = toModelError(error)
    if (!isSummaryRefused(error) || !showsReasoning) return failure
    showsReasoning = false
    const { kind, message, status, cause } = failure
    return new ModelError(kind, message, {
      ...{ retryable: false, status, cause },
      adapted: 'reasoning is not asked to be shown',
    })
  }

  return {
    name: 'openai',
    unsupportedOptions: (request) => unsupportedBySettings(request, openAiSettings(request)),
    stream: (given) =>
      fitter.stream(given, (request) => {
        return streamAnswer({
          open: (signal) => send(request, signal, showsReasoning),
          fold: createResponsesFold(request.messageId),
          request,
          signal: request.signal,
          recorder: request.recorder,
          sight: request.sight,
          toModelError: failed,
        })
      }),
  }
}

/** A response in one piece is what its last event would have. */
function completed(body: Json): readonly JsonObject[] | null {
  if (!isJsonObject(body) || !Array.isArray(body.output) || body.error) return null
  const type = body.status === 'incomplete' ? 'response.incomplete' : 'response.completed'
  return [{ type, response: body }]
}

/**
 * "Your organization must be verified to generate reasoning summaries." That cannot be known before the first
 * question; the refusal is free of charge, and the rest of the process asks without.
 */
function isSummaryRefused(error: unknown): boolean {
  return error instanceof APIError && error.status === 400 && error.param === 'reasoning.summary'
}

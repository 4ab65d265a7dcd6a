import { APIError } from 'openai'
import type { ModelProvider, ModelRequest } from '../domain/model.ts'
import { createOpenAiClient, eventsOf } from './openai-client.ts'
import { toModelError } from './openai-errors.ts'
import { createResponsesFold } from './openai-fold.ts'
import { toResponsesRequest } from './openai-request.ts'
import { leftOutOf, openAiSettings } from './openai-settings.ts'
import { streamAnswer } from './stream-answer.ts'

/** OpenAI through its Responses API. */
export function createOpenAi(server: { readonly apiKey: string; readonly baseUrl?: string }): ModelProvider {
  const client = createOpenAiClient(server)
  const send = (request: ModelRequest, signal: AbortSignal, reasoningSummary: boolean) =>
    eventsOf(client.responses.create(toResponsesRequest(request, { reasoningSummary }), { signal }))
  let showsReasoning = true

  async function open(request: ModelRequest, signal: AbortSignal) {
    try {
      return await send(request, signal, showsReasoning)
    } catch (error) {
      if (!isSummaryRefused(error)) throw error
      showsReasoning = false
      return send(request, signal, false)
    }
  }

  return {
    name: 'openai',
    leavesOut: (request) => leftOutOf(request, openAiSettings(request)),
    stream(request) {
      return streamAnswer({
        open: (signal) => open(request, signal),
        fold: createResponsesFold(request.messageId),
        signal: request.signal,
        toModelError,
      })
    },
  }
}

/**
 * "Your organization must be verified to generate reasoning summaries." That cannot be known before the first
 * question; the answer is free of charge, and the rest of the process asks without.
 */
function isSummaryRefused(error: unknown): boolean {
  return error instanceof APIError && error.status === 400 && error.param === 'reasoning.summary'
}

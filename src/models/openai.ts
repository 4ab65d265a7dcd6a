import type { ModelProvider } from '../domain/model.ts'
import { createOpenAiClient, eventsOf } from './openai-client.ts'
import { toModelError } from './openai-errors.ts'
import { createResponsesFold } from './openai-fold.ts'
import { toResponsesRequest } from './openai-request.ts'
import { streamAnswer } from './stream-answer.ts'

/** OpenAI through its Responses API. */
export function createOpenAi(server: { readonly apiKey: string; readonly baseUrl?: string }): ModelProvider {
  const client = createOpenAiClient(server)
  return {
    name: 'openai',
    stream(request) {
      return streamAnswer({
        open: (signal) => eventsOf(client.responses.create(toResponsesRequest(request), { signal })),
        fold: createResponsesFold(request.messageId),
        signal: request.signal,
        toModelError,
      })
    },
  }
}

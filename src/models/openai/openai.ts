import { ModelError, type ModelProvider } from '../../domain/model.ts'
import { streamAnswer } from '../stream-answer.ts'
import { createToolFitter } from '../tools/fit-tools.ts'
import { createOpenAiClient, eventsOf } from './openai-client.ts'
import { toModelError } from './openai-errors.ts'
import { createResponsesFold } from './openai-fold.ts'
import { toResponsesRequest } from './openai-request.ts'
import { openAiSettings, unsupportedBySettings } from './openai-settings.ts'
import { refusedField, withoutFields } from './refused-fields.ts'
import { eventsOfResponse } from './whole-response.ts'

/** OpenAI through its Responses API. */
export function createOpenAi(server: { readonly apiKey: string; readonly baseUrl?: string }): ModelProvider {
  const client = createOpenAiClient(server, eventsOfResponse, 'the Responses API')
  const fitter = createToolFitter()
  /** Fields that the server refused, by model. */
  const refused = new Map<string, ReadonlySet<string>>()
  const refusedBy = (model: string) => refused.get(model) ?? new Set<string>()

  /** Sent again by the engine, as an attempt of its own: no request goes out that is not recorded. */
  function failed(error: unknown, sent: { readonly model: string }): ModelError {
    const failure = toModelError(error)
    const field = refusedField(error, sent)
    if (field === null) return failure
    refused.set(sent.model, new Set([...refusedBy(sent.model), field]))
    const { kind, message, status, cause } = failure
    const isShown = field === 'reasoning.summary'
    const adapted = isShown ? 'reasoning is not asked to be shown' : `\`${field}\` is left out`
    return new ModelError(kind, message, { retryable: false, status, cause, adapted })
  }

  return {
    name: 'openai',
    unsupportedOptions: (request) => unsupportedBySettings(request, openAiSettings(request)),
    adaptations: fitter.adaptations,
    stream: (given) =>
      fitter.stream(given, (request) => {
        const whole = toResponsesRequest(request, { reasoningSummary: true })
        const body = { ...withoutFields(whole, refusedBy(request.model)), model: request.model }
        return streamAnswer({
          open: (signal) => eventsOf(client.responses.create(body, { signal })),
          fold: createResponsesFold(request.messageId),
          request,
          signal: request.signal,
          recorder: request.recorder,
          sight: request.sight,
          toModelError: (error) => failed(error, body),
        })
      }),
  }
}

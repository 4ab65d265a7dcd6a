import type { ResponseCreateParams, ResponseStreamEvent } from 'openai/resources/responses/responses'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { ModelChunk, ModelError, ModelProvider, ModelRequest } from '../../domain/model.ts'
import { openAiFiles } from '../files/file-rules.ts'
import type { SentFiles } from '../files/sent-files.ts'
import { createFileFitter } from '../fit-files.ts'
import { systemInFirst, withSystemInFirst } from '../refused-system.ts'
import { adapted } from '../sdk-errors.ts'
import { streamAnswer } from '../stream-answer.ts'
import { createToolFitter } from '../tools/fit-tools.ts'
import { createOpenAiBatches } from './openai-batches.ts'
import { createOpenAiClient, eventsOf, inEvents, toModelError } from './openai-client.ts'
import { createResponsesFold } from './openai-fold.ts'
import { toResponsesRequest } from './openai-request.ts'
import { openAiSettings, unsupportedBySettings } from './openai-settings.ts'
import { inOnePiece, listedOutput, refusedField, withoutFields } from './refused-fields.ts'

/** OpenAI through its Responses API. */
export function createOpenAi(server: { readonly apiKey: string; readonly baseUrl?: string }): ModelProvider {
  const client = createOpenAiClient(server, eventsOfResponse, 'the Responses API')
  const fitter = createToolFitter()
  const fileFitter = createFileFitter(openAiFiles)
  /** Fields that the server refused, by model. */
  const refused = new Map<string, ReadonlySet<string>>()
  const refusedBy = (model: string) => refused.get(model) ?? new Set<string>()

  function bodyOf(
    request: ModelRequest,
    files: SentFiles,
  ): ResponseCreateParams & { readonly model: string } {
    const fields = refusedBy(request.model)
    const own = fields.has('instructions') ? withSystemInFirst(request) : request
    const whole = toResponsesRequest(own, {
      reasoningSummary: true,
      resultFiles: fields.has(listedOutput) ? 'BEHIND' : 'INSIDE',
      files,
    })
    return { ...withoutFields(whole, fields), model: request.model }
  }

  function failed(error: unknown, sent: { readonly model: string }): ModelError {
    const failure = toModelError(error)
    const field = refusedField(error, sent)
    if (field === null) return failure
    refused.set(sent.model, new Set([...refusedBy(sent.model), field]))
    return adapted(failure, wordsOf(field))
  }

  return {
    name: 'openai',
    unsupportedOptions: (request) => unsupportedBySettings(request, openAiSettings(request)),
    adaptations: fitter.adaptations,
    leftOutFiles: fileFitter.leftOutFiles,
    batches: createOpenAiBatches(server, '/v1/responses'),
    stream: (given) =>
      fitter.stream(given, (request) => fileFitter.stream(request, (files) => streamOf(request, files))),
  }

  function streamOf(request: ModelRequest, files: SentFiles): AsyncIterable<ModelChunk> {
    const body = bodyOf(request, files)
    return streamAnswer({
      open: (signal) =>
        body.stream
          ? eventsOf(client.responses.create(body, { signal }))
          : eventsOf(inEvents<ResponseStreamEvent>(client, '/responses', { body, signal })),
      fold: createResponsesFold(request.messageId),
      request,
      toModelError: (error) => failed(error, body),
    })
  }
}

/** What is done about a refused field, for the log. */
function wordsOf(field: string): string {
  if (field === 'stream') return inOnePiece
  if (field === 'instructions') return systemInFirst
  if (field === listedOutput) return 'files of results stand in a message behind them'
  return field === 'reasoning.summary' ? 'reasoning is not asked to be shown' : `\`${field}\` is left out`
}

/**
 * The events that say the same as a response in one piece: its words and its shown reasoning as they would have been streamed, and the
 * last event, which has everything. `null` where it is no response.
 */
function eventsOfResponse(body: Json): readonly JsonObject[] | null {
  const listed = objectsIn(body)
  if (listed.some(({ type }) => typeof type === 'string' && type.startsWith('response.'))) return listed
  if (!isJsonObject(body) || !Array.isArray(body.output) || body.error) return null
  const type = body.status === 'incomplete' ? 'response.incomplete' : 'response.completed'
  return [...body.output.flatMap(eventsOfItem), { type, response: body }]
}

function eventsOfItem(item: Json, output_index: number): readonly JsonObject[] {
  if (!isJsonObject(item)) return []
  const content = objectsIn(item.content)
  if (item.type === 'message') {
    const words = content.filter((part) => part.type === 'output_text')
    return words.map(({ text }) => ({ type: 'response.output_text.delta', output_index, delta: text ?? '' }))
  }
  if (item.type !== 'reasoning') return []
  const summary = objectsIn(item.summary)
  const shown = summary.length > 0 ? summary : content
  return shown.flatMap(({ text }, summary_index) => [
    { type: 'response.reasoning_summary_part.added', output_index, summary_index },
    { type: 'response.reasoning_summary_text.delta', output_index, summary_index, delta: text ?? '' },
  ])
}

function objectsIn(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

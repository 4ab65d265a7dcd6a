import type { ModelRequest, RequestOption, ResponseFormat } from '../../domain/model.ts'
import { unsupportedOptionsOf } from '../request-options.ts'
import { type OpenAiModel, openAiModel, takesTemperature, toEffort } from './openai-models.ts'

/** The settings of one turn that its model takes; `null`: nothing is sent. */
export interface OpenAiSettings {
  readonly effort: ReturnType<typeof toEffort>
  readonly temperature: number | null
  readonly responseFormat: ResponseFormat | null
}

/** `effortOf` spells the effort for the server; default: as OpenAI's own models take it. */
export function openAiSettings(
  request: ModelRequest,
  effortOf: (request: ModelRequest, model: OpenAiModel) => OpenAiSettings['effort'] = effortOfModel,
): OpenAiSettings {
  const model = openAiModel(request.model)
  const effort = effortOf(request, model)
  return {
    effort,
    temperature: takesTemperature(effort, model) ? request.temperature : null,
    responseFormat: model.fitsSchemas ? request.responseFormat : null,
  }
}

function effortOfModel({ reasoningEffort }: ModelRequest, model: OpenAiModel): OpenAiSettings['effort'] {
  return toEffort(reasoningEffort, model)
}

/** Returns the options of the request that the settings do not support. */
export function unsupportedBySettings(
  request: ModelRequest,
  { effort, temperature, responseFormat }: OpenAiSettings,
): readonly RequestOption[] {
  // NONE needs no option for a model that does not reason by default.
  const isNoneByDefault = request.reasoningEffort === 'NONE' && !openAiModel(request.model).encryptsReasoning
  return unsupportedOptionsOf(request, {
    temperature: temperature !== null,
    reasoningEffort: effort !== null || isNoneByDefault,
    responseFormat: responseFormat !== null,
  })
}

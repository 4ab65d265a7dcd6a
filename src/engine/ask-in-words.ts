import type { ModelRequest } from '../domain/model.ts'

/** The request of a model that cannot be held to a schema: its response format stands in the system prompt instead (MOD-1). */
export function askInWords(request: ModelRequest): ModelRequest {
  const { systemPrompt, responseFormat } = request
  if (responseFormat === null) return request
  const words = `Your final answer must be one JSON object that fits this JSON Schema, with no words around it:\n${JSON.stringify(responseFormat.schema)}`
  return {
    ...request,
    systemPrompt: systemPrompt === null ? words : `${systemPrompt}\n\n${words}`,
    responseFormat: null,
  }
}

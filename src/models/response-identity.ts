import { isJsonObject, type JsonObject } from '../domain/json.ts'
import type { CallSight } from '../domain/model.ts'

/**
 * Notes the id and the model that an event names for its response. They stand in the event itself (Chat Completions), in its `response`
 * (Responses API), in its `message` (Anthropic), or under names of their own (Google). What an event names first is kept: each event of a
 * response repeats it, or has neither.
 */
export function noteResponse(event: unknown, sight: CallSight): void {
  if (sight.responseId !== null && sight.responseModel !== null) return
  const about = aboutOf(event)
  if (about === null) return
  sight.responseId ??= textOf(about.responseId) ?? textOf(about.id)
  sight.responseModel ??= textOf(about.modelVersion) ?? textOf(about.model)
}

function aboutOf(event: unknown): JsonObject | null {
  if (!isJsonObject(event)) return null
  const { response, message } = event
  return isJsonObject(response) ? response : isJsonObject(message) ? message : event
}

/** A server may send anything here, and a span keeps it. */
const maxChars = 256

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, maxChars) : null
}

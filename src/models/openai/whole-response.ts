import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'

/**
 * The events that say the same as a response in one piece: its words and its shown reasoning as they would have been streamed, and the
 * last event, which has everything. `null` where it is no response.
 */
export function eventsOfResponse(body: Json): readonly JsonObject[] | null {
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

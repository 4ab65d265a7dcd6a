import { RungraphError } from '../../domain/errors.ts'
import { deltaTypes, type EventType, eventTypes, isEventType } from '../../domain/run-event.ts'

/**
 * The types that a caller names; `null` is all of them. Who asks for increments is told where they are not kept any more (EVT-7).
 * @throws INVALID_INPUT naming those that exist
 */
export function readTypes(types: readonly string[] | null | undefined): readonly EventType[] | null {
  if (types == null) return null
  const unknown = types.find((type) => !isEventType(type))
  const known = types.filter(isEventType)
  if (unknown === undefined)
    return known.some((type) => deltaTypes.some((delta) => delta === type))
      ? [...known, 'HistoryTruncated']
      : known
  const message = `types: "${unknown.slice(0, 100)}" is no type of event. Types: ${eventTypes.join(', ')}.`
  throw new RungraphError('INVALID_INPUT', { message, path: ['types'] })
}

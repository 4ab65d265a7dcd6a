import { deltaTypes, type EventType } from '../../domain/run-event.ts'

/** The types that a caller names; `null` is all of them. A caller of increments also gets the event that says which are not kept any more (EVT-7). */
export function readTypes(types: readonly EventType[] | null | undefined): readonly EventType[] | null {
  if (types == null) return null
  const hasIncrements = types.some((type) => deltaTypes.some((delta) => delta === type))
  return hasIncrements ? [...types, 'HistoryTruncated'] : types
}

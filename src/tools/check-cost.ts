import { isJsonArray, isJsonObject, type Json } from '../domain/json.ts'

/** Bounds of the work of a check by a schema. */
export interface SchemaCost {
  /** Its values, each of which is applied to each value that is checked at most once. */
  readonly size: number
  /** It compares the items of lists with each other. */
  readonly comparesItems: boolean
  /** No bound follows from its size: regular expressions may take for ever, references may double the work at each step. */
  readonly isUnbounded: boolean
}

const unbounded = new Set(['pattern', 'patternProperties', 'format', '$ref', '$recursiveRef', '$dynamicRef'])

/** Checks names only, so that a property with the name of a keyword counts, too. */
export function schemaCost(schema: Json): SchemaCost {
  let comparesItems = false
  let isUnbounded = false
  const size = sizeUpTo(schema, Number.POSITIVE_INFINITY, (key) => {
    comparesItems ||= key === 'uniqueItems'
    isUnbounded ||= unbounded.has(key)
  })
  return { size, comparesItems, isUnbounded }
}

/** Steps of a check that are made at once: some milliseconds. */
export const inlineSteps = 20_000

/** Whether a value is checked in so few steps that it need not leave the event loop. */
export function isCheap({ size, comparesItems, isUnbounded }: SchemaCost, value: Json): boolean {
  if (isUnbounded) return false
  const most = Math.min(inlineSteps / size, comparesItems ? Math.sqrt(inlineSteps) : Number.POSITIVE_INFINITY)
  return sizeUpTo(value, most) <= most
}

/** So many characters of a text are read in the time of one step. */
const charsOfStep = 32

/**
 * Returns the number of values within a value, and its texts by length. It stops beyond `most`, and does not recurse, because the value may
 * be deep.
 */
export function sizeUpTo(value: Json, most: number, seeKey: (key: string) => void = () => {}): number {
  let size = 0
  const pending: Json[] = [value]
  for (let next = pending.pop(); next !== undefined && size <= most; next = pending.pop()) {
    size += 1
    if (typeof next === 'string') size += next.length / charsOfStep
    if (isJsonArray(next)) {
      if (size + next.length > most) return size + next.length
      for (const item of next) pending.push(item)
    } else if (isJsonObject(next)) {
      for (const key in next) {
        seeKey(key)
        size += key.length / charsOfStep
        pending.push(next[key] ?? null)
        if (pending.length + size > most) return pending.length + size
      }
    }
  }
  return size
}

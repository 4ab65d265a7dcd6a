import { cleanText, isCleanText, isJsonArray, type Json, pointerPart, toJson } from './json.ts'

/** A value as PostgreSQL holds it, and where something of it was left out: `/orderId: a text without its NUL characters`. */
export interface StorableText {
  readonly value: Json
  readonly places: readonly string[]
}

export function storableText(value: Json): StorableText {
  return { value: toJson(value), places: placesIn(value, '') }
}

function placesIn(value: Json, at: string): readonly string[] {
  if (typeof value === 'string') return placeOf(value, at, 'a text')
  if (typeof value !== 'object' || value === null) return []
  if (isJsonArray(value)) return value.flatMap((item, index) => placesIn(item, `${at}/${index}`))
  return Object.entries(value).flatMap(([key, item]) => {
    const inner = `${at}/${pointerPart(cleanText(key))}`
    return [...placeOf(key, inner, 'a name'), ...placesIn(item, inner)]
  })
}

function placeOf(text: string, at: string, what: string): readonly string[] {
  if (isCleanText(text)) return []
  const lost = text.includes('\u0000') ? 'its NUL characters' : 'half a character'
  return [`${at || '/'}: ${what} without ${lost}, which cannot be stored`]
}

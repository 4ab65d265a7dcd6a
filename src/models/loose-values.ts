import { isJsonObject, type JsonObject } from '../domain/json.ts'
import { ModelError } from '../domain/model.ts'

/** A number, or one in words, as some servers write counts and indexes; `undefined` where it is none. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? Number(value)
    : undefined
}

/** The sum of counts, each of which may be missing. */
export function sum(...counts: readonly unknown[]): number {
  return counts.reduce<number>((total, count) => total + (numberIn(count) ?? 0), 0)
}

/** A text, or what stands in the place of one: a number, a list of texts, an object around one. `undefined` where there is none. */
export function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    const texts = value.map(textIn).filter((text) => text !== undefined)
    return texts.length > 0 ? texts.join('') : undefined
  }
  if (!isJsonObject(value)) return undefined
  const { text, content, thinking, summary, value: inner } = value
  return textIn(text ?? content ?? thinking ?? summary ?? inner)
}

/** The objects of a list, or the one in the place of a list. */
export function objectsIn<Item extends object>(
  value: readonly Item[] | Item | null | undefined,
): readonly Item[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((item): item is Item => isJsonObject(item))
}

/** Nothing, in any language of a server: PHP writes an empty map as `[]`. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true
  if (Array.isArray(value)) return value.length === 0
  return isJsonObject(value) && Object.keys(value satisfies JsonObject).length === 0
}

/** The failure of an answer of which a part cannot be read; another try may give it in another form. */
export function unreadablePart(where: string, cause?: unknown): ModelError {
  return new ModelError(
    'UNKNOWN',
    `The server sent a part of its answer in a form that is not known: ${where}.`,
    {
      retryable: true,
      cause,
    },
  )
}

import { parseRawObject } from '../../domain/exact-numbers.ts'

/**
 * The arguments of a call that a server may give in several places: as pieces, whole at its beginning, whole at its end. The first
 * place in which an object with members stands wins, then the first with any other words: a call is never made with `{}` where the
 * model said more.
 *
 * @param places texts, or objects that some servers send in their stead, from the most trusted to the least
 */
export function argumentsAmong(...places: readonly unknown[]): string {
  const texts = places.map(toArgumentsText).filter((text) => text.trim() !== '')
  return texts.find(membersOf) ?? texts.find((text) => membersOf(text) !== 0) ?? texts[0] ?? '{}'
}

/** Arguments as text: that is what every API documents, and some servers send the object itself; PHP writes an empty one as a list. */
export function toArgumentsText(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return emptyList.test(text) ? '{}' : text
}

const emptyList = /^\s*\[\s*\]\s*$/

/** The number of members of the object that a text is; `null` where it is none, or not whole. */
function membersOf(text: string): number | null {
  const object = parseRawObject(text)
  return object && Object.keys(object).length
}

import type { Sliced } from './in-slices.ts'

/** Lists of more items than this are written in slices. Shorter ones take less than a millisecond. */
const longList = 500

/** So deep such a list is looked for: the actions of a plan are three levels below their event. */
const depth = 4

/** The JSON of a value as `JSON.stringify` gives it. It can be interrupted between the items of a long list, such as the actions of a plan. */
export function* stringifySliced(value: unknown): Sliced<string | undefined> {
  if (!holdsLongList(value, depth)) return JSON.stringify(value)
  if (Array.isArray(value)) {
    const items: string[] = []
    for (const item of value) {
      items.push((yield* stringifySliced(item)) ?? 'null')
      yield
    }
    return `[${items.join(',')}]`
  }
  const fields: string[] = []
  for (const [name, item] of Object.entries(value)) {
    const text = yield* stringifySliced(item)
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${fields.join(',')}}`
}

function holdsLongList(value: unknown, levels: number): value is object {
  if (typeof value !== 'object' || value === null || levels === 0) return false
  if (Array.isArray(value)) return value.length > longList
  if ('toJSON' in value) return false
  // No list of values is made: most rows hold no long list.
  for (const name in value) if (holdsLongList(Reflect.get(value, name), levels - 1)) return true
  return false
}

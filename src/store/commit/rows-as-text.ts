import type { Sliced } from '../../domain/in-slices.ts'
import { mayHoldRefusedText, toJson } from '../../domain/json.ts'
import { stringifySliced } from '../../domain/stringify-sliced.ts'

/** Of what is written together: it becomes text within a millisecond or so, or it is interrupted for other work. */
export type Size = 'small' | 'large'

/** JSON of so many characters is small. */
const smallChars = 256 * 1024

export function sizeOfChars(chars: number): Size {
  return chars <= smallChars ? 'small' : 'large'
}

/** Rows as JSON. Small ones are serialised by one call: each call costs as much as some hundred characters. */
export function* toParameter(rows: readonly unknown[], size: Size): Sliced<string> {
  if (size === 'small') return toText(rows)
  const texts: string[] = []
  for (const row of rows) {
    texts.push(storable((yield* stringifySliced(row)) ?? 'null', row))
    yield
  }
  return `[${texts.join(',')}]`
}

/** A value as JSON that PostgreSQL takes. */
export function toText(value: unknown): string {
  return storable(JSON.stringify(value), value)
}

/** Characters that `jsonb` refuses come from outside and rarely: they are searched for first, and replaced only if found. */
function storable(json: string, value: unknown): string {
  return mayHoldRefusedText(json) ? JSON.stringify(toJson(value)) : json
}

import type { Json } from '../../domain/json.ts'
import { lastWhole, nextWhole } from '../../domain/text/whole-character.ts'

/** A result as it is stored, and the bytes of JSON that it had before it was cut. */
export interface LimitedResult<Output extends Json = Json> {
  readonly output: Output | string
  readonly bytes: number
}

/**
 * LIM-12: a result, of well-formed text, beyond `maxBytes` of JSON is cut to its beginning and its end, with a mark between that gives its
 * original size.
 */
export function limitResult<Output extends Json>(output: Output, maxBytes: number): LimitedResult<Output> {
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  const bytes = typeof output === 'string' ? quotes + bytesOf(output) : Buffer.byteLength(text)
  if (bytes <= maxBytes) return { output, bytes }
  return { output: keepEnds({ head: text, tail: text, bytes }, maxBytes), bytes }
}

/** The beginning and the end of a text of `bytes` in all, of which `head` and `tail` are at hand; at most `maxBytes` of JSON. */
export function keepEnds(
  { head, tail, bytes }: { readonly head: string; readonly tail: string; readonly bytes: number },
  maxBytes: number,
): string {
  const mark = `\n[cut: the result had ${bytes} bytes; at most ${maxBytes} are kept]\n`
  const room = maxBytes - quotes - bytesOf(mark)
  const first = headOf(head, Math.floor(room / 2))
  return detachedCopy(`${first}${mark}${tailOf(tail, room - bytesOf(first))}`)
}

/** A copy of well-formed text that keeps nothing else alive: a slice holds on to the whole that it was taken from. */
export function detachedCopy(text: string): string {
  return Buffer.from(text).toString()
}

/** Size of a text within JSON quotes, in bytes. It is counted in place, because serialising a large text would double it in memory. */
export function bytesOf(text: string): number {
  let bytes = Buffer.byteLength(text)
  for (let position = 0; position < text.length; position++) bytes += escapeBytes(text.charCodeAt(position))
  return bytes
}

/** By how much the JSON of a character is longer than its UTF-8. */
function escapeBytes(unit: number): number {
  if (unit === quote || unit === backslash) return 1
  if (unit >= 0x20) return 0
  return shortEscapes.includes(unit) ? 1 : 5
}

const quote = 0x22

const backslash = 0x5c

/** Backspace, tab, line feed, form feed and carriage return have an escape of two characters; others are written as `\u0007`. */
const shortEscapes: readonly number[] = [0x08, 0x09, 0x0a, 0x0c, 0x0d]

const quotes = 2

/** As much of the beginning as takes `maxBytes`, whole characters only. */
function headOf(text: string, maxBytes: number): string {
  const length = largest(Math.min(text.length, maxBytes), (most) => bytesOf(text.slice(0, most)) <= maxBytes)
  return text.slice(0, lastWhole(text, length))
}

/** As much of the end as takes `maxBytes`, whole characters only. */
function tailOf(text: string, maxBytes: number): string {
  const last = text.length
  const length = largest(Math.min(last, maxBytes), (most) => bytesOf(text.slice(last - most)) <= maxBytes)
  return text.slice(nextWhole(text, last - length))
}

/** The largest number up to `most` that fits; 0 where none does. */
function largest(most: number, fits: (candidate: number) => boolean): number {
  let known = 0
  let limit = Math.max(0, most)
  while (known < limit) {
    const middle = Math.ceil((known + limit) / 2)
    if (fits(middle)) known = middle
    else limit = middle - 1
  }
  return known
}

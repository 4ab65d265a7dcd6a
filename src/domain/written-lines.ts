import { quoteLargeNumbers } from './exact-numbers.ts'

/** Passes on bytes as whole lines; what is left of the last one comes with `end`. */
export interface WrittenLines {
  push(bytes: Uint8Array): Uint8Array
  end(): Uint8Array
}

const newline = 0x0a

/**
 * JSON that comes in pieces and is read by a library, which knows numbers of JavaScript only: a number that those do not hold gets quotes.
 * In an event stream the lines with data are JSON; elsewhere all are. JSON has no line break within a text or a number, so each line can be
 * read by itself. `read` is what becomes of the JSON; its characters are bytes. Default: such numbers get quotes.
 */
export function createWrittenLines(
  kind: 'EVENT_STREAM' | 'JSON',
  read: (json: string) => string = quoteLargeNumbers,
): WrittenLines {
  let held: Uint8Array[] = []
  const take = (): Uint8Array => {
    const bytes = held.length === 1 && held[0] ? held[0] : Buffer.concat(held)
    held = []
    return rewritten(bytes, kind, read)
  }
  return {
    push(bytes) {
      const end = bytes.lastIndexOf(newline) + 1
      if (end === 0) {
        held.push(bytes)
        return new Uint8Array()
      }
      held.push(bytes.subarray(0, end))
      const lines = take()
      if (end < bytes.length) held.push(bytes.subarray(end))
      return lines
    },
    end: take,
  }
}

/** As Latin-1 each byte is one character, whatever it is a part of. */
function rewritten(
  bytes: Uint8Array,
  kind: 'EVENT_STREAM' | 'JSON',
  read: (json: string) => string,
): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const result =
    kind === 'JSON'
      ? read(text)
      : text.replace(/^(data: ?)(.*)/gm, (_line, field: string, json: string) => `${field}${read(json)}`)
  return result === text ? bytes : Buffer.from(result, 'latin1')
}

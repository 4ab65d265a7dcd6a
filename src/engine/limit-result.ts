import type { Json } from '../domain/json.ts'

/** LIM-12: a result beyond `maxBytes` of JSON is cut to its beginning, with a mark that says how much there was. */
export function limitResult<Output extends Json>(
  output: Output,
  maxBytes: number,
): { readonly output: Output | string; readonly bytes: number } {
  const text = JSON.stringify(output)
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxBytes) return { output, bytes }
  const whole = typeof output === 'string' ? output : text
  const mark = `\n[cut: the result had ${bytes} bytes; at most ${maxBytes} are kept]`
  return { output: `${headOf(whole, maxBytes - bytesOf(mark))}${mark}`, bytes }
}

/** As much of a text as fits in `maxBytes` of JSON with its quotes, whole characters only. */
function headOf(text: string, maxBytes: number): string {
  let head = text.slice(0, Math.max(0, maxBytes))
  // Escapes and wide characters take more bytes than units: shrink by what is over until it fits.
  for (let over = overOf(head, maxBytes); over > 0 && head !== ''; over = overOf(head, maxBytes)) {
    head = head.slice(0, -Math.ceil(over / 6))
  }
  return endsInHalf(head) ? head.slice(0, -1) : head
}

function overOf(head: string, maxBytes: number): number {
  return bytesOf(head) + quotes - maxBytes
}

const quotes = 2

/** What a text takes inside of JSON quotes. */
function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - quotes
}

/** The first unit of a character of two. */
function endsInHalf(text: string): boolean {
  return /[\ud800-\udbff]$/.test(text)
}

import type { Json } from '../domain/json.ts'

/** LIM-12: a result beyond `maxBytes` of JSON is cut to its beginning, with a mark that says how much there was. */
export function limitResult(
  output: Json,
  maxBytes: number,
): { readonly output: Json; readonly bytes: number } {
  const text = JSON.stringify(output)
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxBytes) return { output, bytes }
  const whole = typeof output === 'string' ? output : text
  const mark = `\n[cut: the result had ${bytes} bytes; at most ${maxBytes} are kept]`
  return { output: `${headOf(whole, maxBytes - Buffer.byteLength(mark))}${mark}`, bytes }
}

/** As much of a text as fits in `maxBytes` of JSON, whole characters only. */
function headOf(text: string, maxBytes: number): string {
  let head = text.slice(0, maxBytes)
  // Escapes and wide characters take more bytes than units: shrink by what is over until it fits.
  for (let over = bytesOf(head) - maxBytes; over > 0; over = bytesOf(head) - maxBytes) {
    head = head.slice(0, Math.max(0, head.length - Math.max(1, Math.ceil(over / 6))))
  }
  return head.toWellFormed()
}

function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2
}

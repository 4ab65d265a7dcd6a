import type { Response } from 'undici'

/** The beginning of a body, and whether more follows that was not read. */
export interface ReadBody {
  readonly bytes: Buffer
  readonly isCut: boolean
}

/** Reads the body of a response, at most `maxBytes` of it. The rest is cancelled. */
export async function readResponseBody({ body }: Response, maxBytes: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = []
  const stream: AsyncIterable<Uint8Array> | null = body
  let size = 0
  for await (const chunk of stream ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes }
}

/**
 * A body as text, in the charset that its content type names, or UTF-8. The bytes of one that is no text are only counted: they would mean
 * nothing to a model.
 */
export function textOfBody(
  { bytes, isCut }: ReadBody,
  contentType: string | null,
): { readonly text: string; readonly isBinary: boolean } {
  // `stream` drops a character that was cut in two.
  const text = decoderFor(contentType ?? '').decode(bytes, { stream: isCut })
  return text.includes('\u0000')
    ? { text: `[${bytes.length} bytes of binary data, not shown]`, isBinary: true }
    : { text, isBinary: false }
}

function decoderFor(contentType: string): TextDecoder {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder() // no charset of that name
  }
}

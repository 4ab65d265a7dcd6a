import { TextDecoder } from 'node:util'
import type { Response } from 'undici'
import { parseJson } from '../domain/exact-numbers.ts'
import type { Json } from '../domain/json.ts'

/** Response of a service. */
export interface HttpResult {
  readonly status: number
  /** Headers that describe the body, or where to continue. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON where it is JSON, otherwise text; `null` where there is none. */
  readonly body: Json
  /** The body had more bytes than are read; then it is text. */
  readonly isCut: boolean
}

const shown = ['content-type', 'location', 'link', 'etag', 'last-modified', 'retry-after', 'content-range']

/** Reads a response, and of its body at most `maxBytes`. */
export async function readResponse(response: Response, maxBytes: number): Promise<HttpResult> {
  const { bytes, isCut } = await readBody(response, maxBytes)
  const headers = shown.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const body = bytes.length === 0 ? null : toBody(bytes, response.headers.get('content-type') ?? '', isCut)
  return { status: response.status, headers: Object.fromEntries(headers), body, isCut }
}

async function readBody({ body }: Response, maxBytes: number) {
  const chunks: Uint8Array[] = []
  const stream: AsyncIterable<Uint8Array> | null = body
  let size = 0
  // Leaving the loop early cancels the rest.
  for await (const chunk of stream ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes }
}

/** The bytes of a body that is no text are only counted, because they would mean nothing to a model. */
function toBody(bytes: Buffer, contentType: string, isCut: boolean): Json {
  // `stream` drops a character that was cut in two.
  const text = decoderFor(contentType).decode(bytes, { stream: isCut })
  if (text.includes('\u0000')) return `[${bytes.length} bytes of binary data, not shown]`
  if (isCut || !/^application\/([\w.+-]+\+)?json\b/i.test(contentType)) return text
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

function decoderFor(contentType: string): TextDecoder {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder() // no charset of that name
  }
}

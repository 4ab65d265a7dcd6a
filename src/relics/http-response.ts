import type { Response } from 'undici'
import { parseJson } from '../domain/exact-numbers.ts'
import type { Json } from '../domain/json.ts'
import { type ReadBody, readBody, textOfBody } from '../net/read-body.ts'

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
  const read = await readBody(response, maxBytes)
  const headers = shown.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const body = read.bytes.length === 0 ? null : toBody(read, response.headers.get('content-type') ?? '')
  return { status: response.status, headers: Object.fromEntries(headers), body, isCut: read.isCut }
}

function toBody(read: ReadBody, contentType: string): Json {
  const { text, isBinary } = textOfBody(read, contentType)
  if (isBinary || read.isCut || !/^application\/([\w.+-]+\+)?json\b/i.test(contentType)) return text
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

import { isUtf8 } from 'node:buffer'
import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { describe, RungraphError } from '../../domain/errors.ts'

/**
 * Refuses a request body above `maxBytes` with 413 and a remedy. A body without a length is counted while it is read. Requests that are
 * `measured` have a limit of their own.
 */
export function useBodyLimit(
  maxBytes: number,
  isMeasured: (request: Request) => boolean = () => false,
): Plugin {
  return {
    onRequestParse({ request, requestParser, setRequestParser, fetchAPI }) {
      if (isMeasured(request)) return
      checkLength(request, maxBytes)
      if (request.body === null || requestParser === undefined) return
      setRequestParser(async (parsedRequest) => {
        const { url, method, headers, signal } = parsedRequest
        const body = await readRequestBody(parsedRequest, maxBytes)
        return requestParser(new fetchAPI.Request(url, { method, headers, signal, body }))
      })
    },
  }
}

const notUtf8 = { problem: 'The request is not valid UTF-8.', remedy: 'Send JSON in UTF-8.' }

/** The body of a request, without the byte order mark that some clients put before it (RFC 8259, 8.1). @throws as `readWholeBody` */
export async function readRequestBody(
  request: Pick<Request, 'body' | 'headers'>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = await readWholeBody(request, maxBytes)
  return byteOrderMark.every((byte, nth) => body[nth] === byte) ? body.subarray(byteOrderMark.length) : body
}

/**
 * The body of a request as it was sent, and signed. One that is not UTF-8 is refused, because it would be decoded to other characters.
 * @throws INPUT_TOO_LARGE, REQUEST_MALFORMED
 */
export async function readWholeBody(
  request: Pick<Request, 'body' | 'headers'>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  checkLength(request, maxBytes)
  let kept = new Uint8Array(Math.min(firstBytes, maxBytes))
  let bytes = 0
  let pieces = 0
  for await (const chunk of request.body ?? []) {
    pieces += 1
    if (pieces > maxPieces) throw new RungraphError('REQUEST_MALFORMED', tooManyPieces)
    const before = bytes
    bytes += chunk.byteLength
    if (bytes <= maxBytes) {
      kept = withRoom(kept, bytes)
      kept.set(chunk, before)
    }
    // The excess is read and dropped up to a limit, because a client that is still sending would not see the refusal.
    if (bytes > maxBytes * 16) break
  }
  if (bytes > maxBytes) throw tooLarge(bytes, maxBytes)
  const body = kept.slice(0, bytes)
  // Text of JSON in UTF-16 or UTF-32 has a NUL among its first bytes, and may be UTF-8 all the same.
  if (!isUtf8(body) || body.subarray(0, 4).includes(0)) throw new RungraphError('REQUEST_MALFORMED', notUtf8)
  return body
}

const byteOrderMark = [0xef, 0xbb, 0xbf]

const firstBytes = 16 * 1024

/** A chunk of one byte takes as long to read as one of many. */
const maxPieces = 20_000

const tooManyPieces = {
  problem: 'The body comes in more than 20,000 chunks.',
  remedy: 'Send larger chunks, or send a Content-Length.',
}

/** The same bytes, with room for so many. Pieces are copied: one of a single byte, kept as it came, takes some hundred. */
function withRoom(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (length <= bytes.length) return bytes
  const larger = new Uint8Array(Math.max(length, bytes.length * 2))
  larger.set(bytes)
  return larger
}

/** The problem of a body with a content encoding; `null` for a body without one. */
export function encodingProblem(headers: Headers): string | null {
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding === 'identity') return null
  return `A body that is encoded (content-encoding: ${encoding}) is not supported. Send the body without encoding.`
}

function checkLength({ headers }: Pick<Request, 'headers'>, maxBytes: number): void {
  const length = Number(headers.get('content-length'))
  if (length > maxBytes) throw tooLarge(length, maxBytes)
}

function tooLarge(bytes: number, maxBytes: number): GraphQLError {
  const message = describe('INPUT_TOO_LARGE', { field: 'The request', bytes, maxBytes })
  return new GraphQLError(message, { extensions: { code: 'INPUT_TOO_LARGE', http: { status: 413 } } })
}

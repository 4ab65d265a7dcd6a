import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { describe } from '../domain/errors.ts'

/** Refuses a request body above `maxBytes` with 413 and what to do; one that comes without a length is counted as it is read. */
export function useBodyLimit(maxBytes: number): Plugin {
  return {
    onRequestParse({ request, requestParser, setRequestParser, fetchAPI }) {
      const length = request.headers.get('content-length')
      if (Number(length) > maxBytes) throw tooLarge(Number(length), maxBytes)
      if (length !== null || request.body === null || requestParser === undefined) return
      setRequestParser(async (given) => {
        const { url, method, headers, signal } = given
        const body = await readBody(given, maxBytes)
        return requestParser(new fetchAPI.Request(url, { method, headers, signal, body }))
      })
    },
  }
}

/** What is too much is read and dropped: a client that is still sending would not see the refusal. Yet not for ever. */
async function readBody({ body }: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes <= maxBytes) chunks.push(chunk)
    if (bytes > maxBytes * 16) break
  }
  if (bytes > maxBytes) throw tooLarge(bytes, maxBytes)
  return Uint8Array.from(Buffer.concat(chunks))
}

function tooLarge(bytes: number, maxBytes: number): GraphQLError {
  const message = describe('INPUT_TOO_LARGE', { field: 'The request', bytes, maxBytes })
  return new GraphQLError(message, { extensions: { code: 'INPUT_TOO_LARGE', http: { status: 413 } } })
}

import { ModelError } from '../domain/model.ts'

/** A redirect within the server's own origin is followed so often. */
const maxRedirects = 5
const redirects: readonly number[] = [301, 302, 303, 307, 308]
/** Redirects that repeat the same request; the others would turn it into a GET. */
const repeating: readonly number[] = [307, 308]
const mebibyte = 1024 * 1024

/**
 * `fetch` as providers are asked with it: no further than the server that was named, whose conversations and key are no other's (an SDK's own
 * fetch takes them along), and with no more of an answer than memory holds. @throws ModelError where it redirects elsewhere; the
 * stream of a body throws one where it does not end.
 */
export async function fetchProvider(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
  let url = new URL(address instanceof Request ? address.url : address)
  let response = await fetch(address, { ...init, redirect: 'manual' })
  for (let hop = 0; redirects.includes(response.status); hop++) {
    const next = URL.parse(response.headers.get('location') ?? '', url)
    await response.body?.cancel()
    const isOwn = next?.origin === url.origin && repeating.includes(response.status)
    if (!isOwn || hop === maxRedirects) throw redirectRefused(response.status)
    url = next
    response = await fetch(url, { ...init, redirect: 'manual' })
  }
  return bounded(response)
}

function redirectRefused(status: number): ModelError {
  return new ModelError(
    'BAD_REQUEST',
    'The server redirects to another address, where nothing is sent. Is the base URL right?',
    { retryable: false, status },
  )
}

/** Maximum number of bytes of an error response that are read. */
const maxFailureBytes = 64 * 1024
/** Maximum size of a stream, and of one line of it: many times that of the longest answers. */
const maxStreamBytes = 256 * mebibyte
const maxLineBytes = 16 * mebibyte

function bounded(response: Response): Response {
  if (response.body === null) return response
  return new Response(response.body.pipeThrough(response.ok ? endingStream() : beginning()), response)
}

function beginning(): TransformStream<Uint8Array, Uint8Array> {
  let bytesLeft = maxFailureBytes
  return new TransformStream({
    transform(bytes, controller) {
      controller.enqueue(bytes.subarray(0, bytesLeft))
      bytesLeft -= bytes.length
      if (bytesLeft <= 0) controller.terminate()
    },
  })
}

function endingStream(): TransformStream<Uint8Array, Uint8Array> {
  let total = 0
  let line = 0
  return new TransformStream({
    transform(bytes, controller) {
      const newline = bytes.lastIndexOf(0x0a)
      total += bytes.length
      line = newline === -1 ? line + bytes.length : bytes.length - newline - 1
      if (total > maxStreamBytes || line > maxLineBytes) throw endless()
      controller.enqueue(bytes)
    },
  })
}

function endless(): ModelError {
  return new ModelError('UNKNOWN', "The server's answer does not end: no more of it is read.", {
    retryable: false,
  })
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { ModelError } from '../domain/model.ts'
import type { ExchangeRecorder } from '../domain/model-exchange.ts'

/** A redirect within the server's own origin is followed so often. */
const maxRedirects = 5
const redirects: readonly number[] = [301, 302, 303, 307, 308]
/** Redirects that repeat the same request; the others would turn it into a GET. */
const repeating: readonly number[] = [307, 308]
const mebibyte = 1024 * 1024

/** The recorder of the model call that a request belongs to: an SDK has one `fetch` for all of its requests. */
const recorders = new AsyncLocalStorage<ExchangeRecorder>()

/** Calls `send`, and records its requests to a provider, if there is a recorder. */
export function recorded<Value>(recorder: ExchangeRecorder | undefined, send: () => Value): Value {
  return recorder === undefined ? send() : recorders.run(recorder, send)
}

/**
 * `fetch` for providers: it follows no redirect to another server, which must not get conversations and keys (an SDK's own fetch sends them
 * along), and limits the size of an answer to what memory holds. @throws ModelError where it redirects elsewhere; the stream of a body
 * throws one where it does not end.
 */
export async function fetchProvider(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
  let url = new URL(address instanceof Request ? address.url : address)
  const recorder = recorders.getStore()
  recorder?.sent(factsOf(address, init))
  let response = await fetch(address, { ...init, redirect: 'manual' })
  for (let hop = 0; redirects.includes(response.status); hop++) {
    const next = URL.parse(response.headers.get('location') ?? '', url)
    await response.body?.cancel()
    const isOwn = next?.origin === url.origin && repeating.includes(response.status)
    if (!isOwn || hop === maxRedirects) throw redirectRefused(response.status)
    url = next
    response = await fetch(url, { ...init, redirect: 'manual' })
  }
  recorder?.received(response)
  return bounded(response, recorder)
}

function factsOf(...[address, init]: Parameters<typeof fetch>) {
  const request = address instanceof Request ? address : null
  return {
    method: init?.method ?? request?.method ?? 'GET',
    url: new URL(request?.url ?? String(address)),
    headers: new Headers(init?.headers ?? request?.headers),
    body: init?.body,
  }
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

function bounded(response: Response, recorder: ExchangeRecorder | undefined): Response {
  if (response.body === null) return response
  const limit = response.ok ? endingStream(recorder) : beginning(recorder)
  return new Response(response.body.pipeThrough(limit), response)
}

function beginning(recorder: ExchangeRecorder | undefined): TransformStream<Uint8Array, Uint8Array> {
  let bytesLeft = maxFailureBytes
  return new TransformStream({
    transform(bytes, controller) {
      const read = bytes.subarray(0, bytesLeft)
      recorder?.read(read)
      controller.enqueue(read)
      bytesLeft -= bytes.length
      if (bytesLeft <= 0) controller.terminate()
    },
  })
}

function endingStream(recorder: ExchangeRecorder | undefined): TransformStream<Uint8Array, Uint8Array> {
  let total = 0
  let line = 0
  return new TransformStream({
    transform(bytes, controller) {
      const newline = bytes.lastIndexOf(0x0a)
      recorder?.read(bytes)
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

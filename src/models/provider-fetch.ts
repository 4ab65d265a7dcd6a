import { AsyncLocalStorage } from 'node:async_hooks'
import { answerTooLarge } from '../domain/answer-size.ts'
import { type CallSight, ModelError, type ModelRequest } from '../domain/model.ts'
import type { ExchangeRecorder } from '../domain/model-exchange.ts'
import { createWrittenLines } from '../domain/written-lines.ts'

/** A redirect within the server's own origin is followed so often. */
const maxRedirects = 5
const redirects: readonly number[] = [301, 302, 303, 307, 308]
/** Redirects that repeat the same request; the others would turn it into a GET. */
const repeating: readonly number[] = [307, 308]
const mebibyte = 1024 * 1024

/** Who watches a model call. */
type Watchers = Pick<ModelRequest, 'recorder' | 'sight' | 'sendBy'>

/** The watchers of the model call that a request belongs to: an SDK has one `fetch` for all of its requests. */
const watchers = new AsyncLocalStorage<Watchers>()

/** Calls `send`, and shows its requests to a provider to those who watch, or who answer in its place, if anybody does. */
export function watched<Value>({ recorder, sight, sendBy }: Watchers, send: () => Value): Value {
  return recorder || sight || sendBy ? watchers.run({ recorder, sight, sendBy }, send) : send()
}

/**
 * `fetch` for providers: it follows no redirect to another server, which must not get conversations and keys (an SDK's own fetch sends them
 * along), and limits the size of an answer. @throws ModelError where it redirects elsewhere; the stream of a body throws one where it is
 * too large.
 */
export async function fetchProvider(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
  let url = new URL(address instanceof Request ? address.url : address)
  const { recorder, sight, sendBy = fetch } = watchers.getStore() ?? {}
  if (sight) sight.server = serverOf(url)
  recorder?.sent(factsOf(address, init))
  let response = await sendBy(address, { ...init, redirect: 'manual' })
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

function serverOf({ hostname, port, protocol }: URL): CallSight['server'] {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'http:' ? 80 : 443) }
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
/** Maximum size of a stream: an answer of the maximum size in chunks of about four characters, each with 250 bytes of JSON around it. */
const maxStreamBytes = 256 * mebibyte
/** Maximum size of what an SDK holds before it parses it: an event of a stream, or a body in one piece. */
const maxParsedBytes = 16 * mebibyte

function bounded(response: Response, recorder: ExchangeRecorder | undefined): Response {
  if (response.body === null) return response
  const limit = response.ok ? wholeAnswer(response, recorder) : beginning(recorder)
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

/**
 * Ends with ANSWER_TOO_LARGE beyond a limit (MOD-10). SDKs read JSON as numbers of JavaScript: a number that those do not hold is passed on
 * as the text of its digits.
 */
function wholeAnswer(
  { headers }: Response,
  recorder: ExchangeRecorder | undefined,
): TransformStream<Uint8Array, Uint8Array> {
  const contentType = headers.get('content-type') ?? ''
  const maxBytes = contentType.includes('application/json') ? maxParsedBytes : maxStreamBytes
  const eventSize = createEventSize()
  const lines = createWrittenLines(/\bjson\b/i.test(contentType) ? 'JSON' : 'EVENT_STREAM')
  let total = 0
  return new TransformStream({
    transform(bytes, controller) {
      recorder?.read(bytes)
      total += bytes.length
      if (total > maxBytes) throw answerTooLarge(`its HTTP response has more than ${maxBytes / mebibyte} MiB`)
      if (eventSize(bytes) > maxParsedBytes) {
        throw answerTooLarge(`one event of its stream has more than ${maxParsedBytes / mebibyte} MiB`)
      }
      enqueue(lines.push(bytes), controller)
    },
    flush: (controller) => enqueue(lines.end(), controller),
  })
}

function enqueue(bytes: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void {
  if (bytes.length > 0) controller.enqueue(bytes)
}

const blankLines = ['\n\n', '\n\r\n'] as const

/**
 * Measures the events of a stream for a limit: SDKs hold an event until its blank line comes. The returned function takes the next bytes
 * and gives the size of the event that they end in, in bytes.
 */
export function createEventSize(): (bytes: Uint8Array) => number {
  let size = 0
  /** The last bytes before, which may be the beginning of a blank line. */
  let tail = ''
  return (bytes) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const end = Math.max(...blankLines.map((line) => endOfLast(text, line)))
    const seam = tail + text.toString('latin1', 0, 2)
    if (end > 0) size = text.length - end
    else size = (seamEndsEvent(seam) ? 0 : size) + text.length
    tail = (tail + text.toString('latin1', Math.max(0, text.length - 2))).slice(-2)
    return size
  }
}

/** The end of the last occurrence; 0 if there is none. */
function endOfLast(text: Buffer, line: string): number {
  const at = text.lastIndexOf(line)
  return at === -1 ? 0 : at + line.length
}

function seamEndsEvent(seam: string): boolean {
  return blankLines.some((line) => seam.includes(line))
}

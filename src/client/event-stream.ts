import { asClientError, connectionFailed, dropped, RungraphClientError } from './client-error.ts'
import type { Credentials } from './credentials.ts'
import { isResult, notRungraph, post, resultIn, withToken } from './http.ts'
import type { OperationRequest } from './operation.ts'
import type { Attempt, Endpoint, ExecutionResult, Transport } from './transport.ts'

/** The server sends a comment every 12 seconds (docs/reference/limits.md): a stream that says nothing for so long is dead. */
const silenceMs = 30_000

/**
 * Subscriptions as event streams (server-sent events), each a request of its own, in the distinct connections mode of the protocol of
 * graphql-sse. Not an `EventSource`, which sends no headers and so no key.
 */
export function createEventStreams(endpoint: Endpoint, credentials: Credentials): Transport {
  const streams = new Set<AbortController>()
  return {
    drop: () => {
      for (const stream of streams) stream.abort(dropped())
    },
    async *subscribe(request, { signal, onToken, onOpen }) {
      const watch = watchSilence(signal)
      streams.add(watch.stream)
      try {
        const token = await credentials.token(watch.signal)
        onToken(token)
        const response = await open(request, {
          ...endpoint,
          fetch: withToken(endpoint, token),
          signal: watch.signal,
        })
        onOpen()
        yield* results(response, watch.heard)
      } catch (error) {
        signal.throwIfAborted()
        throw asClientError(watch.signal.aborted ? watch.signal.reason : error)
      } finally {
        streams.delete(watch.stream)
        watch.end()
      }
    },
  }
}

async function open(
  request: OperationRequest,
  at: Pick<Endpoint, 'url' | 'fetch'> & Pick<Attempt, 'signal'>,
): Promise<Response> {
  const response = await post(request, { ...at, accept: 'text/event-stream' })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response
  await resultIn(response, at.signal)
  throw notRungraph(response)
}

/** The results of a stream. One that ends without `complete` was interrupted. */
async function* results(response: Response, onHeard: () => void): AsyncGenerator<ExecutionResult> {
  for await (const { event, data } of readEvents(response, onHeard)) {
    if (event === 'complete') return
    if (event === 'next') yield parse(data)
  }
  throw connectionFailed(new Error('the event stream was interrupted'))
}

/** A line that is no result was damaged in transit: the request can be repeated. */
function parse(data: string): ExecutionResult {
  try {
    const result: unknown = JSON.parse(data)
    if (isResult(result)) return result
  } catch {}
  throw new RungraphClientError('An event of the stream is not a result of GraphQL.', {
    ...{ code: 'INVALID_RESPONSE', retryable: true },
  })
}

/** A signal that is aborted with the given one, and after a time in which nothing was heard. */
function watchSilence(given: AbortSignal) {
  const controller = new AbortController()
  const stop = () => controller.abort(given.reason)
  const isSilent = () =>
    controller.abort(connectionFailed(new Error('the server has been silent for too long')))
  let timer = setTimeout(isSilent, silenceMs)
  if (given.aborted) stop()
  given.addEventListener('abort', stop)
  return {
    stream: controller,
    signal: controller.signal,
    heard: () => {
      clearTimeout(timer)
      timer = setTimeout(isSilent, silenceMs)
    },
    end: () => {
      clearTimeout(timer)
      given.removeEventListener('abort', stop)
      // A reader that left early leaves the request behind.
      controller.abort()
    },
  }
}

/** An event of an event stream. */
interface StreamedEvent {
  /** `message` if the stream names none. */
  readonly event: string
  readonly data: string
}

/**
 * Yields the events of a response as they are complete (https://html.spec.whatwg.org/#event-stream-interpretation). An event that the end
 * of the stream cuts off is left out. `onHeard` is called for each part that arrives, comments included.
 */
async function* readEvents(response: Response, onHeard: () => void): AsyncGenerator<StreamedEvent> {
  let event = ''
  let data: string[] = []
  for await (const line of readLines(response, onHeard)) {
    if (line === '') {
      if (data.length > 0 || event !== '') yield { event: event || 'message', data: data.join('\n') }
      event = ''
      data = []
      continue
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
  }
}

/** Yields each complete line; it ends with a line feed, a carriage return, or both. */
async function* readLines({ body }: Response, onHeard: () => void): AsyncGenerator<string> {
  if (body === null) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onHeard()
      rest += decoder.decode(value, { stream: true })
      // A carriage return at the end may be the first half of a line's end.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    // The other side may be gone already.
    reader.cancel().catch(() => undefined)
  }
}

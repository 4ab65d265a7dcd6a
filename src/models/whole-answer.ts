import { tryParseRawJson } from '../domain/exact-numbers.ts'
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { ModelError } from '../domain/model.ts'
import { fetchProvider } from './provider-fetch.ts'

/** The events of the API that say the same as an answer in one piece; `null` where it is no answer. */
export type ToEvents = (body: Json) => readonly JsonObject[] | null

/**
 * `fetchProvider` for an API whose answers are streams of events. Some gateways give the answer in one piece all the same: it is made a
 * stream, whatever its content type. @throws ModelError where it is a web page, or JSON of another API: another try gives the same
 */
export function fetchStream(toEvents: ToEvents): typeof fetchProvider {
  return async (...request) => {
    const response = await fetchProvider(...request)
    if (!response.ok || response.body === null) return response
    if (response.headers.get('content-type')?.includes('text/html')) {
      throw noAnswer(response, 'The server answered with a web page. Is the base URL right?')
    }
    const { begin, rest } = await beginningOf(response.body)
    if (!/^\s*[{[]/.test(begin)) return new Response(rest, response)
    const text = await new Response(rest).text()
    const body = tryParseRawJson(text)
    if (body === undefined) return new Response(text, response)
    const events = toEvents(body)
    if (events !== null) return withType(toStream(events), response, 'text/event-stream')
    if (hasError(body)) return withType(text, response, 'application/json')
    throw noAnswer(response, 'The server gave its answer in one piece, in a form that is not known.')
  }
}

/** The text until the first that is no white space, and the whole stream again. */
async function beginningOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  const read: Uint8Array[] = []
  let begin = ''
  while (begin.trim() === '') {
    const { value, done } = await reader.read()
    if (done) break
    read.push(value)
    begin += new TextDecoder().decode(value)
  }
  const rest = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = read.shift() ?? (await reader.read()).value
      if (next) controller.enqueue(next)
      else controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { begin, rest }
}

function hasError(body: Json): boolean {
  const [first] = Array.isArray(body) ? body : [body]
  return isJsonObject(first) && Boolean(first.error)
}

function toStream(events: readonly JsonObject[]): string {
  return events
    .map(
      (event) =>
        `${typeof event.type === 'string' ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
    )
    .join('')
}

function withType(body: string, { status, headers }: Response, contentType: string): Response {
  const kept = new Headers(headers)
  kept.set('content-type', contentType)
  kept.delete('content-length')
  kept.delete('content-encoding')
  return new Response(body, { status, headers: kept })
}

function noAnswer({ status }: Response, message: string): ModelError {
  return new ModelError('BAD_REQUEST', message, { retryable: false, status })
}

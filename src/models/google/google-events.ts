import { tryParseRawJson } from '../../domain/exact-numbers.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { ModelError } from '../../domain/model.ts'
import { failureIn } from '../failed-event.ts'
import { waitOfHeaders } from '../retry-wait.ts'
import { fetchStream } from '../whole-answer.ts'

/**
 * `fetch` that hands on an event stream with each event whole and alone in its chunk.
 *
 * Google sends an error inside a stream as bare JSON, without `data:`. The SDK knows it only where it lies alone
 * in one network chunk; together with other events, or split, it becomes "Incomplete JSON segment at the end".
 */
export async function fetchWholeEvents(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetchAnswer(...request)
  if (!response.ok) return withRetryInfo(response)
  if (response.body === null) return response
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(wholeEvents())
    .pipeThrough(new TextEncoderStream())
  return new Response(events, response)
}

/** A response in one piece is a chunk; without `alt=sse` the chunks are the items of a list. */
const fetchAnswer = fetchStream(chunksIn, 'the Gemini API')

function chunksIn(body: Json): readonly JsonObject[] | null {
  const chunks = (Array.isArray(body) ? body : [body]).filter(isJsonObject)
  const areChunks = chunks.every(
    (chunk) => 'candidates' in chunk || 'promptFeedback' in chunk || 'usageMetadata' in chunk,
  )
  return chunks.length > 0 && areChunks ? chunks : null
}

/** Puts a header's wait into the form of Google's own bodies: gateways use the header, and the SDK drops it. */
async function withRetryInfo(response: Response): Promise<Response> {
  const waitMs = waitOfHeaders(response.headers)
  if (waitMs === undefined) return response
  const error = errorIn(await response.text())
  const errorDetails = Array.isArray(error.details) ? error.details : []
  // Details in the body come first and take precedence.
  const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${waitMs / 1000}s` }
  const headers = { 'content-type': 'application/json' }
  const body = { error: { code: response.status, ...error, details: [...errorDetails, retryInfo] } }
  return new Response(JSON.stringify(body), { status: response.status, headers })
}

/** The error of a body; a body in another language is its message. */
export function errorIn(text: string, words = text): JsonObject {
  const body = tryParseRawJson(text)
  return isJsonObject(body) && isJsonObject(body.error) ? body.error : { message: words }
}

/** Cuts after each blank line. The text after the last one comes at the end. */
function wholeEvents(): TransformStream<string, string> {
  let rest = ''
  return new TransformStream({
    transform(text, controller) {
      // The searched text ends at most with the beginning of a blank line, so a long event is not searched again for each piece.
      const from = Math.max(0, rest.length - 3)
      rest += text
      for (let end = endOfEvent(rest, from); end > 0; end = endOfEvent(rest, 0)) {
        const event = rest.slice(0, end)
        const failure = failureOf(event)
        if (failure) throw failure
        // The SDK reads the fields of whatever it is.
        if (!/^data: *null\s*$/.test(event)) controller.enqueue(event)
        rest = rest.slice(end)
      }
    },
    flush(controller) {
      const failure = failureOf(rest)
      if (failure) throw failure
      if (rest !== '') controller.enqueue(rest)
    },
  })
}

/** The SDK passes on nothing but the fields that it knows; of errors, those in Google's own form. */
function failureOf(event: string): ModelError | null {
  if (event.includes('"candidates"')) return null
  const body = tryParseRawJson(/^data:(.*)/m.exec(event)?.[1] ?? '')
  const isKnown = isJsonObject(body) && isJsonObject(body.error) && typeof body.error.code === 'number'
  return isKnown ? null : failureIn(body, { isAnswered: true })
}

/** Returns the end of the first event from a position; 0 if there is none. */
function endOfEvent(text: string, from: number): number {
  const blankLine = /\r?\n\r?\n/g
  blankLine.lastIndex = from
  const found = blankLine.exec(text)
  return found === null ? 0 : found.index + found[0].length
}

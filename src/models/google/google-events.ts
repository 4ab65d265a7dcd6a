import { tryParseRawJson } from '../../domain/exact-numbers.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { ModelError } from '../../domain/model.ts'
import { failureIn } from '../failed-event.ts'
import { toRefusalError } from '../refusal.ts'
import { waitInBody } from '../retry-wait.ts'
import { fetchStream } from '../whole-answer.ts'

/**
 * `fetch` that hands on an event stream with each event whole, and throws the failures of Google's API: of one within a stream the SDK knows
 * only what lies alone in one network chunk. @throws ModelError
 */
export async function fetchWholeEvents(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetchAnswer(...request)
  if (!response.ok) throw await googleRefusal(response)
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

/** Read here: the SDK drops the headers, in which gateways say how long to wait. */
export async function googleRefusal(response: Response): Promise<ModelError> {
  const { status } = response
  const text = await response.text()
  const body = tryParseRawJson(text)
  const headers = new Headers(response.headers)
  // Google's own field comes before what a gateway says.
  const ownMs = waitInBody(body)
  if (ownMs !== undefined) headers.set('retry-after-ms', String(ownMs))
  return toRefusalError({ status, headers, body, otherwise: text })
}

/** Cuts after each blank line. The text after the last one comes at the end. */
function wholeEvents(): TransformStream<string, string> {
  let rest = ''
  /** Its end, in which a blank line may begin. The rest is not searched again: an event of megabytes comes in hundreds of pieces. */
  let tail = ''
  return new TransformStream({
    transform(text, controller) {
      const searched = tail + text
      const found = endOfEvent(searched)
      rest += text
      tail = searched.slice(-3)
      if (found === 0) return
      for (let end = rest.length - searched.length + found; end > 0; end = endOfEvent(rest)) {
        const event = rest.slice(0, end)
        const failure = failureOf(event)
        if (failure) throw failure
        // The SDK reads the fields of whatever it is.
        if (!/^data: *null\s*$/.test(event)) controller.enqueue(event)
        rest = rest.slice(end)
      }
      tail = rest.slice(-3)
    },
    flush(controller) {
      const failure = failureOf(rest)
      if (failure) throw failure
      if (rest !== '') controller.enqueue(rest)
    },
  })
}

/** Read here: the SDK passes on nothing but the fields that it knows. Google sends it as bare JSON, without `data:`. */
function failureOf(event: string): ModelError | null {
  if (event.includes('"candidates"')) return null
  return failureIn(tryParseRawJson(/^data:(.*)/m.exec(event)?.[1] ?? event), { isAnswered: true })
}

/** Returns the end of the first event in a text; 0 if there is none. */
function endOfEvent(text: string): number {
  const found = /\r?\n\r?\n/.exec(text)
  return found === null ? 0 : found.index + found[0].length
}

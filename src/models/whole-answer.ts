import { tryParseRawJson } from '../domain/exact-numbers.ts'
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { ModelError } from '../domain/model.ts'
import { oneLine } from '../domain/text/foreign-text.ts'
import { failureIn, failureInWords } from './failed-event.ts'
import { fetchProvider } from './provider-fetch.ts'

/**
 * The events of the API that say the same as an answer in one piece, or as the list of its events; `null` where it is no answer. An answer
 * whose lines are events, without `data:`, is such a list.
 */
export type ToEvents = (body: Json) => readonly JsonObject[] | null

/**
 * `fetchProvider` for an API whose answers are streams of events. Some gateways give the answer in one piece all the same: it is made a
 * stream, whatever its content type. @throws ModelError where it is a web page, nothing, or of another API: another try gives the same
 */
export function fetchStream(toEvents: ToEvents, api: Api): typeof fetchProvider {
  return async (...request) => {
    const response = await fetchProvider(...request)
    if (!response.ok) return response
    const { begin, rest, end } = await beginningOf(response.body)
    const isPage = /^<(?:!doctype|html|head|body|\?xml)/i.test(begin)
    if (isPage || response.headers.get('content-type')?.includes('text/html'))
      throw noAnswer(response, `The server answered with a web page. ${isRight(api)}`)
    const failure = failureInWords(begin) ?? failureOf(firstEvent(begin), begin, api)
    if (failure) throw failure
    if (/^[{[]/.test(begin)) return inOnePiece(await new Response(rest).text(), response, toEvents, api)
    const words = wholeEvent.exec(begin)?.[1]?.trim() ?? ''
    if (isStream(begin, response) && /^(?:[{[]|null$|$)/.test(words)) {
      const other = apiOf(firstEvent(begin), api)
      if (other !== null)
        throw noAnswer(
          response,
          `The server answered in the form of ${other}. Is this provider the right one for it?`,
        )
      const stream = withType(rest, response, 'text/event-stream')
      ends.set(stream, end)
      return stream
    }
    throw noAnswer(response, `The server answered ${inWords(words || begin)}. ${isRight(api)}`)
  }
}

/** Errors of servers that know no such path, and say so under HTTP 200: "Unexpected endpoint or method. (POST /chat/completions)" (LM Studio). */
const noSuchPath =
  /\b(?:page|path|route|endpoint|url|uri|resource)\b[^"]{0,30}\b(?:not found|does not exist)\b|"(?:404 )?not found\.?"|\b(?:unknown|unexpected|invalid|no such) (?:request )?(?:path|route|endpoint|url)\b|\bcannot (?:get|post) \//i

function inWords(begin: string): string {
  return begin === '' ? 'with nothing' : `in words: ${oneLine(begin).slice(0, 200)}`
}

function inOnePiece(text: string, response: Response, toEvents: ToEvents, api: Api): Response {
  const body = tryParseRawJson(text) ?? linesIn(text)
  if (body === undefined) return new Response(text, response)
  const failure = hasOwnError(firstOf(body), api) || noSuchPath.test(text) ? null : failureIn(firstOf(body))
  if (failure) throw failure
  const events = toEvents(body)
  if (events !== null) return withType(toStream(events), response, 'text/event-stream')
  if (noSuchPath.test(text) && failureIn(firstOf(body)))
    throw noAnswer(response, `The server answered ${inWords(text)}. ${isRight(api)}`)
  if (hasOwnError(firstOf(body), api))
    return withType(JSON.stringify(firstOf(body)), response, 'application/json')
  throw noAnswer(response, `The server gave its answer in a form that is not known. ${isRight(api)}`)
}

/** The values of lines of JSON; a line that is none stands at the end, where the answer was cut off. */
function linesIn(text: string): Json[] | undefined {
  const values = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => tryParseRawJson(line))
  const whole = values.filter((value) => value !== undefined)
  return whole.length > 0 && values.indexOf(undefined) === (whole.length < values.length ? whole.length : -1)
    ? whole
    : undefined
}

/** Of an event stream that never began, a part is worth another try; not of a body that is none, or has no length. */
function isStream(begin: string, { headers }: Response): boolean {
  const fields = ['data:', 'event:', 'id:', 'retry:', ':']
  if (begin === '')
    return (
      headers.get('content-length') !== '0' && headers.get('content-type')?.includes('event-stream') === true
    )
  return fields.some((field) => begin.startsWith(field) || field.startsWith(begin))
}

/** The last bytes of a stream, by its response. */
const ends = new WeakMap<Response, () => Uint8Array>()

/** Whether a stream that was read to its end has the end mark of OpenAI's APIs. */
export function hasEndMark(response: Response | null): boolean {
  const end = response === null ? undefined : ends.get(response)
  return end !== undefined && /^data: ?\[DONE\]/m.test(Buffer.from(end()).toString('latin1'))
}

/** The end mark and what may stand behind it. */
const longestEnd = 64

function lastOf(end: Uint8Array, bytes: Uint8Array): Uint8Array {
  return bytes.length < longestEnd
    ? Buffer.concat([end, bytes]).subarray(-longestEnd)
    : bytes.subarray(-longestEnd)
}

/** So much of an answer shows what it is. */
const longestBeginning = 8_192

/** The text until it shows what it is, without the white space before it, and the whole stream again. */
async function beginningOf(body: ReadableStream<Uint8Array> | null) {
  let last: Uint8Array = new Uint8Array()
  const end = () => last
  if (body === null) return { begin: '', rest: null, end }
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const read: Uint8Array[] = []
  let begin = ''
  while (!isEnough(begin)) {
    const { value, done } = await reader.read()
    if (done) break
    read.push(value)
    begin = (begin + decoder.decode(value, { stream: true })).trimStart()
  }
  const rest = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = read.shift() ?? (await reader.read()).value
      if (!next) return controller.close()
      const failure = failureAmong(next)
      if (failure) return controller.error(failure)
      last = lastOf(last, next)
      controller.enqueue(next)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { begin, rest, end }
}

const errorEvent = Buffer.from('error')

/** SDKs find only that it is no JSON. */
function failureAmong(bytes: Uint8Array): ModelError | null {
  const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return part.includes(errorEvent) ? failureInWords(part.toString()) : null
}

/** The failure that the first event is. The SDKs read those of their own APIs; Anthropic's reads no event without a name. */
function failureOf(event: Json | undefined, begin: string, api: Api): ModelError | null {
  if (!isJsonObject(event) || apis[api](event)) return null
  const isRead = api !== 'the Messages API' || /^event:/m.test(begin)
  return isRead && hasOwnError(event, api) ? null : failureIn(event)
}

/** A first event is waited for to its end, any other text for a few characters. */
function isEnough(begin: string): boolean {
  if (/^[{[:]/.test(begin) || begin.length > longestBeginning) return true
  return /^(?:data|event|id|retry):/.test(begin) ? dataLine.test(begin) : begin.length >= 16
}

const dataLine = /^data:(.*)[\r\n]/m
/** Of one line: its data can be no part of JSON. */
const wholeEvent = /^data:(.*)(?:\r\n\r\n|\n\n|\r\r)/m

function firstEvent(begin: string): Json | undefined {
  return tryParseRawJson(dataLine.exec(begin)?.[1] ?? '')
}

export type Api = keyof typeof apis

/** The APIs, by what only their events have. */
const apis = {
  'Chat Completions': (event: JsonObject) => Array.isArray(event.choices),
  'the Responses API': ({ type }: JsonObject) => typeof type === 'string' && type.startsWith('response.'),
  'the Messages API': ({ type }: JsonObject) => type === 'message_start' || type === 'content_block_start',
  'the Gemini API': (event: JsonObject) => Array.isArray(event.candidates),
}

/** The settings of their addresses. */
const settings: Readonly<Record<Api, string>> = {
  'Chat Completions': 'OPENAI_CHAT_BASE_URL',
  'the Responses API': 'OPENAI_BASE_URL',
  'the Messages API': 'ANTHROPIC_BASE_URL',
  'the Gemini API': 'GOOGLE_GEMINI_BASE_URL or GOOGLE_VERTEX_BASE_URL',
}

function isRight(api: Api): string {
  return `Is the base URL right (${settings[api]})?`
}

/** The failure of a stream that ended, none of whose events was of the API. */
export function otherForm(api: Api): ModelError {
  return noAnswer(undefined, `The server answered with a stream in a form that is not known. ${isRight(api)}`)
}

/** The other API that an event is of; `null`: it may be of the own one. */
function apiOf(event: Json | undefined, own: Api): string | null {
  if (!isJsonObject(event) || apis[own](event)) return null
  return Object.entries(apis).find(([, isOf]) => isOf(event))?.[0] ?? null
}

function firstOf(body: Json): Json {
  return Array.isArray(body) ? (body[0] ?? null) : body
}

/** Whether a body has an error as the API writes it, which its SDK reads. That of Gemini reads none. */
function hasOwnError(body: Json | undefined, api: Api): boolean {
  if (!isJsonObject(body) || !isJsonObject(body.error)) return false
  return api === 'the Messages API' ? typeof body.error.type === 'string' : api !== 'the Gemini API'
}

function toStream(events: readonly JsonObject[]): string {
  return events
    .map(
      (event) =>
        `${typeof event.type === 'string' ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
    )
    .join('')
}

function withType(
  body: string | ReadableStream<Uint8Array> | null,
  { status, headers }: Response,
  contentType: string,
): Response {
  const kept = new Headers(headers)
  kept.set('content-type', contentType)
  kept.delete('content-length')
  kept.delete('content-encoding')
  return new Response(body, { status, headers: kept })
}

function noAnswer(response: Response | undefined, message: string): ModelError {
  const status = response?.status
  return new ModelError('BAD_REQUEST', message, { retryable: false, status })
}

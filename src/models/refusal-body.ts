import { tryParseRawJson } from '../domain/exact-numbers.ts'
import { isJsonObject, type Json } from '../domain/json.ts'

/** Body of a refusal, in any of its many shapes. */
interface RefusalBody {
  readonly message: string | null
  /** Codes and types. */
  readonly words: readonly string[]
  /** The field that is at fault, where it is named. */
  readonly param: string | null
  /** A status that stands inside: under HTTP 200 there is no other. */
  readonly status: number | undefined
}

/**
 * OpenAI's `{error: {message, type, code}}` as the SDK passes it on, and variants of other servers: the members at the top, the error as
 * plain text (Venice, TGI, xAI), an array around the object (Gemini), `detail` (Mistral, vLLM),
 * `__type` (AWS), `base_resp` (MiniMax).
 */
export function readRefusal(body: unknown): RefusalBody {
  if (typeof body === 'string') return { ...silent, message: body }
  if (Array.isArray(body)) return body.length === 0 ? silent : readRefusal(body[0])
  if (!isJsonObject(body)) return silent
  const inner = body.error === undefined || body.error === null ? silent : readRefusal(body.error)
  const { message, Message, detail, details, param, status_code, status, code, type, __type } = body
  const minimax = isJsonObject(body.base_resp) ? body.base_resp : {}
  // Gemini: "reason": "API_KEY_INVALID"
  const reasons = Array.isArray(details) ? details.filter(isJsonObject).map(({ reason }) => reason) : []
  return {
    message:
      inner.message ??
      wordsOrJson(message) ??
      wordsOrJson(Message) ??
      wordsOrJson(detail) ??
      wordsOrJson(minimax.status_msg),
    words: [
      ...inner.words,
      ...[code, type, __type, ...reasons].flatMap((word) => (isWord(word) ? [String(word)] : [])),
      // Other vendors have the same numbers for something else.
      ...(isWord(minimax.status_code) ? [`base_resp:${minimax.status_code}`] : []),
    ],
    param: inner.param ?? (typeof param === 'string' ? param : null),
    status: inner.status ?? [status_code, status, code].map(toNumber).find(isFailureStatus),
  }
}

const silent: RefusalBody = { message: null, words: [], param: null, status: undefined }

/** Mistral puts a list of faults in the place of the words, each with its place. */
function wordsOrJson(value: Json | undefined): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isWord(value: Json | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/** vLLM and gateways write a status as text. */
function toNumber(value: Json | undefined): Json | undefined {
  return typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value
}

function isFailureStatus(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599
}

/** Under these names servers send the request back: a user's text must not be read as words of the server. */
export const echoed: ReadonlySet<string> = new Set([
  ...['input', 'inputs', 'body', 'request', 'messages', 'prompt'],
])

const maxDepth = 8

/** The fields of a body at any depth, and of bodies that stand in it as text (OpenRouter's `metadata.raw`), outer ones first. */
export function* fieldsIn(body: unknown, depth = 0): Generator<readonly [name: string, value: Json]> {
  if (depth > maxDepth) return
  if (Array.isArray(body)) for (const item of body) yield* fieldsIn(item, depth + 1)
  if (!isJsonObject(body)) return
  for (const [name, value] of Object.entries(body)) {
    if (echoed.has(name)) continue
    const isText = typeof value === 'string' && /^\s*[{[]/.test(value)
    const read = isText ? (tryParseRawJson(value) ?? value) : value
    yield [name, read]
    yield* fieldsIn(read, depth + 1)
  }
}

import { tryParseRawJson } from '../../domain/exact-numbers.ts'
import { failureReason } from '../../domain/failure-reason.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { mapOf } from './loose-json.ts'

/** A longer message is left as it is: to read it twice takes its time. In characters. */
const maxNormalized = 1_000_000

/** Members of a message that the library refuses, as they are written without a value. */
const holdsEmpty = /"(?:_meta|params|error|result|id|data|progressToken)"\s*:\s*(?:null|""|\[\s*\])/

/**
 * A message of a server, as JSON, in the form that JSON-RPC has for it: `"error": null` beside a result, a result of null, an error that is a
 * text, `_meta` that is null. The client library refuses such a message, over stdio without a word, and a call would wait until its time is
 * up. What is no JSON is given back as it is.
 */
export function normalizedText(text: string): string {
  if (text.length > maxNormalized && !holdsEmpty.test(text)) return text
  try {
    const message: Json = JSON.parse(text)
    const isLegal = isJsonArray(message) ? message.every(isLegalMessage) : isLegalMessage(message)
    if (isLegal) return text
    return JSON.stringify(isJsonArray(message) ? message.map(normalized) : normalized(message))
  } catch {
    return text
  }
}

const session = '(mcp[- ]?)?session([-_ ]?id)?'
const lostBefore = `(no|invalid|unknown|expired|stale|missing|bad|not find|cannot find|to find)( (a|the|any|valid|active))? ${session}\\b`
const lostAfter = `${session}\\b.{0,80}\\b(not found|does not exist|expired|invalid|unknown|terminated|closed|missing|required|not valid|timed out)`
const lostTransport = `(no|unknown|missing) (\\w+ )?(transport|connection|server)\\b.{0,30}\\b${session}\\b`
const sessionIsLost = new RegExp(`\\b(${lostBefore}|${lostAfter}|${lostTransport})`, 'i')

/** Whether words say that a session is not known (any more). */
export function isAboutLostSession(words: string): boolean {
  // "invalid_session", "sessionExpired": codes are words as well.
  return sessionIsLost.test(words.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' '))
}

/** Longer words say more than that. */
const maxRefusal = 1000
/** That of a request which a server does not take. */
const invalidRequest = -32_600

/** A message that refuses a session, and no request by its id, as the refusal of that request; `null` for any other message. */
export function sessionRefusal(text: string, id: Json): string | null {
  if (text.length > maxRefusal || !isAboutLostSession(text)) return null
  const message = tryParseRawJson(text)
  if (!isJsonObject(message) || (message.id ?? null) !== null) return null
  const { error = null } = message
  if (error === null) return null
  const { code, message: words } = normalizedError(error)
  const isSaid = isJsonObject(error) && isCode(error.code)
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: { code: isSaid ? code : invalidRequest, message: words },
  })
}

/** Whether it is a message as it should be, or nothing that could be made one. */
function isLegalMessage(message: Json): boolean {
  if (!isJsonObject(message)) return true
  const { jsonrpc, id = null, method, params, result, error } = message
  if (method !== undefined) return jsonrpc === '2.0' && hasOnly(message, ofRequest) && isLegalParams(params)
  if (id === null || (result === undefined && error === undefined)) return true
  const isAlone = Object.keys(message).length === 3
  const isLegalResult = isJsonObject(result) && isMap(result._meta)
  return jsonrpc === '2.0' && isAlone && (isLegalResult || isLegalError(error))
}

const ofRequest: readonly string[] = ['jsonrpc', 'id', 'method', 'params']

function hasOnly(message: JsonObject, names: readonly string[]): boolean {
  return message.id !== null && Object.keys(message).every((name) => names.includes(name))
}

function isLegalParams(params: Json | undefined): boolean {
  if (params === undefined) return true
  if (!isJsonObject(params) || !isMap(params._meta)) return false
  const { progressToken } = params._meta ?? {}
  return progressToken === undefined || typeof progressToken === 'string' || isCode(progressToken)
}

/** `null` says nothing, and so does an empty list: PHP writes a map without members so. */
function isMap(value: Json | undefined): value is JsonObject | undefined {
  return value === undefined || isJsonObject(value)
}

function isLegalError(error: Json | undefined): boolean {
  return error !== undefined && isJsonObject(error) && isCode(error.code) && typeof error.message === 'string'
}

function isCode(code: Json | undefined): code is number {
  return Number.isSafeInteger(code)
}

function normalized(message: Json): Json {
  if (!isJsonObject(message) || isLegalMessage(message)) return message
  const { id = null, params = null, method, result = null, error = null } = message
  if (method !== undefined) return normalizedRequest(id, method, params)
  if (error === null || error === false || error === '' || isEmptyList(error))
    return { jsonrpc: '2.0', id, result: isJsonObject(result) ? withMeta(result) : { content: result } }
  return { jsonrpc: '2.0', id, error: isLegalError(error) ? error : normalizedError(error) }
}

function isEmptyList(value: Json): boolean {
  return isJsonArray(value) && value.length === 0
}

/** A request, or a notification, which has no id. */
function normalizedRequest(id: Json, method: Json, params: Json): JsonObject {
  return {
    jsonrpc: '2.0',
    ...(id === null ? {} : { id }),
    method,
    ...(isJsonObject(params) ? { params: withMeta(params) } : {}),
  }
}

/** A result, or parameters, with what its `_meta` says, if that is anything. */
function withMeta(value: JsonObject): JsonObject {
  const { _meta: meta, ...others } = value
  if (meta === undefined || !isJsonObject(meta)) return others
  const { progressToken: token = null, ...said } = meta
  return { ...others, _meta: token === null ? said : { progressToken: token, ...said } }
}

/** Of an error inside the server, as JSON-RPC has it. */
const internal = -32_603

function normalizedError(error: Json): JsonObject {
  const { code, message, data } = mapOf(error)
  const words = isCode(code) && typeof message === 'string' ? message : failureReason(error)
  return { code: isCode(code) ? code : internal, message: words, ...(data === undefined ? {} : { data }) }
}

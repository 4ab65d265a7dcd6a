import { tryParseRawJson } from '../domain/exact-numbers.ts'
import { isJsonObject, type Json } from '../domain/json.ts'
import type { ModelError } from '../domain/model.ts'
import { toRefusalError } from './refusal.ts'

/**
 * The failure that an event of a stream, or a body under HTTP 200, is by its form, in any of the forms that servers have beside the one of
 * their API: `{"object": "error", …}` (vLLM), `{"detail": …}` (FastAPI), `{"status_code": 503, …}`, `{"base_resp": …}` (MiniMax). `null`:
 * it is none. `isAnswered`: events of the API came before, so that words alone are no sign of another one.
 */
export function failureIn(event: unknown, { isAnswered = false } = {}): ModelError | null {
  if (!isJsonObject(event)) return null
  const isSure = isFailure(event)
  if (!isSure && !hasWordsAlone(event)) return null
  const failure = toRefusalError({
    ...{ status: undefined, body: event, headers: undefined },
    otherwise: `The server sent an error: ${JSON.stringify(event).slice(0, 300)}`,
  })
  return isSure || isAnswered || failure.kind !== 'UNKNOWN' ? failure : null
}

function isFailure({
  error,
  object,
  type,
  code,
  message,
  status_code,
  base_resp,
}: {
  [key: string]: Json
}): boolean {
  if (error !== undefined && error !== null && error !== false && error !== '') return !isEmpty(error)
  if (object === 'error' || type === 'error') return true
  if (isJsonObject(base_resp) && isFault(base_resp.status_code)) return true
  return isFault(status_code) || (isFault(code) && typeof message === 'string' && message !== '')
}

/** A code that says anything but success. */
function isFault(code: Json | undefined): boolean {
  if (typeof code !== 'string' && typeof code !== 'number') return false
  return !/^(?:0*|2\d\d|20000|ok|success|succeeded)$/i.test(String(code))
}

function isEmpty(error: Json): boolean {
  return isJsonObject(error) && Object.keys(error).length === 0
}

/** FastAPI's `detail`, and a message alone: elsewhere they may be anything. */
function hasWordsAlone(event: { readonly [key: string]: Json }): boolean {
  const { type, code, status_code } = event
  const isFew = Object.keys(event).length <= 2 && (type ?? code ?? status_code) === undefined
  return isFew && (event.detail !== undefined || typeof event.message === 'string')
}

/** The failure that a part of a stream has in plain words: `event: error`, `data: upstream timed out`. `null`: there is none. */
export function failureInWords(text: string): ModelError | null {
  const data = /^event: ?error[ \t]*\r?\n(?:(?:id|retry):.*\n)*data:(.*)/m.exec(text)?.[1]?.trim() ?? ''
  const isJson = data === '' || tryParseRawJson(data) !== undefined || /^[{[]/.test(data)
  return isJson ? null : failureIn({ error: { message: data } })
}

import { isRungraphError, messageOf } from './errors.ts'
import { isJsonObject, toJson } from './json.ts'

/** Errors that are read of one failure. */
const maxErrors = 20

/**
 * Why something failed, in words: the message of what was thrown, of its causes ("fetch failed" says nothing without) and of each error of
 * an AggregateError, with what else it says of itself, such as `code` and `detail`. Anything may have been thrown. An error of one part has
 * its words as they are. Never throws.
 */
export function failureReason(error: unknown): string {
  const reasons: string[] = []
  const seen = new Set<unknown>()
  const pending: unknown[] = [error]
  while (pending.length > 0 && seen.size < maxErrors) {
    const next = pending.shift()
    if (seen.has(next)) continue
    seen.add(next)
    const reason = ownReason(next)
    // Libraries repeat the message of the cause.
    if (reason !== '' && !reasons.some((known) => known.includes(reason))) reasons.push(reason)
    pending.unshift(...causesOf(next))
  }
  const last = reasons.pop() ?? 'It failed, and does not say why.'
  return [...reasons.map((reason) => reason.replace(/\.$/, '')), last].join(': ')
}

/** What is read of an answer that was thrown, and for how long: in characters and milliseconds. */
const maxAnswer = 4000
const answerMs = 2000

/** The same, with the words of an answer of HTTP that nobody has read: one that was thrown itself, or that an error holds. Never rejects. */
export async function wholeFailureReason(error: unknown): Promise<string> {
  const holders = [error, read(Object(error), 'response'), read(Object(error), 'cause')]
  const body = holders.map((one) => read(Object(one), 'body')).find((one) => one instanceof ReadableStream)
  const said = body === undefined ? '' : await beginningOf(body)
  return failureReason(said === '' ? error : new AggregateError([error, dataOr(said)]))
}

async function beginningOf(body: ReadableStream): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let timer: NodeJS.Timeout | undefined
  try {
    const reader = body.getReader()
    const cancel = () => void reader.cancel().catch(() => undefined)
    timer = setTimeout(cancel, answerMs)
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      text += decoder.decode(piece.value, { stream: true })
      if (text.length > maxAnswer) cancel()
    }
  } catch {
    // It has another reader, or the connection broke: the part that was read is reported.
  } finally {
    clearTimeout(timer)
  }
  return text.slice(0, maxAnswer).trim()
}

function dataOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function causesOf(error: unknown): readonly unknown[] {
  if (typeof error !== 'object' || error === null) return []
  const several = [
    read(error, 'errors'),
    error instanceof Error ? read(Object(read(error, 'response')), 'errors') : [],
  ]
  const others = [read(error, 'cause'), read(error, 'error'), read(error, 'suppressed')]
  const causes = error instanceof Error ? [...others, answerOf(error)] : [others[0]]
  return [...causes, ...several.flatMap((list) => (Array.isArray(list) ? list : []))].filter(
    (one) => one !== undefined && one !== null && one !== '',
  )
}

/** What a service answered, as clients of HTTP and of JSON-RPC have it: its words say more than its status. */
function answerOf(error: Error): unknown {
  const response = read(error, 'response') ?? error
  if (typeof response !== 'object' || response === null || isRungraphError(response)) return undefined
  const answer = read(response, 'data') ?? read(response, 'body')
  return typeof answer === 'string' || isPlain(answer) ? answer : undefined
}

function isPlain(value: unknown): boolean {
  return isJsonObject(value) && Object.getPrototypeOf(value) === Object.prototype
}

function ownReason(error: unknown): string {
  if (error === undefined || error === null) return ''
  if (typeof error !== 'object') return messageOf(error)
  const said = [read(error, 'message'), read(error, 'title'), read(error, 'detail'), read(error, 'details')]
  const words = said.filter((one) => typeof one === 'string' && one.trim() !== '').map(String)
  const text = [...new Set(words)].join(', ') || nameOf(error)
  const facts = facets.flatMap((name) => {
    const value = read(error, name)
    // Those of a DOMException are numbers of old that say less than its words.
    const isNumber = typeof value === 'number' && !(error instanceof DOMException)
    const isShown = (typeof value === 'string' && value !== '') || isNumber
    return isShown && !text.includes(String(value)) ? [`${name} ${value}`] : []
  })
  return facts.length > 0 ? `${text} (${facts.join(', ')})` : text
}

/** What errors of Node, of PostgreSQL and of HTTP clients have beside their message. */
const facets = ['code', 'status', 'statusCode', 'hint', 'reason']

/** An object that is no error and has no message is shown as it is. */
function nameOf(error: object): string {
  if (error instanceof AggregateError) return ''
  // The class says more than the name that every error has.
  if (error instanceof Error)
    return error.name === 'Error' ? error.constructor.name || 'Error' : messageOf(error)
  if (error instanceof Response)
    return `an answer of HTTP with the status ${error.status} ${error.statusText}`.trim()
  const json = toJson(error)
  if (isJsonObject(json) && Object.keys(json).length === 0) return messageOf(error)
  return JSON.stringify(json)
}

/** A getter may throw. */
function read(value: object, name: string): unknown {
  try {
    return Reflect.get(value, name)
  } catch {
    return undefined
  }
}

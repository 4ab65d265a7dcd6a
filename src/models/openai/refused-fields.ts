import { APIError } from 'openai'
import { isJsonArray, isJsonObject, type Json } from '../../domain/json.ts'
import { refusesSystem } from '../refused-system.ts'

/** Fields that a request to the Responses API can do without, from the outermost to the innermost. */
const optional = [
  ...['temperature', 'include', 'reasoning.summary', 'reasoning.effort', 'reasoning', 'text.format.strict'],
  ...['text.format', 'text', 'max_output_tokens', 'tool_choice', 'store'],
]

const refuses =
  /unsupported|not supported|does not support|unknown|unrecognized|not permitted|not allowed|unexpected|extra inputs|(?:must|should) be one of|is not one of|invalid value|supported values/i

/**
 * The field that a server refused by name, and that is left out from then on: models and compatible servers of one API differ in what they
 * take, and that cannot be known before the first question. `null`: another failure, or a field that a request needs.
 */
export function refusedField(error: unknown, sent: object): string | null {
  if (!(error instanceof APIError)) return null
  const { param, message, status } = error
  if (refusesStream({ status, text: message, param }, sent)) return 'stream'
  if (status !== 400 && status !== 422) return null
  if (hasListedOutput(sent) && refusesList.test(`${param ?? ''} ${message}`)) return listedOutput
  if (hasInstructions(sent) && (refusesSystem(message) || param === 'instructions')) return 'instructions'
  // A summary is refused in words of its own: "Your organization must be verified to generate reasoning summaries."
  if (param !== 'reasoning.summary' && !refuses.test(message)) return null
  const isMeant = (field: string) =>
    typeof param === 'string' ? param.replace(/^body\./, '') === field : isNamed(field, message)
  return optional.find((field) => isIn(sent, field.split('.')) && isMeant(field)) ?? null
}

/** What is refused where results may have text alone: their files stand behind them from then on. */
export const listedOutput = 'output'

/** "Invalid type for 'input[2].output': expected a string, but got an array instead." */
const refusesList =
  /\boutput\b.*\b(?:expected an? (?:valid )?string|(?:should|must) be an? (?:valid )?string)/is

function hasListedOutput(sent: object): boolean {
  const input: Json | undefined = Reflect.get(sent, 'input')
  return (
    input !== undefined &&
    isJsonArray(input) &&
    input.some((item) => isJsonObject(item) && isJsonArray(item.output ?? null))
  )
}

/** They are those of the agent, or stand as the developer's words in the history. */
function hasInstructions(sent: object): boolean {
  const input: Json | undefined = Reflect.get(sent, 'input')
  const isTold =
    input !== undefined &&
    isJsonArray(input) &&
    input.some((item) => isJsonObject(item) && item.role === 'developer')
  return isTold || isIn(sent, ['instructions'])
}

/** Statuses of a request that a server does not take; some take no stream for want of a right, or of code. */
const refusals: readonly (number | undefined)[] = [400, 403, 404, 405, 422, 500, 501]

/** "Your organization must be verified to stream this model.", "Streaming is not supported for this model." */
const noStream = new RegExp(
  [
    /\bstream(?:ing|ed|s)?\b['"`]?(?:=true)?(?: (?:mode|responses?|outputs?|completions?|requests?|option|parameter|api|=? ?true))*,? (?:(?:is|are|was) )?(?:currently )?(?:not (?:yet |currently )?(?:supported|available|allowed|enabled|implemented|permitted|possible)|unsupported|unavailable|disabled|forbidden)/,
    /\b(?:does not|doesn't|do not|don't|cannot|can't|can not|unable to) (?:yet |currently )?(?:support |use |accept |allow |handle |do )?['"`]?stream(?:ing|ed)?\b/,
    /\bverified to (?:use )?stream/,
    /\b(?:unsupported|invalid|unknown|unexpected|not support\w*)\b.{0,40}(?<![.\w])['"`]?stream(?:ing)?\b['"`]?(?![.\w])/,
    /\bstream['"`]? (?:must|should|has to) be (?:set to )?['"`]?false\b/,
    /\bonly (?:supports? )?non-?stream/,
    /\bset ['"`]?stream['"`]?(?: to |=)['"`]?false\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

/** Whether a server refuses to stream its answer: it is asked for in one piece from then on. */
export function refusesStream(
  {
    status,
    text,
    param,
  }: { readonly status: number | undefined; readonly text: string; readonly param: unknown },
  sent: { readonly stream?: unknown },
): boolean {
  if (sent.stream !== true || !refusals.includes(status)) return false
  return typeof param === 'string' ? param.replace(/^body\./, '') === 'stream' : noStream.test(text)
}

/** What such a lesson is, for the log. */
export const inOnePiece = 'answers are asked for in one piece, without `stream`'

/** In quotes, as a path (`body.store`, `["body", "store"]`), or at the beginning: as a mere word it may be of the sentence. */
function isNamed(field: string, message: string): boolean {
  const path = field.split('.')
  const listed = ['body', ...path].map((name) => `"${name}"`).join(',')
  if ([`'${field}'`, `"${field}"`, `\`${field}\``].some((words) => message.includes(words))) return true
  if (message.replaceAll(/",\s+"/g, '","').includes(`${listed}]`)) return true
  const plain = field.replaceAll('.', '\\.')
  const before =
    path.length > 1 || field.includes('_') ? '(?<![\\w.])(?:body\\.)?' : '(?:\\bbody\\.|^(?:\\d{3} )?)'
  return new RegExp(`${before}${plain}(?!\\w|\\.\\w)`).test(message)
}

function isIn(value: object, [name = '', ...rest]: readonly string[]): boolean {
  const inner: Json | undefined = Reflect.get(value, name)
  return rest.length === 0 ? inner !== undefined : isJsonObject(inner) && isIn(inner, rest)
}

/** The body without the refused fields; of `stream` the default of servers differs. */
export function withoutFields<Body extends { readonly input?: unknown }>(
  body: Body,
  refused: ReadonlySet<string>,
): Body {
  if (refused.size === 0) return body
  // None of them is within `input`, which may have many megabytes of files.
  const { input } = body
  const kept: Body = { ...structuredClone({ ...body, input: undefined }), input }
  for (const path of refused) {
    if (path === 'stream') Reflect.set(kept, path, false)
    else remove(kept, path.split('.'))
  }
  return kept
}

function remove(value: object, [name = '', ...rest]: readonly string[]): void {
  const inner: Json | undefined = Reflect.get(value, name)
  if (rest.length === 0) Reflect.deleteProperty(value, name)
  else if (isJsonObject(inner)) {
    remove(inner, rest)
    // An empty object is refused, or asks for nothing.
    if (Object.keys(inner).length === 0) Reflect.deleteProperty(value, name)
  }
}

import { APIError } from 'openai'
import { isJsonObject, type Json } from '../../domain/json.ts'

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
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return null
  const { param, message } = error
  // A summary is refused in words of its own: "Your organization must be verified to generate reasoning summaries."
  if (param !== 'reasoning.summary' && !refuses.test(message)) return null
  const isMeant = (field: string) =>
    typeof param === 'string' ? param.replace(/^body\./, '') === field : isNamed(field, message)
  return optional.find((field) => isIn(sent, field.split('.')) && isMeant(field)) ?? null
}

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

/** The body without the refused fields. */
export function withoutFields<Body extends object>(body: Body, refused: ReadonlySet<string>): Body {
  if (refused.size === 0) return body
  const kept: Body = structuredClone(body)
  for (const path of refused) remove(kept, path.split('.'))
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

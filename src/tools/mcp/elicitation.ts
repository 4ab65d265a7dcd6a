import type { Question, QuestionOutcome } from '../../domain/call-steps.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { cutMarked } from '../cut-marked.ts'
import { mapOf } from './loose-json.ts'

/** What a server asks of a person, as a question to them, or why nobody is asked (ELICIT-2). */
export type Elicited =
  | { readonly kind: 'form' | 'url'; readonly question: Question }
  | { readonly kind: 'refused'; readonly reason: string }

/** What a server is answered. */
export type ElicitAnswer =
  | {
      readonly action: 'accept'
      readonly content?: Record<string, string | number | boolean | string[]>
    }
  | { readonly action: 'decline' | 'cancel' }

/** A server may ask for so many things before a call is made, and within one form. */
export const maxElicitations = 10
const maxFields = 50
/** As JSON, in characters. */
const maxForm = 50_000
const maxMessage = 4000
const maxUrl = 2000

/** The parameters of `elicitation/create` as a question. `server`: its name, which the person reads. */
export function toElicited(params: Json, server: string): Elicited {
  if (!isJsonObject(params)) return refused('its parameters are no object')
  const { message, mode = 'form' } = params
  if (typeof message !== 'string' || message.trim() === '') return refused('it has no message')
  const question = `The server "${cutMarked(server, 100)}" asks: ${cutMarked(message, maxMessage)}`
  if (mode === 'url') return toVisit(params.url ?? null, question)
  return mode === 'form' ? toForm(params.requestedSchema ?? null, question) : refused('its mode is unknown')
}

function toVisit(url: Json, question: string): Elicited {
  const parsed = typeof url === 'string' && url.length <= maxUrl ? URL.parse(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    return refused(`its address is none of http or https of at most ${maxUrl} characters`)
  if (parsed.username !== '' || parsed.password !== '') return refused('its address has a user in it')
  return { kind: 'url', question: { question, url: parsed.href, schema: nothingToFill } }
}

/** Of a question with an address: the person opens it and says that they did. The server receives the rest there. */
export const nothingToFill: JsonObject = { type: 'object', properties: {}, additionalProperties: false }

function toForm(schema: Json, question: string): Elicited {
  const { properties: given = null, required = null } = mapOf(schema)
  if (!isJsonObject(given)) return refused('it has no schema')
  if (JSON.stringify(schema).length > maxForm)
    return refused(`its schema has more than ${maxForm} characters`)
  const properties: Record<string, JsonObject> = {}
  for (const [name, field] of Object.entries(given)) {
    const known = isJsonObject(field) ? fieldOf(field) : null
    if (known === null) return refused(`its field ${JSON.stringify(name)} is none that a form may have`)
    if (asksSecret(name, known)) return refused(`its field ${JSON.stringify(name)} asks for a secret`)
    properties[name] = known
  }
  if (Object.keys(properties).length > maxFields) return refused(`it has more than ${maxFields} fields`)
  const named = (isJsonArray(required) ? required : []).filter(
    (name) => typeof name === 'string' && Object.hasOwn(properties, name),
  )
  const shape = { type: 'object', properties, required: named, additionalProperties: false }
  return { kind: 'form', question: { question, schema: shape } }
}

/** What of a schema a field of a form may have: values without parts, and lists of choices. */
const members: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'format', 'pattern', 'enum', 'enumNames', 'oneOf'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  array: ['minItems', 'maxItems', 'items'],
}

function fieldOf(field: JsonObject): JsonObject | null {
  const { type = null } = field
  const own = typeof type === 'string' && Object.hasOwn(members, type) ? members[type] : undefined
  if (own === undefined) return null
  if (type === 'array' && !isChoice(field.items ?? null)) return null
  const kept = ['type', 'title', 'description', 'default', ...own]
  return Object.fromEntries(Object.entries(field).filter(([name]) => kept.includes(name)))
}

/** What the items of a list may be. */
function isChoice(items: Json): boolean {
  if (!isJsonObject(items)) return false
  return isJsonArray(items.enum ?? null) || isJsonArray(items.anyOf ?? null)
}

/** A secret in a form would go through us and the model's log: the specification forbids to ask for one. */
const secretWords =
  /\b(pass ?(word|wd|phrase|code)|secret|credentials?|(api|private|secret|access|signing|encryption) ?keys?|(access|refresh|auth|bearer|session|id) ?token|pin( code)?|cvv|cvc|otp|one ?time (code|password)|card number)\b/i

function asksSecret(name: string, { title, format }: JsonObject): boolean {
  if (format === 'password') return true
  const words = `${name} ${typeof title === 'string' ? title : ''}`
  return secretWords.test(words.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_\-.]+/g, ' '))
}

/** The answer of a person, as the server receives it. */
export function toElicitAnswer(outcome: QuestionOutcome, kind: 'form' | 'url'): ElicitAnswer {
  switch (outcome.status) {
    case 'ANSWERED':
      return kind === 'url' ? { action: 'accept' } : { action: 'accept', content: contentOf(outcome.answer) }
    case 'DECLINED':
      return { action: 'decline' }
    case 'EXPIRED':
      return { action: 'cancel' }
    default:
      return outcome satisfies never
  }
}

/** The answer fits the schema, whose fields have such values. */
function contentOf(answer: JsonObject) {
  const content: Record<string, string | number | boolean | string[]> = {}
  for (const [name, value] of Object.entries(answer)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      content[name] = value
    else if (isJsonArray(value)) content[name] = value.map(String)
  }
  return content
}

function refused(reason: string): Elicited {
  return { kind: 'refused', reason }
}

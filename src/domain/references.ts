import { isJsonArray, type Json, type JsonObject } from './json.ts'

/** The value of a context key; absent: there is no such key. */
export type Lookup = (key: string) => Json | undefined

export type Substitution =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly problem: string }

const path = String.raw`([A-Za-z_]\w*)((?:\.[\w-]+|\[\d+\])*)`
const wholeReference = new RegExp(String.raw`^\$${path}$`)
/** Either an escaped `$` or a reference in braces; anything else in a string is text. */
const inside = new RegExp(String.raw`\$\$|\$\{${path}\}`, 'g')
const segment = /\.([\w-]+)|\[(\d+)\]/g

/**
 * Parameters with their references replaced: `"$key.path[0]"` by the value itself, `"${key.path}"` inside a string by its text
 * (JSON where it is none), `$$` by `$` (DAG-5). Only own properties are followed. Every reference to nothing is named.
 */
export function substitute(parameters: JsonObject, lookup: Lookup): Substitution {
  const missing = new Set<string>()
  const value = mapObject(parameters, replacer(lookup, missing))
  if (missing.size === 0) return { ok: true, value }
  return { ok: false, problem: `There is no value for ${[...missing].join(', ')}.` }
}

/** The same for a template of any form, in which a reference to nothing is null. */
export function fillTemplate(template: Json, lookup: Lookup): Json {
  return mapStrings(template, replacer(lookup, new Set()))
}

/** Returns the function that replaces the references in a text. References to nothing become null and are added to `missing`. */
function replacer(lookup: Lookup, missing: Set<string>): (text: string) => Json {
  const resolve = (key: string, rest: string): Json => {
    const value = follow(lookup(key), rest)
    if (value === undefined) missing.add(`$${key}${rest}`)
    return value ?? null
  }
  return (text) => {
    const [match, key, rest] = wholeReference.exec(text) ?? []
    if (match !== undefined && key !== undefined) return resolve(key, rest ?? '')
    return text.replace(inside, (found, name: string | undefined, steps: string | undefined) =>
      name === undefined ? found.slice(1) : asText(resolve(name, steps ?? '')),
    )
  }
}

/** Whether `substitute` leaves the value as it is: it refers to nothing, and nothing in it is escaped. */
export function isLiteral(value: Json): boolean {
  if (typeof value === 'string') return !value.includes('$')
  if (typeof value !== 'object' || value === null) return true
  if (isJsonArray(value)) return value.every(isLiteral)
  for (const key in value) if (!isLiteral(value[key] ?? null)) return false
  return true
}

/** The context keys that parameters refer to, each once. */
export function referencesOf(parameters: JsonObject): readonly string[] {
  const keys = new Set<string>()
  mapObject(parameters, (text) => {
    const key = wholeReference.exec(text)?.[1]
    if (key !== undefined) keys.add(key)
    else for (const [, name] of text.matchAll(inside)) if (name !== undefined) keys.add(name)
    return text
  })
  return [...keys]
}

function mapObject(object: JsonObject, change: (text: string) => Json): JsonObject {
  // Unlike an assignment, this makes `__proto__` a property like any other.
  return Object.fromEntries(Object.entries(object).map(([key, item]) => [key, mapStrings(item, change)]))
}

function mapStrings(value: Json, change: (text: string) => Json): Json {
  if (typeof value === 'string') return change(value)
  if (isJsonArray(value)) return value.map((item) => mapStrings(item, change))
  return typeof value === 'object' && value !== null ? mapObject(value, change) : value
}

function follow(start: Json | undefined, rest: string): Json | undefined {
  let value = start
  for (const [, property, index] of rest.matchAll(segment)) {
    if (typeof value !== 'object' || value === null) return undefined
    if (isJsonArray(value)) value = index === undefined ? undefined : value[Number(index)]
    else value = property !== undefined && Object.hasOwn(value, property) ? value[property] : undefined
  }
  return value
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

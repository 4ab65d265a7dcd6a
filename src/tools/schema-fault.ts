import { dereference, type Schema } from '@cfworker/json-schema'
import { messageOf } from '../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { subschemasOf, validateKeyword } from './schema-keywords.ts'

/**
 * Returns the fault that would make the check throw later, or ignore a part of the schema: a keyword of the wrong shape, an unknown type, a
 * reference to nothing or to itself, an invalid regular expression. `null` if the schema is valid.
 */
export function validateSchema(schema: JsonObject): string | null {
  try {
    // It writes into the schema that it is given.
    const copy: JsonObject = JSON.parse(JSON.stringify(schema))
    const known = dereference(copy)
    return faultIn(copy, known) ?? cycleIn(copy, known)
  } catch (error) {
    return error instanceof RangeError ? 'it is nested too deeply' : messageOf(error)
  }
}

type Known = Readonly<Record<string, Schema | boolean>>

function faultIn(schema: JsonObject, known: Known): string | null {
  const seen = new Set<JsonObject>()
  const pending: { readonly part: Json; readonly pointer: string }[] = [{ part: schema, pointer: '' }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { part, pointer } = next
    if (!isJsonObject(part) || seen.has(part)) continue
    seen.add(part)
    const fault = validateKeyword(part, pointer)
    if (fault !== null) return fault
    const target = targetOf(part, known)
    if (target === null) return `$ref "${part.$ref}" refers to nothing`
    if (target) pending.push({ part: target, pointer: String(part.$ref) })
    pending.push(...subschemasOf(part, pointer))
  }
  return null
}

/** Returns the target of a part's reference; `undefined` if the part has no reference, `null` if the target does not exist. */
export function targetOf(part: JsonObject, known: Known): JsonObject | null | undefined {
  const { $ref, __absolute_ref__: absolute = $ref } = part
  if (typeof absolute !== 'string') return undefined
  const target: unknown = known[absolute]
  if (typeof target === 'boolean') return undefined
  return isJsonObject(target) ? target : null
}

/** These apply to the same value as the schema that contains them, not to a part of it. */
const inPlace = new Set('allOf anyOf oneOf not if then else dependentSchemas dependencies'.split(' '))

/** A schema that comes back to itself without going into the value is never done with it. */
function cycleIn(schema: JsonObject, known: Known): string | null {
  const finished = new Set<JsonObject>()
  const under = new Set<JsonObject>()
  const visit = (part: Json, via: string): string | null => {
    if (!isJsonObject(part) || finished.has(part)) return null
    if (under.has(part)) return `$ref "${via}" comes back to itself without end`
    under.add(part)
    const target = targetOf(part, known)
    const next = target ? visit(target, String(part.$ref)) : null
    const fault =
      next ??
      first(
        subschemasOf(part, '', (keyword) => inPlace.has(keyword)),
        ({ part: inner }) => visit(inner, via),
      )
    under.delete(part)
    finished.add(part)
    return fault
  }
  return first(reachable(schema, known), (part) => visit(part, '#'))
}

function reachable(schema: JsonObject, known: Known): readonly Json[] {
  const found = new Set<Json>()
  const pending: Json[] = [schema]
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (!isJsonObject(part) || found.has(part)) continue
    found.add(part)
    pending.push(...subschemasOf(part, '').map((inner) => inner.part), targetOf(part, known) ?? true)
  }
  return [...found]
}

function first<Item>(items: readonly Item[], faultOf: (item: Item) => string | null): string | null {
  for (const item of items) {
    const fault = faultOf(item)
    if (fault !== null) return fault
  }
  return null
}

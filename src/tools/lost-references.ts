import { dereference } from '@cfworker/json-schema'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { targetOf } from './schema-fault.ts'
import { subschemasOf } from './schema-keywords.ts'

/** References of a schema that lead to no part of it, such as those to another document. */
type Lost = ReadonlyMap<Json, string>

/**
 * Leaves such references out of a schema, which is a copy, and says which: anything is accepted in their place, and the server checks what is
 * not checked here.
 */
export function leaveOutLostReferences(schema: JsonObject): readonly string[] {
  const { parts, lost } = readReferences(schema)
  if (lost.size === 0) return []
  for (const part of parts) loosen(part, lost)
  return [...lost.values()]
}

function readReferences(schema: JsonObject): {
  readonly parts: ReadonlySet<JsonObject>
  readonly lost: Lost
} {
  const parts = new Set<JsonObject>()
  const lost = new Map<Json, string>()
  const known = knownParts(schema)
  const pending: { readonly part: Json; readonly pointer: string }[] = [{ part: schema, pointer: '' }]
  for (let next = known && pending.pop(); next; next = pending.pop()) {
    const { part, pointer } = next
    if (!isJsonObject(part) || parts.has(part)) continue
    parts.add(part)
    const target = known && targetOf(part, known)
    if (target === null) lost.set(part, `${pointer}/$ref ${JSON.stringify(part.$ref)} leads to no part of it`)
    if (target) pending.push({ part: target, pointer: String(part.$ref) })
    pending.push(...subschemasOf(part, pointer))
  }
  return { parts, lost }
}

/** The parts of a schema by their URIs; `null` where one of those is none. */
function knownParts(schema: JsonObject) {
  try {
    // What it writes into the parts is seen by nobody else: it is not enumerable.
    return dereference(schema)
  } catch {
    return null
  }
}

/** What accepts anything would refuse everything in some places, and hide from others what was described. */
function loosen(part: JsonObject, lost: Lost): void {
  const { not: refused, if: condition, oneOf, anyOf } = part
  const leaveOut = (...keywords: readonly string[]) => {
    for (const keyword of keywords) Reflect.deleteProperty(part, keyword)
  }
  leaveOut('unevaluatedProperties', 'unevaluatedItems')
  if (lost.has(part)) leaveOut('$ref')
  if (refused !== undefined && lost.has(refused)) leaveOut('not')
  if (condition !== undefined && lost.has(condition)) leaveOut('if', 'then', 'else')
  if (oneOf === undefined || !isJsonArray(oneOf) || !oneOf.some((one) => lost.has(one))) return
  leaveOut('oneOf')
  if (anyOf === undefined) Reflect.set(part, 'anyOf', oneOf)
}

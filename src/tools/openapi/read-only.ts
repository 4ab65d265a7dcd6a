import { isJsonArray, isJsonObject, type Json, type JsonObject, maxDepth } from '../../domain/json.ts'
import { subschemasOf } from '../schema-keywords.ts'

/** Schemas that are looked at; in a description with more, those that are left keep what they require. */
const maxSteps = 200_000

/** Keywords whose schemas are of the same value. */
const inPlace = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas']

/**
 * The self-contained schema of an operation without the properties that are `readOnly`, in themselves, behind a reference or in an `allOf`:
 * a server gives these, and takes them from nobody. Their names leave the list of `required` too, wherever that stands for the same value.
 */
export function withoutReadOnly(given: JsonObject): JsonObject {
  const { $defs: defs = {}, ...schema } = structuredClone(given)
  const known: Known = { defs: isJsonObject(defs) ? defs : {}, hidden: new Map() }
  const roots = isJsonObject(schema.properties) ? Object.values(schema.properties) : []
  const all = reached(roots, known)
  let steps = 0
  for (const part of all) {
    const ofValue = reached([part], known, (keyword) => inPlace.includes(keyword))
    steps += ofValue.size
    if (steps > maxSteps) break
    const names = new Set([...ofValue].flatMap((one) => hiddenIn(one, known)))
    if (names.size > 0) for (const one of ofValue) dropRequired(one, names)
  }
  for (const part of all)
    for (const name of hiddenIn(part, known)) Reflect.deleteProperty(Object(part.properties), name)
  const used = reached(roots, known)
  for (const part of used) Reflect.deleteProperty(part, 'readOnly')
  const left = Object.entries(known.defs).filter(([, one]) => !isJsonObject(one) || used.has(one))
  return { ...schema, ...(left.length > 0 ? { $defs: Object.fromEntries(left) } : {}) }
}

interface Known {
  readonly defs: JsonObject
  readonly hidden: Map<JsonObject, boolean>
}

/** Schemas, and those that they hold and refer to, of the given keywords. */
function reached(
  roots: readonly Json[],
  { defs }: Known,
  isWanted?: (keyword: string) => boolean,
): ReadonlySet<JsonObject> {
  const found = new Set<JsonObject>()
  const pending = [...roots]
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (!isJsonObject(part) || found.has(part)) continue
    found.add(part)
    pending.push(...subschemasOf(part, '', isWanted).map((inner) => inner.part), targetOf(part, defs) ?? true)
  }
  return found
}

function targetOf({ $ref }: JsonObject, defs: JsonObject): Json | undefined {
  const [, name = ''] = /^#\/\$defs\/(.+)$/.exec(String($ref)) ?? []
  return Object.hasOwn(defs, name) ? defs[name] : undefined
}

/** Names of its own properties. */
function hiddenIn({ properties }: JsonObject, known: Known): readonly string[] {
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).flatMap(([name, one]) => (isHidden(one, known) ? [name] : []))
}

function isHidden(schema: Json, known: Known, depth = 0): boolean {
  if (!isJsonObject(schema) || depth > maxDepth) return false
  const before = known.hidden.get(schema)
  if (before !== undefined) return before
  // Of one that comes back to itself.
  known.hidden.set(schema, false)
  const is = (one: Json) => isHidden(one, known, depth + 1)
  const { allOf = [], anyOf, oneOf } = schema
  const target = targetOf(schema, known.defs)
  const either = anyOf ?? oneOf ?? []
  // One that may be null.
  const others = isJsonArray(either) ? either.filter((one) => !isJsonObject(one) || one.type !== 'null') : []
  const isIt =
    schema.readOnly === true ||
    (target !== undefined && is(target)) ||
    (isJsonArray(allOf) && allOf.some(is)) ||
    (others.length > 0 && others.every(is))
  known.hidden.set(schema, isIt)
  return isIt
}

/** Changes a schema, which is a copy. */
function dropRequired(schema: JsonObject, names: ReadonlySet<string>): void {
  const { required } = schema
  if (required === undefined || !isJsonArray(required)) return
  Reflect.set(
    schema,
    'required',
    required.filter((name) => !names.has(String(name))),
  )
}

import { isJsonArray, isJsonObject, type Json, type JsonObject, pointerPart } from '../../domain/json.ts'
import { isLiteral } from '../../domain/references.ts'
import type { Schemas } from '../../domain/schemas.ts'

/**
 * Problems of parameters that hold references, as far as they are known before those have values: fields that are missing or not allowed,
 * and values without a reference that do not fit. What a schema says in other ways (`anyOf`, `if`) is checked when the action is performed.
 */
export async function constantProblems(
  schema: JsonObject,
  parameters: JsonObject,
  schemas: Pick<Schemas, 'check'>,
): Promise<readonly string[]> {
  const { $defs = {}, definitions = {} } = schema
  const parts: Part[] = []
  const problems = [...unfitFields(schema, parameters, '', parts)]
  for (const { schema: part, value, pointer } of parts) {
    const checked = await schemas.check({ ...part, $defs, definitions })(value)
    if (!checked.ok)
      problems.push(...checked.problems.filter(isLasting).map((problem) => problemAt(pointer, problem)))
  }
  return problems
}

/** A value without references, and the schema that it has to fit. */
interface Part {
  readonly schema: JsonObject
  readonly value: Json
  readonly pointer: string
}

/** A text for a number and the like may still be read as one. */
function isLasting(problem: string): boolean {
  return !/(^|: )expected /.test(problem)
}

function* unfitFields(
  schema: JsonObject,
  value: JsonObject,
  pointer: string,
  parts: Part[],
): Generator<string> {
  const { required, properties = {}, additionalProperties, patternProperties, $ref } = schema
  // A schema that is elsewhere is applied where it stands.
  if ($ref !== undefined || !isJsonObject(properties)) return
  for (const name of Array.isArray(required) ? required : [])
    if (typeof name === 'string' && !Object.hasOwn(value, name))
      yield problemAt(`${pointer}/${name}`, 'is required')
  for (const [name, item] of Object.entries(value)) {
    const part = Object.hasOwn(properties, name) ? properties[name] : undefined
    const place = `${pointer}/${pointerPart(name)}`
    if (part === undefined && additionalProperties === false && patternProperties === undefined)
      yield problemAt(place, 'is not allowed')
    if (isJsonObject(part)) yield* unfitItem(part, item, place, parts)
  }
}

function* unfitItem(schema: JsonObject, value: Json, pointer: string, parts: Part[]): Generator<string> {
  const { items } = schema
  if (isLiteral(value)) parts.push({ schema, value, pointer })
  else if (isJsonObject(value)) yield* unfitFields(schema, value, pointer, parts)
  else if (isJsonArray(value) && isJsonObject(items) && schema.prefixItems === undefined)
    for (const [index, item] of value.entries()) yield* unfitItem(items, item, `${pointer}/${index}`, parts)
}

function problemAt(pointer: string, problem: string): string {
  return problem.startsWith('/') ? `${pointer}${problem}` : `${pointer}: ${problem}`
}

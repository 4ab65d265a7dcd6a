import type { Json, JsonObject } from '../domain/json.ts'
import type { Schemas } from '../domain/schemas.ts'
import type { ArgumentCheck } from '../domain/tool.ts'
import { isCheap, schemaCost, sizeUpTo } from './check-cost.ts'
import { CheckThreads } from './check-threads.ts'
import { withLargeNumbers } from './large-arguments.ts'
import { validateSchema } from './schema-fault.ts'
import { createVerdict } from './schema-verdict.ts'

/** JSON Schemas, checked without generated code. */
export const jsonSchemas: Schemas = {
  fault: faultOf,
  check: (schema) => withLargeNumbers(jsonSchemaCheck(schema), 'TEXT'),
}

/** Values of a schema, with its texts by their length: a search for problems in so many takes some tens of milliseconds. */
const maxSize = 10_000

function faultOf(schema: JsonObject): string | null {
  return sizeUpTo(schema, maxSize) > maxSize
    ? 'it is too large: 10,000 values are the most, and 32 characters of text count as one'
    : validateSchema(schema)
}

export const tooSlow =
  'takes too long to check by its schema: give a smaller value, or make the schema simpler (patterns, uniqueItems, oneOf, references)'

/** Threads of this process. */
const ownThreads = new CheckThreads()

/**
 * Checks values by a JSON Schema. Callers and models write both, so the check never throws and never blocks the process: a value that is
 * provably small is checked at once, all else in a thread that is ended when its time is up.
 */
export function jsonSchemaCheck(
  schema: JsonObject,
  threads: CheckThreads = ownThreads,
): (value: Json) => Promise<ArgumentCheck> {
  const cost = schemaCost(schema)
  let verdict: ReturnType<typeof createVerdict> | undefined
  const problemsAtOnce = (value: Json) => {
    verdict ??= createVerdict(schema)
    return verdict(value)
  }
  return async (value) => {
    if (isCheap(cost, value)) return toCheck(value, problemsAtOnce(value))
    const checked = await threads.check({ schema, value })
    return toCheck(value, checked.kind === 'ended' ? [tooSlow] : checked.problems)
  }
}

function toCheck(value: Json, problems: readonly string[]): ArgumentCheck {
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems }
}

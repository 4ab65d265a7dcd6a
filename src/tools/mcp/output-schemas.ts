import { setImmediate } from 'node:timers/promises'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { jsonSchemas } from '../json-schema-check.ts'
import { validateSchema } from '../schema-fault.ts'
import type { CallAnswer, ToolOfServer } from './mcp-answers.ts'
import { maxSchema } from './mcp-tools.ts'

/** The schemas of results by the names of the tools, and why results of others are not checked. Ends early where the signal aborts. */
export async function outputSchemasOf(
  tools: readonly ToolOfServer[],
  signal: AbortSignal,
): Promise<{ readonly schemas: ReadonlyMap<string, JsonObject>; readonly unchecked: readonly string[] }> {
  const schemas = new Map<string, JsonObject>()
  const unchecked: string[] = []
  for (const { name, outputSchema } of tools) {
    if (outputSchema === undefined || outputSchema === null) continue
    if (isJsonArray(outputSchema) && outputSchema.length === 0) continue
    await setImmediate()
    if (signal.aborted) break
    const fault = validateOutputSchema(outputSchema)
    if (fault === null && isJsonObject(outputSchema)) schemas.set(name, outputSchema)
    else unchecked.push(`"${name}": its results are not checked, as its output schema is wrong: ${fault}`)
  }
  return { schemas, unchecked }
}

/** Why the structured content of an answer does not fit the schema; `null` where it does, or there is none. */
export async function misfitOf(
  { structured, isError }: CallAnswer,
  schema: JsonObject | undefined,
): Promise<string | null> {
  if (schema === undefined || isError || structured === null) return null
  const check = jsonSchemas.check(schema)
  const checked = await check(structured)
  // PHP writes a map without members as a list.
  const isEmpty = isJsonArray(structured) && structured.length === 0
  return checked.ok || (isEmpty && (await check({})).ok)
    ? null
    : `The result does not fit the tool's output schema: ${checked.problems.join('; ')}.`
}

function validateOutputSchema(schema: Json): string | null {
  if (!isJsonObject(schema)) return 'it is no object'
  return JSON.stringify(schema).length > maxSchema
    ? `it has more than ${maxSchema} characters`
    : validateSchema(schema)
}

import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { messageOf, RungraphError } from '../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject, pointerPart, toJson } from '../domain/json.ts'
import { someProblems } from '../domain/text/some-problems.ts'
import type { ArgumentCheck, Tool } from '../domain/tool.ts'
import type { CheckThreads } from './check-threads.ts'
import { jsonSchemaCheck, tooSlow } from './json-schema-check.ts'
import { withLargeNumbers } from './large-arguments.ts'
import { validateSchema } from './schema-fault.ts'

/** Input of a tool: a Standard Schema that can be printed as JSON Schema, or a JSON Schema of an object. */
export type ToolInput = SchemaInput | JsonObject

/** A schema of zod 4, arktype, or valibot (through `toStandardJsonSchema`). */
export interface SchemaInput {
  readonly '~standard': StandardSchemaV1.Props & StandardJSONSchemaV1.Props
}

/**
 * The JSON Schema that models are shown, and the check of the arguments that they send.
 * @throws TOOL_INVALID where there is no schema of an object to show
 */
export function readToolInput(
  tool: string,
  input: ToolInput,
  threads?: CheckThreads,
): Pick<Tool, 'inputSchema' | 'check'> {
  const schema = toJson(isStandard(input) ? print(tool, input) : input)
  if (!isJsonObject(schema) || schema.type !== 'object') {
    throw toolInvalid(tool, 'its input schema must be that of an object, with `type: "object"`')
  }
  // The dialect is of no use to a model, and some providers refuse it.
  const { $schema: _dialect, ...inputSchema } = schema
  if (isStandard(input)) {
    const probe = jsonSchemaCheck(inputSchema, threads)
    return { inputSchema, check: withLargeNumbers(probe, 'REFUSED', standardCheck(input, probe)) }
  }
  const fault = validateSchema(schema)
  if (fault !== null) throw toolInvalid(tool, `its input schema is wrong: ${fault}`)
  return { inputSchema, check: withLargeNumbers(jsonSchemaCheck(schema, threads), 'REFUSED') }
}

/**
 * The schema of another library is code, which cannot run in a thread. Its JSON Schema bounds its time: a value that takes too long to
 * check by that is refused before the code sees it. The code alone decides whether the value fits.
 */
function standardCheck({ '~standard': standard }: SchemaInput, probe: ReturnType<typeof jsonSchemaCheck>) {
  return async (args: Json): Promise<ArgumentCheck> => {
    const probed = await probe(args)
    if (!probed.ok && probed.problems.includes(tooSlow)) return probed
    return toCheck(await standard.validate(args))
  }
}

/** arktype's schemas are functions. */
function isStandard(input: unknown): input is SchemaInput {
  const isObject = (typeof input === 'object' && input !== null) || typeof input === 'function'
  return isObject && '~standard' in input
}

function print(tool: string, { '~standard': standard }: SchemaInput): unknown {
  try {
    return standard.jsonSchema.input({ target: 'draft-2020-12' })
  } catch (error) {
    // valibot's schemas have it only once they went through `toStandardJsonSchema`.
    const fault = 'jsonSchema' in standard ? messageOf(error) : 'it has no `~standard.jsonSchema`'
    const reason = `its ${standard.vendor} schema cannot be printed as JSON Schema: ${fault}`
    throw toolInvalid(tool, reason, error)
  }
}

function toolInvalid(tool: string, reason: string, cause?: unknown): RungraphError {
  return new RungraphError('TOOL_INVALID', { tool, reason }, cause)
}

function toCheck(result: StandardSchemaV1.Result<unknown>): ArgumentCheck {
  if (!result.issues) return { ok: true, value: result.value }
  return { ok: false, problems: someProblems(result.issues.map(toProblem)) }
}

/** The path of the wrong value as a JSON Pointer, and the problem with it. */
function toProblem({ path = [], message }: StandardSchemaV1.Issue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part))
  const pointer = keys.map((key) => `/${pointerPart(key)}`).join('')
  return pointer === '' ? message : `${pointer}: ${message}`
}

import { parseJson, parseRawJson } from '../../domain/exact-numbers.ts'
import { isDeeper, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { jsonIn } from '../../domain/json-in-text.ts'
import type { ToolCallPart } from '../../domain/message.ts'
import { readBySchema } from '../../domain/read-by-schema.ts'
import type { Schemas, SchemaVerdict } from '../../domain/schemas.ts'
import type { Tools } from '../../domain/tool.ts'

/** A call of a model with its arguments as they are read. */
export interface ReadCall {
  readonly call: ToolCallPart
  /** Text that is no JSON object stays readable as `{_raw}` (TAS-4). */
  readonly parameters: Json
  /** What of them was read otherwise than the model wrote it; empty: nothing. */
  readonly readAs: readonly string[]
}

/**
 * Reads the arguments of calls in the forms that the tools' schemas take, where it is unambiguous: what fits as it was written, and what fits in
 * no reading, stays as it is (TAS-4).
 */
export async function readCalls(
  calls: readonly ToolCallPart[],
  services: { readonly tools: Tools; readonly schemas: Schemas },
): Promise<readonly ReadCall[]> {
  return Promise.all(calls.map((call) => readCall(call, services)))
}

async function readCall(
  call: ToolCallPart,
  { tools, schemas }: { readonly tools: Tools; readonly schemas: Schemas },
): Promise<ReadCall> {
  const written = writtenCall(call)
  const tool = tools.find(call.name)
  const value = argumentsIn(call.arguments)
  if (!tool || value === null) return written
  const { inputSchema } = tool
  const { object, readAs } = value
  if (readAs.length > 0 && tool.executeRaw) return written
  const reading =
    readBySchema(object, inputSchema) ?? (readAs.length > 0 ? { value: object, readAs: [] } : null)
  if (reading === null || isDeeper(reading.value, maxDepth)) return written
  const parameters = parseJson(JSON.stringify(reading.value))
  const check = checkOf(inputSchema, schemas)
  const isTaken = readAs.length === 0 && (await check(written.parameters)).ok
  if (isTaken || !(await check(parameters)).ok) return written
  return { call, parameters, readAs: [...readAs, ...reading.readAs] }
}

/** The arguments of a call as the model wrote them. A number that JavaScript does not hold is the text of its digits. */
export function writtenCall(call: ToolCallPart): ReadCall {
  return { call, parameters: parseArguments(call.arguments), readAs: [] }
}

/** Deeper than any real arguments. Recursive code that handles JSON would overflow the stack at some thousands. */
const maxDepth = 256

function parseArguments(text: string): Json {
  const parsed = attempt(parseJson, text)
  return isJsonObject(parsed) && !isDeeper(parsed, maxDepth) ? parsed : { _raw: text }
}

/** The object that a text of arguments stands for, with every digit of its numbers; `null` where it stands for none. */
function argumentsIn(
  text: string,
): { readonly object: JsonObject; readonly readAs: readonly string[] } | null {
  const parsed = attempt(parseRawJson, text)
  if (isJsonObject(parsed)) return { object: parsed, readAs: [] }
  if (parsed === null || (typeof parsed === 'string' && parsed.trim() === ''))
    return { object: {}, readAs: ['/: nothing as no arguments'] }
  if (typeof parsed === 'string') {
    const inner = attempt(parseRawJson, parsed)
    return isJsonObject(inner) ? { object: inner, readAs: ['/: a text as an object'] } : null
  }
  if (parsed !== undefined) return null
  const [inside = ''] = /^```\w*\s*([\s\S]*?)\s*```$/.exec(text.trim())?.slice(1) ?? []
  const [found, ...others] = jsonIn(inside)
  const isWhole = found && others.length === 0 && found.at === 0 && found.end === inside.length
  return isWhole && isJsonObject(found.value)
    ? { object: found.value, readAs: ['/: the object within a block of code'] }
    : null
}

function attempt(parse: (text: string) => Json, text: string): Json | undefined {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

type Check = (value: Json) => Promise<SchemaVerdict>

/** To prepare a schema takes longer than to check by it. */
const checks = new WeakMap<JsonObject, Check>()

function checkOf(schema: JsonObject, schemas: Schemas): Check {
  const known = checks.get(schema)
  if (known) return known
  const check = schemas.check(schema)
  checks.set(schema, check)
  return check
}

import {
  mayHoldLargeNumber,
  mayHoldRewrittenNumber,
  parseJson,
  tryParseWrittenJson,
} from '../../domain/exact-numbers.ts'
import {
  isDeeper,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  mayHoldRefusedText,
} from '../../domain/json.ts'
import { jsonIn, strictJson } from '../../domain/json-in-text.ts'
import type { ToolCallPart } from '../../domain/message.ts'
import { readBySchema } from '../../domain/read-by-schema.ts'
import type { Schemas, SchemaVerdict } from '../../domain/schemas.ts'
import { storableText } from '../../domain/storable-text.ts'
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
  const found: ReadCall[] = []
  for (const call of calls) {
    const written = writtenCall(call)
    const reading = readingOf(written, services.tools)
    // Nearly always there is nothing to read otherwise, and nothing to wait for.
    found.push(
      withStorableText(reading === null ? written : await whereItFits(written, reading, services.schemas)),
    )
  }
  return found
}

/** The call gets what is recorded: PostgreSQL holds no NUL. */
function withStorableText(read: ReadCall): ReadCall {
  if (!mayHoldRefusedText(read.call.arguments)) return read
  const { value, places } = storableText(read.parameters)
  if (places.length === 0) return read
  return { ...read, parameters: value, readAs: [...read.readAs, ...places] }
}

interface Reading extends Omit<ReadCall, 'call'> {
  readonly inputSchema: JsonObject
  /** Whether the text as it was written is no object. */
  readonly isRepaired: boolean
}

/** The arguments in the forms that the schema of their tool takes; `null` where nothing of them is in another one. */
function readingOf({ call, parameters }: ReadCall, tools: Tools): Reading | null {
  const tool = tools.find(call.name)
  const value = argumentsIn(call.arguments, parameters)
  if (!tool || value === null) return null
  const { inputSchema } = tool
  const { object, readAs } = value
  const isRepaired = readAs.length > 0
  if (isRepaired && tool.executeRaw) return null
  const reading = readBySchema(object, inputSchema) ?? (isRepaired ? { value: object, readAs: [] } : null)
  if (reading === null || isDeeper(reading.value, maxArgumentDepth)) return null
  return {
    ...{ inputSchema, isRepaired },
    parameters: parseJson(JSON.stringify(reading.value)),
    readAs: [...readAs, ...reading.readAs],
  }
}

/** The reading, where what was written does not fit and the reading does. */
async function whereItFits(
  written: ReadCall,
  { inputSchema, isRepaired, parameters, readAs }: Reading,
  schemas: Schemas,
): Promise<ReadCall> {
  const check = preparedCheck(inputSchema, schemas)
  const isTaken = !isRepaired && (await check(written.parameters)).ok
  if (isTaken || !(await check(parameters)).ok) return written
  return { call: written.call, parameters, readAs }
}

/** The arguments of a call as the model wrote them. A number that JavaScript does not hold is the text of its digits. */
export function writtenCall(call: ToolCallPart): ReadCall {
  return { call, parameters: parseArguments(call.arguments), readAs: [] }
}

/** Deeper than any real arguments. Recursive code that handles JSON would overflow the stack at some thousands. */
const maxArgumentDepth = 256

function parseArguments(text: string): Json {
  try {
    const parsed = parseJson(text)
    return isJsonObject(parsed) && !isDeeper(parsed, maxArgumentDepth) ? parsed : { _raw: text }
  } catch {
    return { _raw: text }
  }
}

/**
 * The object that a text of arguments stands for, with every digit of its numbers; `null` where it stands for none. `parameters` are the
 * same as they were written.
 */
function argumentsIn(
  text: string,
  parameters: Json,
): { readonly object: JsonObject; readonly readAs: readonly string[] } | null {
  const isWhole = isJsonObject(parameters) && parameters._raw === undefined
  const isAsWritten = !mayHoldLargeNumber(text) && !mayHoldRewrittenNumber(text)
  if (isWhole && isAsWritten) return { object: parameters, readAs: [] }
  const parsed = tryParseWrittenJson(text)
  if (isJsonObject(parsed)) return { object: parsed, readAs: [] }
  if (parsed === null || (typeof parsed === 'string' && parsed.trim() === ''))
    return { object: {}, readAs: ['/: nothing as no arguments'] }
  if (typeof parsed === 'string') {
    const inner = tryParseWrittenJson(parsed)
    return isJsonObject(inner) ? { object: inner, readAs: ['/: a text as an object'] } : null
  }
  // PHP, and models, write an object without members as a list.
  if (parsed !== undefined && isJsonArray(parsed) && parsed.length === 0)
    return { object: {}, readAs: ['/: an empty list as no arguments'] }
  if (parsed !== undefined) return null
  const [inside = ''] = /^```\w*\s*([\s\S]*?)\s*```$/.exec(text.trim())?.slice(1) ?? []
  const [found, ...others] = jsonIn(inside)
  const isAll = found && others.length === 0 && found.at === 0 && found.end === inside.length
  const object = isAll ? tryParseWrittenJson(inside) : undefined
  if (isJsonObject(object)) return { object, readAs: ['/: the object within a block of code'] }
  const strict = tryParseWrittenJson(strictJson(inside || text))
  return isJsonObject(strict) ? { object: strict, readAs: ['/: nearly JSON as JSON'] } : null
}

type SchemaCheck = (value: Json) => Promise<SchemaVerdict>

/** To prepare a schema takes longer than to check by it. */
const checks = new WeakMap<JsonObject, SchemaCheck>()

function preparedCheck(schema: JsonObject, schemas: Schemas): SchemaCheck {
  const known = checks.get(schema)
  if (known) return known
  const check = schemas.check(schema)
  checks.set(schema, check)
  return check
}

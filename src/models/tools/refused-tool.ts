import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { ModelError, ToolSpec } from '../../domain/model.ts'

/** What a refusal is about, and the place of the tool among those that were sent; `null`: it names none. */
export type ToolRefusal =
  | { readonly about: 'description'; readonly index: number; readonly maxLength: number }
  | { readonly about: 'name'; readonly index: number | null; readonly maxLength: number }
  /** `mayBeElse`: the words may as well be about another part of the request. */
  | { readonly about: 'schema'; readonly index: null; readonly mayBeElse?: true }
  | { readonly about: 'tool'; readonly index: number }
  | { readonly about: 'count'; readonly index: null; readonly most: number }

/**
 * "tools.3.custom.input_schema: …", "Invalid 'tools[3].function.parameters'", "function_declarations[3].parameters"; Pydantic, as JSON and
 * as Python: `"loc": ["body", "tools", 3, "function"]`, `'loc': ('body', 'tools', 3, 'function')`
 */
const place =
  /\b(?:tools|functions|function_?declarations)(?:\[0\]\.function_?declarations)?(?:\[(\d+)\]|\.(\d+)\b|\\?["'], ?(\d+)\b)/gi

const mayTeach: readonly (number | undefined)[] = [400, 404, 422, 500]

/** The call that the model wrote does not fit, and its tool is in order (Groq's `tool_use_failed`). */
const ofTheModel = /tool call validation failed|failed to call a function|failed_generation/i

/** `null` where a refusal is about no tool. `own` are the tools as they were before they were reduced. */
export function refusedTool(
  { kind, status, message }: ModelError,
  tools: readonly ToolSpec[],
  own: readonly ToolSpec[],
): ToolRefusal | null {
  if (kind !== 'BAD_REQUEST' && kind !== 'OVERLOADED') return null
  if (!mayTeach.includes(status) || tools.length === 0 || ofTheModel.test(message)) return null
  const most = mostTools(message, tools.length)
  if (most !== null && placeIn(message, tools) === null) return { about: 'count', index: null, most }
  const isName = aboutName.test(message) && !aboutOthers.test(message)
  const index = placeIn(message, tools) ?? nameIn(message, tools, isName)
  if (isName && (index !== null || namesTools.test(message)))
    return { about: 'name', index, maxLength: maxNameIn(message) }
  if (index === null && isAboutSchema(message, [...tools, ...own])) return { about: 'schema', index }
  if (index === null) return isAboutType(message) ? { about: 'schema', index, mayBeElse: true } : null
  const maxLength = maxDescriptionIn(message)
  return maxLength === null ? { about: 'tool', index } : { about: 'description', index, maxLength }
}

const namesTools = /\b(tool|function|declaration)/i

/** "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'", "Invalid function name", "must not contain consecutive underscores: mm__peek" */
const aboutName =
  /\bnames?\b.{0,60}\b(?:must|should|may|can|cannot|invalid|match\w*|contains?|starts?|begins?|too long|at most|max\w*|allowed|pattern)\b|\b(?:invalid|illegal|bad)\b.{0,40}\bname\b|\b(?:consecutive|double|leading|trailing) underscores?\b|\bmust not contain\b.{0,30}\b(?:underscores?|hyphens?|dash(?:es)?|dots?|periods?)\b/is
const aboutOthers = /description|parameters\b|input_schema|properties|arguments?\b|messages?[[.]/i

const longestName = 64

function maxNameIn(message: string): number {
  const max = Number(
    /(?:at most|max\w*|no (?:more|longer) than|up to|longer than|exceeds?|limit)\D{0,20}(\d+)/i.exec(
      message,
    )?.[1],
  )
  return max >= 8 && max < longestName ? max : longestName
}

/** Words of a schema that not every server knows; a mere word they cannot be. */
const keywords =
  /\$ref|\$defs|\$schema|\b(?:patternProperties|additionalProperties|propertyNames|unevaluated\w+|dependent\w+|prefixItems|exclusiveM\w+|uniqueItems|multipleOf|(?:min|max)(?:Contains|Items|Length|Properties)|(?:one|all|any)Of)\b/g

const ofSchema =
  /\bgrammar\b|\binvalid (?:\w+ )?schema\b|\bmissing items\b|\bformat: only\b|\bjson[ -]?schema\b|\btool schemas?\b|\bschema conversion\b|\blook-?(?:ahead|behind|around)/i
const isRefused =
  /compil|missing|only|convert|conver|pars|unsupported|not supported|unrecogni|unimplemented|invalid|fail|error|too (?:complex|large|deep|many)/i
const ofTheAnswer = /response_?(?:format|schema)|text\.format|output_format/i

/** "Failed to compile grammar", "JSON schema conversion failed", and a keyword that stands in a schema, also one that was sent without it. */
function isAboutSchema(message: string, tools: readonly ToolSpec[]): boolean {
  if (ofTheAnswer.test(message)) return false
  if (ofSchema.test(message) && isRefused.test(message)) return true
  const named = keywordsIn(message)
  if (named.length === 0) return false
  const schemas = JSON.stringify(tools.map(({ inputSchema }) => inputSchema))
  return named.some((keyword) => schemas.includes(`"${keyword}"`))
}

/** serde, without a place: "Failed to deserialize the JSON body into the target type: invalid type: sequence, expected a string at line 1" */
function isAboutType(message: string): boolean {
  return /\bdeseriali[sz]e\b/i.test(message) && wrongType.test(message) && !otherPlace.test(message)
}

const wrongType = /\binvalid type: \w+|\bunknown variant\b|\bdata did not match any variant\b/i
const otherPlace = /\b(?:messages|input|contents|response_format|tool_choice|stream_options)\b/i

function placeIn(message: string, tools: readonly ToolSpec[]): number | null {
  const places = [...message.matchAll(place)].map(([, ...numbers]) =>
    Number(numbers.find((number) => number !== undefined)),
  )
  // Google's list of declarations stands in the first tool.
  const at = places.at(-1)
  return at !== undefined && at < tools.length ? at : null
}

/** "Invalid schema for function 'look': …" */
function nameIn(message: string, tools: readonly ToolSpec[], isName: boolean): number | null {
  if (!isName && !/\b(tool|function|schema|declaration)/i.test(message)) return null
  const named = tools.flatMap(({ name }, index) => (isNamed(name, message) ? [index] : []))
  return named.length === 1 ? (named[0] ?? null) : null
}

function isNamed(name: string, message: string): boolean {
  const quoted = [`'${name}'`, `"${name}"`, `\`${name}\``, `function ${name}`, `tool ${name}`]
  if (quoted.some((words) => message.includes(words))) return true
  // Letters alone may be a word of the sentence.
  const written = name.replaceAll(/[.-]/g, '\\$&')
  const before = /^[A-Za-z]+$/.test(name) ? '(?:name|named|tool|function|:)[ :]+' : '(?<![\\w.-])'
  return new RegExp(`${before}${written}(?![\\w-])`).test(message)
}

function maxDescriptionIn(message: string): number | null {
  if (!/description/i.test(message)) return null
  const found =
    /(?:max(?:imum)?(?:[ _]length)?(?: of)?|at most|no more than|limit(?: of)?|exceeds?|longer than|up to)[ :]+(\d[\d,]*)/i.exec(
      message,
    )?.[1]
  const max = Number(found?.replaceAll(',', ''))
  if (max >= 32) return max
  return /too long|too large|exceed/i.test(message) ? longDescription : null
}

/** Longest description of a function that OpenAI takes, in characters. */
export const longDescription = 1_024

function keywordsIn(message: string): readonly string[] {
  return message.match(keywords) ?? []
}

/** Whether a schema has a keyword that a refusal names; other words count where they are quoted. */
export function hasNamedKeyword(message: string, schema: JsonObject): boolean {
  const quoted = [...message.matchAll(/['"`]([$\w]+)['"`]/g)].map(([, word = '']) => word)
  return hasKeyword(schema, new Set([...keywordsIn(message), ...quoted]))
}

function hasKeyword(schema: Json, named: ReadonlySet<string>): boolean {
  if (Array.isArray(schema)) return schema.some((part) => hasKeyword(part, named))
  if (!isJsonObject(schema)) return false
  return Object.entries(schema).some(([keyword, value]) => {
    if (named.has(keyword)) return true
    // The names of properties are no keywords.
    const inside: Json = keyword === 'properties' && isJsonObject(value) ? Object.values(value) : value
    return hasKeyword(inside, named)
  })
}

/** "Invalid 'tools': array too long. Expected an array with maximum length 128", "Too many tools", "maximum number of tools is 128" */
const tooMany =
  /\b(?:tools|functions|function[_ ]?declarations)\b.{0,40}\b(?:array|list) (?:is )?too long\b|\btoo many (?:tools|functions|function[_ ]?declarations)\b|\b(?:number of|at most \d+|more than \d+|maximum (?:of )?\d+|up to \d+|limit of \d+) (?:tools|functions|function[_ ]?declarations)\b|\b(?:tools|functions|function[_ ]?declarations)\b['"`]?.{0,40}\b(?:maximum (?:number|length|items)|at most \d+ items|no more than \d+ items)/is
const mostOf =
  /\b(?:max(?:imum)?|at most|no more than|more than|up to|limit(?:ed)?|exceeds?|less than or equal to)\b\D{0,40}(\d+)/gi

/** So many tools are taken, or half of them where no number is said; `null`: the refusal is about something else. */
function mostTools(message: string, count: number): number | null {
  if (count < 2 || !tooMany.test(message)) return null
  const said = [...message.matchAll(mostOf)].map(([, number]) => Number(number))
  return said.find((number) => number > 0 && number < count) ?? Math.floor(count / 2)
}

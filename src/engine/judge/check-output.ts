import { messageOf } from '../../domain/errors.ts'
import { parseJson, parseRawJson, tryParseWrittenJson } from '../../domain/exact-numbers.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import { type FoundJson, jsonIn, strictJson } from '../../domain/json-in-text.ts'
import { readBySchema } from '../../domain/read-by-schema.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { Schemas } from '../../domain/schemas.ts'
import { oneLine } from '../../domain/text/foreign-text.ts'

/** Maximum number of times that a model is asked to repair an answer that does not fit the schema. */
export const maxOutputRepairs = 2

export type CheckedOutput =
  /** `text` is the JSON alone, without text that a model may put around it. */
  | { readonly kind: 'fits'; readonly text: string; readonly readAs?: readonly string[] }
  | { readonly kind: 'misfits'; readonly problems: readonly string[] }

/**
 * Reads an answer of a model in the forms that the schema takes, where it is unambiguous, as the arguments of calls are read; `readAs` says
 * what was read otherwise than it was written.
 */
export async function readOutput(text: string, schema: JsonObject, schemas: Schemas): Promise<CheckedOutput> {
  const checked = await checkOutput(text, schema, schemas)
  if (checked.kind === 'fits')
    return hasOnly(checked.text, text) ? checked : { ...checked, readAs: [amongWords] }
  const parsed = triedOut(() => parseRawJson(jsonOf(text)))
  const strict = parsed.ok ? text : strictJson(text)
  if (strict !== text && triedOut(() => parseRawJson(jsonOf(strict))).ok) {
    const read = await readOutput(strict, schema, schemas)
    return read.kind === 'fits' ? { ...read, readAs: [nearlyJson, ...(read.readAs ?? [])] } : checked
  }
  const written = parsed.ok ? tryParseWrittenJson(jsonOf(text)) : undefined
  const reading = written === undefined ? null : readBySchema(written, schema)
  if (reading === null) return checked
  const again = await checkOutput(JSON.stringify(reading.value), schema, schemas)
  return again.kind === 'fits' ? { ...again, readAs: reading.readAs } : checked
}

const nearlyJson = '/: nearly JSON as JSON'
const amongWords = '/: the one JSON among words'

/** Whether there is nothing beside the JSON but a block of code around it. */
function hasOnly(json: string, text: string): boolean {
  return (
    text
      .replace(json, '')
      .replaceAll(/```\w*/g, '')
      .trim() === ''
  )
}

/** Says what was read otherwise than a model wrote it. */
export function warningOfReading(
  what: string,
  readAs: readonly string[],
  stepNumber: number,
): readonly NewEvent[] {
  if (readAs.length === 0) return []
  const shown = readAs.slice(0, maxReadings).map((reading) => oneLine(reading).slice(0, maxReadingChars))
  const more = readAs.length > shown.length ? `; ${readAs.length - shown.length} more` : ''
  const message = `In the ${what} was read: ${shown.join('; ')}${more}.`
  return [{ type: 'Warning', stepNumber, data: { code: 'MODEL_ANSWER_REPAIRED', message } }]
}

const maxReadings = 10
const maxReadingChars = 200

/** Whether an answer is JSON that fits the schema. */
export async function checkOutput(
  text: string,
  schema: JsonObject,
  schemas: Schemas,
): Promise<CheckedOutput> {
  const json = jsonOf(text)
  const parsed = triedOut(() => parseJson(json))
  if (!parsed.ok) return invalidOutput(`it is no JSON: ${parsed.fault}`)
  const check = triedOut(() => schemas.check(schema))
  if (!check.ok) return invalidOutput(`the schema cannot be used: ${check.fault}`)
  const checked = await check.value(parsed.value)
  return checked.ok ? { kind: 'fits', text: json } : { kind: 'misfits', problems: checked.problems }
}

type Attempt<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: string }

function triedOut<Value>(work: () => Value): Attempt<Value> {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    return { ok: false, fault: messageOf(error) }
  }
}

function invalidOutput(problem: string): CheckedOutput {
  return { kind: 'misfits', problems: [problem] }
}

/** Message to the model about an answer that does not fit. */
export function renderRepair(problems: readonly string[], schema: JsonObject): string {
  return [
    'Your answer does not match the required schema:',
    ...problems.map((problem) => `- ${problem}`),
    `Answer again with only one JSON object that matches this JSON Schema: ${JSON.stringify(schema)}`,
  ].join('\n')
}

/**
 * The JSON of an answer, without what models put around it: a block of Markdown, and words before and behind. Where several values stand in
 * the text, it is not known which one is meant, and the whole text is taken.
 */
function jsonOf(text: string): string {
  const words = text.trim()
  const isJson = triedOut(() => JSON.parse(words)).ok
  if (isJson) return words
  const blocks = [...words.matchAll(/```\w*[ \t]*\r?\n([\s\S]*?)\r?\n?[ \t]*```/g)].map(([, inside = '']) =>
    inside.trim(),
  )
  const [block, ...otherBlocks] = blocks.filter((inside) => triedOut(() => JSON.parse(inside)).ok)
  if (block !== undefined && otherBlocks.length === 0) return block
  const [value, ...others] = jsonIn(words).filter(
    (found) => isJsonObject(found.value) || isBehindWords(words, found),
  )
  const isOne = others.every((other) => JSON.stringify(other.value) === JSON.stringify(value?.value))
  return value !== undefined && isOne ? words.slice(value.at, value.end) : words
}

/** A list among words may be a citation such as `[1]`: one that begins a line is a value. */
function isBehindWords(text: string, { at }: FoundJson): boolean {
  return /(^|\n)\s*$/.test(text.slice(0, at))
}

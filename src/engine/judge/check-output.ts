import { messageOf } from '../../domain/errors.ts'
import { parseJson } from '../../domain/exact-numbers.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import { type FoundJson, jsonIn } from '../../domain/json-in-text.ts'
import type { Schemas } from '../../domain/schemas.ts'

/** Maximum number of times that a model is asked to repair an answer that does not fit the schema. */
export const maxOutputRepairs = 2

export type CheckedOutput =
  /** `text` is the JSON alone, without text that a model may put around it. */
  | { readonly kind: 'fits'; readonly text: string }
  | { readonly kind: 'misfits'; readonly problems: readonly string[] }

/** Whether an answer is JSON that fits the schema. */
export async function checkOutput(
  text: string,
  schema: JsonObject,
  schemas: Schemas,
): Promise<CheckedOutput> {
  const json = jsonOf(text)
  const parsed = attempt(() => parseJson(json))
  if (!parsed.ok) return invalidOutput(`it is no JSON: ${parsed.fault}`)
  const check = attempt(() => schemas.check(schema))
  if (!check.ok) return invalidOutput(`the schema cannot be used: ${check.fault}`)
  const checked = await check.value(parsed.value)
  return checked.ok ? { kind: 'fits', text: json } : { kind: 'misfits', problems: checked.problems }
}

type Attempt<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: string }

function attempt<Value>(work: () => Value): Attempt<Value> {
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
  const isJson = attempt(() => JSON.parse(words)).ok
  if (isJson) return words
  const blocks = [...words.matchAll(/```\w*[ \t]*\r?\n([\s\S]*?)\r?\n?[ \t]*```/g)].map(([, inside = '']) =>
    inside.trim(),
  )
  const [block, ...otherBlocks] = blocks.filter((inside) => attempt(() => JSON.parse(inside)).ok)
  if (block !== undefined && otherBlocks.length === 0) return block
  const [value, ...others] = jsonIn(words).filter(
    (found) => isJsonObject(found.value) || isBehindWords(words, found),
  )
  return value !== undefined && others.length === 0 ? words.slice(value.at, value.end) : words
}

/** A list among words may be a citation such as `[1]`: one that begins a line is a value. */
function isBehindWords(text: string, { at }: FoundJson): boolean {
  return /(^|\n)\s*$/.test(text.slice(0, at))
}

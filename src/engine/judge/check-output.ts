import { messageOf } from '../../domain/errors.ts'
import { parseJson } from '../../domain/exact-numbers.ts'
import type { JsonObject } from '../../domain/json.ts'
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
  const json = unfenced(text)
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

/** Models put JSON into a block of Markdown now and then. */
function unfenced(text: string): string {
  const fenced = /^```(?:json)?\s*\n([\s\S]*?)\n```$/.exec(text.trim())
  return (fenced?.[1] ?? text).trim()
}

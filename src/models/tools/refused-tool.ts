import type { ModelError, ToolSpec } from '../../domain/model.ts'

/** The tool that a refusal is about: its place among those that were sent, and how long its description may be, if that is the fault. */
interface RefusedTool {
  readonly index: number
  readonly maxDescription: number | null
}

/** "tools.3.custom.input_schema: …", "Invalid 'tools[3].function.parameters'", "function_declarations[3].parameters" */
const place =
  /\b(?:tools|functions|function_?declarations)(?:\[0\]\.function_?declarations)?(?:\[(\d+)\]|\.(\d+)\b)/gi

const mayTeach: readonly (number | undefined)[] = [400, 404, 422, 500]

/** The call that the model wrote does not fit, and its tool is in order (Groq's `tool_use_failed`). */
const ofTheModel = /tool call validation failed|failed to call a function|failed_generation/i

/** `null` where a refusal is about no tool, or about all of them. */
export function refusedTool(
  { kind, status, message }: ModelError,
  tools: readonly ToolSpec[],
): RefusedTool | null {
  if (kind !== 'BAD_REQUEST' && kind !== 'OVERLOADED') return null
  if (!mayTeach.includes(status) || tools.length === 0 || ofTheModel.test(message)) return null
  const index = placeIn(message, tools) ?? nameIn(message, tools)
  return index === null ? null : { index, maxDescription: maxDescriptionIn(message) }
}

function placeIn(message: string, tools: readonly ToolSpec[]): number | null {
  const places = [...message.matchAll(place)].map(([, bracketed, dotted]) => Number(bracketed ?? dotted))
  // Google's list of declarations stands in the first tool.
  const at = places.at(-1)
  return at !== undefined && at < tools.length ? at : null
}

/** "Invalid schema for function 'look': …" */
function nameIn(message: string, tools: readonly ToolSpec[]): number | null {
  if (!/\b(tool|function|schema|declaration)/i.test(message)) return null
  const named = tools.flatMap(({ name }, index) => (isNamed(name, message) ? [index] : []))
  return named.length === 1 ? (named[0] ?? null) : null
}

function isNamed(name: string, message: string): boolean {
  const quoted = [`'${name}'`, `"${name}"`, `\`${name}\``, `function ${name}`, `tool ${name}`]
  return quoted.some((words) => message.includes(words))
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

import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { parseCondition, type Verdict } from './plan/expressions.ts'

/** What is wrong with the exit condition of a LOOP flow; `null`: nothing. */
export function conditionFault(text: string): string | null {
  const parsed = parseCondition(text)
  if (!parsed.ok) return parsed.problem
  return parsed.condition.results.length === 0 ? null : "sees the run's context and `answer`, no `results`"
}

/**
 * Whether a body's answer ends the loop: a condition over the run's context and `answer`, which is an object where the answer is
 * one in JSON, and text otherwise (LOOP-6).
 */
export function exitConditionHolds(text: string, answer: string, context: JsonObject): Verdict {
  const parsed = parseCondition(text)
  if (!parsed.ok) return parsed
  const seen: JsonObject = { ...context, answer: asObject(answer) ?? answer }
  return parsed.condition.evaluate({
    key: (name) => (Object.hasOwn(seen, name) ? seen[name] : undefined),
    result: () => undefined,
  })
}

function asObject(text: string): JsonObject | null {
  try {
    const value: Json = JSON.parse(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null // words
  }
}

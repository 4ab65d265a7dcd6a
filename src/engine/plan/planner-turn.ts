import { messageOf } from '../../domain/errors.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import { type Plan, type PlanProblem, parsePlan } from '../../domain/plan.ts'

/** What a planner said. */
export type PlannerTurn =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'answer'; readonly text: string; readonly goalAchieved: boolean }
  | { readonly kind: 'invalid'; readonly problems: readonly PlanProblem[] }

/** Reads a planner's turn; words that are no JSON at all are its answer only where it may answer in words. */
export function readPlannerTurn(text: string): PlannerTurn {
  const turn = parse(text)
  if (!isJsonObject(turn)) return invalid('', typeof turn === 'string' ? turn : 'must be one JSON object')
  const { plan = null, answer = null, goalAchieved, reasoning = null } = turn
  if (plan !== null) {
    const parsed = parsePlan(isJsonObject(plan) ? { reasoning: asText(reasoning), ...plan } : plan)
    return parsed.ok ? { kind: 'plan', plan: parsed.plan } : { kind: 'invalid', problems: parsed.problems }
  }
  if (typeof answer === 'string') return { kind: 'answer', text: answer, goalAchieved: goalAchieved === true }
  return invalid('', 'must have a `plan`, or an `answer` where nothing is left to do')
}

/** The JSON of a turn, or what is wrong with it. */
function parse(text: string): Json {
  try {
    return JSON.parse(unfenced(text))
  } catch (error) {
    return `is no JSON: ${messageOf(error)}`
  }
}

function unfenced(text: string): string {
  return /^```(?:json)?\s*\n([\s\S]*?)\n```$/.exec(text.trim())?.[1] ?? text
}

function asText(value: Json): string | null {
  return typeof value === 'string' ? value : null
}

function invalid(path: string, problem: string): PlannerTurn {
  return { kind: 'invalid', problems: [{ path, problem }] }
}

import { messageOf } from '../../domain/errors.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import { type Plan, type PlanProblem, parsePlan } from '../../domain/plan.ts'
import { createPlannerPreface } from './planner-preface.ts'
import { createPlannerStream } from './planner-stream.ts'

/** What a planner said. */
export type PlannerTurn =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | {
      readonly kind: 'answer'
      readonly text: string
      readonly goalAchieved: boolean
      readonly reasoning: string | null
    }
  | { readonly kind: 'invalid'; readonly problems: readonly PlanProblem[] }

/** Reads a planner's turn; words that are no JSON at all are its answer only where it may answer in words. */
export function readPlannerTurn(text: string): PlannerTurn {
  const turn = parse(text)
  if (!isJsonObject(turn)) return invalid('', typeof turn === 'string' ? turn : 'must be one JSON object')
  const { plan = null, answer = null, goalAchieved, reasoning = null } = turn
  const twice = shownOtherwise(text, { reasoning, answer })
  if (twice !== null) return invalid(twice, 'stands there more than once: give it once')
  if (plan !== null) {
    const parsed = parsePlan(isJsonObject(plan) ? { reasoning: asText(reasoning), ...plan } : plan)
    return parsed.ok ? { kind: 'plan', plan: parsed.plan } : { kind: 'invalid', problems: parsed.problems }
  }
  if (typeof answer === 'string') {
    const isGoal = goalAchieved === true
    return { kind: 'answer', text: answer, goalAchieved: isGoal, reasoning: asText(reasoning) }
  }
  return invalid('', 'must have a `plan`, or an `answer` where nothing is left to do')
}

/**
 * The member of which other words were streamed than the turn is read with. Of a member that is written twice JSON has the last, and
 * both were shown: what a reader saw is not to be another answer than the run's.
 */
function shownOtherwise(
  text: string,
  { reasoning, answer }: { readonly reasoning: Json; readonly answer: Json },
): 'reasoning' | 'answer' | null {
  const shown = { reasoning: '', text: '' }
  for (const { type, text: words } of createPlannerStream().push(text)) shown[type] += words
  if (shown.text !== '' && shown.text !== answer) return 'answer'
  return shown.reasoning !== '' && shown.reasoning !== reasoning ? 'reasoning' : null
}

/** The JSON of a turn, also where a model thinks aloud or talks around it; else what is wrong with it. */
function parse(text: string): Json {
  // Thoughts that never end may have the turn in them.
  const behind = createPlannerPreface().push(text) || text.slice(Math.max(0, text.indexOf('{')))
  const inside = behind.slice(0, behind.lastIndexOf('}') + 1)
  return tryParse(text) ?? tryParse(inside) ?? `is no JSON: ${faultOf(behind.trim())}`
}

function tryParse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function faultOf(text: string): string {
  try {
    JSON.parse(text)
    return 'it says nothing'
  } catch (error) {
    return messageOf(error)
  }
}

function asText(value: Json): string | null {
  return typeof value === 'string' ? value : null
}

function invalid(path: string, problem: string): PlannerTurn {
  return { kind: 'invalid', problems: [{ path, problem }] }
}

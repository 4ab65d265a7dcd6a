import type { AgentVersion } from '../domain/agent.ts'
import { isJsonObject, type Json, toJson } from '../domain/json.ts'
import type { TriggerRun } from '../domain/operations.ts'
import { type PlanProblem, parsePlan } from '../domain/plan.ts'
import { checkText, invalid } from './check-text.ts'
import { checkPlan } from './plan/check-plan.ts'
import { planSurroundings } from './plan-surroundings.ts'

/** As large as JSON. */
export const maxPlanBytes = 4 * 1024 * 1024

/**
 * Checks the plan that a caller gives with a run, whole (DAG-1); `null`: there is none.
 * @throws INVALID_INPUT with every problem and its path, INPUT_TOO_LARGE
 */
export function checkGivenPlan(
  { plan, context = null }: Pick<TriggerRun, 'plan' | 'context'>,
  { slug, definition }: AgentVersion,
): Json {
  if (plan === undefined || plan === null) return null
  if (definition.planner !== 'PLAN') {
    throw invalid(
      'plan',
      `is for agents whose planner is PLAN; that of "${slug}" is ${definition.planner}. Leave it out, or name another agent.`,
    )
  }
  const parsed = parsePlan(plan)
  if (!parsed.ok) throw invalid('plan', problemsInWords(parsed.problems))
  const stored = toJson(parsed.plan)
  checkText('plan', JSON.stringify(stored), maxPlanBytes)
  const surroundings = planSurroundings(definition, isJsonObject(context) ? context : {})
  const check = checkPlan(parsed.plan, surroundings)
  if (!check.ok) throw invalid('plan', problemsInWords(check.problems))
  return stored
}

/** One problem with its place in the plan. */
export function problemInWords({ path, problem }: PlanProblem): string {
  return `${path} ${problem}`.trim()
}

/** The problems in one sentence. */
export function problemsInWords(problems: readonly PlanProblem[]): string {
  return `is not valid: ${problems.map(problemInWords).join('; ')}.`
}

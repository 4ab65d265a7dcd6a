import type { JsonObject } from '../../../../src/domain/json.ts'
import { type Plan, type PlanProblem, parsePlan } from '../../../../src/domain/plan.ts'
import { checkPlan } from '../../../../src/engine/plan/check-plan.ts'
import type { CheckedPlan, PlanSurroundings } from '../../../../src/engine/plan/checked-plan.ts'

/** A plan as a caller writes it: absent fields have their defaults. */
export type ActionDefinition = JsonObject & { readonly name: string }

export function planOf(actions: readonly ActionDefinition[], options: JsonObject = {}): Plan {
  const whole = actions.map((action) => ({ type: 'TOOL', target: 'search', ...action }))
  const parsed = parsePlan({ ...options, actions: whole })
  if (!parsed.ok) throw new Error(parsed.problems.map(({ path, problem }) => `${path} ${problem}`).join('\n'))
  return parsed.plan
}

export function surroundings(contextKeys: readonly string[] = []): PlanSurroundings {
  const any = () => true
  const knows = { TOOL: (name: string) => name === 'search', AGENT: any, RELIC: any, WORKFLOW: any }
  return { knows: { ...knows, LLM: any, DECISION: any }, contextKeys: new Set(contextKeys) }
}

export function checkedPlan(
  actions: readonly ActionDefinition[],
  options: JsonObject = {},
  contextKeys: readonly string[] = [],
): CheckedPlan {
  const check = checkPlan(planOf(actions, options), surroundings(contextKeys))
  if (!check.ok) throw new Error(check.problems.map(({ path, problem }) => `${path} ${problem}`).join('\n'))
  return check.checked
}

export function problemsOf(
  actions: readonly ActionDefinition[],
  contextKeys: readonly string[] = [],
): readonly PlanProblem[] {
  const check = checkPlan(planOf(actions), surroundings(contextKeys))
  return check.ok ? [] : check.problems
}

import type { JsonObject } from '../../domain/json.ts'
import { type ParsedPlan, type Plan, parsePlan } from '../../domain/plan.ts'

/** The plan with other parameters for the actions that are named; those take the place of the action's own. */
export function revisePlan(plan: Plan, revised: JsonObject): ParsedPlan {
  return parsePlan({
    ...plan,
    actions: plan.actions.map((action) => {
      return Object.hasOwn(revised, action.name) ? { ...action, parameters: revised[action.name] } : action
    }),
  })
}

import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { Plan } from '../../domain/plan.ts'

/** The plan with other parameters for the actions that are named; those take the place of the action's own. */
export function revisePlan(plan: Plan, revised: JsonObject): Plan {
  return {
    ...plan,
    actions: plan.actions.map((action) => {
      const parameters = Object.hasOwn(revised, action.name) ? revised[action.name] : undefined
      return parameters !== undefined && isJsonObject(parameters) ? { ...action, parameters } : action
    }),
  }
}

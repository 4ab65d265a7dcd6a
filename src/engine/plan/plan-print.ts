import { type Json, type JsonObject, toJson } from '../../domain/json.ts'
import type { CheckedPlan } from './checked-plan.ts'

/**
 * What tells a plan from another one (LIM-6): what its actions do, what they read of the context, and all that the context holds, which
 * tools may look at. How a plan calls its actions and the keys that it writes makes no difference: the same result under another key
 * is the same result.
 */
export function planPrint({ nodes }: CheckedPlan, context: JsonObject): Json {
  const does = nodes.map(({ action: { type, target, parameters, when, branches, outputSchema } }) => {
    return toJson([type, target, parameters, when, branches, outputSchema])
  })
  const keys = [...new Set(nodes.flatMap(({ sources }) => [...sources.keys()]))].sort()
  const reads = keys.map((key) => [key, Object.hasOwn(context, key) ? (context[key] ?? null) : null])
  const holds = [...new Set(Object.values(context).map((value) => JSON.stringify(value)))].sort()
  return [does, reads, holds]
}

import type { Plan } from '../plan.ts'
import { indexPlan } from './plan-index.ts'
import { dependenciesOf } from './plan-waits.ts'
import { sortPlan } from './sort-plan.ts'

/**
 * The level of each action of a plan that passed the check, from 0: one more than the highest of its dependencies, with a context that has
 * these keys. For drawing a plan that nothing executes.
 */
export function planWaves(plan: Plan, contextKeys: ReadonlySet<string>): readonly number[] {
  const index = indexPlan(plan, [])
  const dependencies = plan.actions.map((action, position) => {
    const { needs, decision, data, tested } = dependenciesOf(action, position, index, contextKeys)
    return [...new Set([...needs, ...decision, ...data, ...tested])]
  })
  const waves = plan.actions.map(() => 0)
  for (const position of sortPlan(dependencies).order)
    for (const other of dependencies[position] ?? [])
      waves[position] = Math.max(waves[position] ?? 0, (waves[other] ?? 0) + 1)
  return waves
}

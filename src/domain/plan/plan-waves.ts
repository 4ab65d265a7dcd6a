import type { Plan } from '../plan.ts'
import { conditionNames } from './condition-names.ts'
import { writersFor } from './key-writers.ts'
import { indexPlan } from './plan-index.ts'
import { referencesOf } from './references.ts'
import { sortPlan } from './sort-plan.ts'

/**
 * The level of each action of a plan that was found right, from 0: one more than the highest of what it depends on, with a context
 * that has these keys. For drawing a plan that nothing executes.
 */
export function planWaves(plan: Plan, contextKeys: ReadonlySet<string>): readonly number[] {
  const index = indexPlan(plan, [])
  const placeOf = (name: string) => index.placeOf.get(name) ?? []
  const dependencies = plan.actions.map((action, place) => {
    const needs = action.dependsOn.flatMap(placeOf)
    const reader = { place, needs: new Set(needs) }
    const named = [action.when, ...action.branches.map(({ when }) => when)].map((when) =>
      conditionNames(when ?? ''),
    )
    const keys = [...referencesOf(action.parameters), ...named.flatMap((names) => names.keys)]
    const data = keys.flatMap((key) => writersFor(reader, key, index, contextKeys) ?? [])
    const decision = [action.branch?.split('/')[0] ?? ''].flatMap(placeOf)
    const tested = named.flatMap(({ results }) => results).flatMap(placeOf)
    return [...new Set([...needs, ...data, ...decision, ...tested])]
  })
  const waves = plan.actions.map(() => 0)
  for (const place of sortPlan(dependencies).order)
    for (const other of dependencies[place] ?? [])
      waves[place] = Math.max(waves[place] ?? 0, (waves[other] ?? 0) + 1)
  return waves
}

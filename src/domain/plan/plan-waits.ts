import type { z } from 'zod'
import { choice } from '../declared.ts'
import { mapSliced, type Sliced } from '../in-slices.ts'
import type { Plan, PlanAction } from '../plan.ts'
import { referencesOf } from '../references.ts'
import { writersFor } from './key-writers.ts'
import { indexPlan, type PlanIndex } from './plan-index.ts'

export const waitKind = choice('PlanEdgeKind', 'Reason why an action starts only after another action.', {
  DEPENDENCY: 'The action names the other action in `dependsOn`.',
  DATA: 'The parameters of the action read the output of the other action.',
  BRANCH: 'The other action decides whether the action runs.',
  CONDITION: 'The condition of the action reads the output or the status of the other action.',
  BARRIER: 'The other action is SYNC and precedes the action in the plan.',
})
export type WaitKind = z.infer<typeof waitKind>

/** For each action, by its position in the plan: the positions that it waits for, each once. */
export type PlanWaits = readonly ReadonlyMap<number, WaitKind>[]

/**
 * Reads the dependencies of each action from a stored plan; `waves` are the waves that its check computed. Requires a plan that passed the
 * check.
 */
export function* readWaits(plan: Plan, waves: readonly number[]): Sliced<PlanWaits> {
  const index = indexPlan(plan, [])
  return yield* mapSliced(plan.actions, (action, position) => waitsOf(action, position, index, waves))
}

function waitsOf(
  action: PlanAction,
  position: number,
  index: PlanIndex,
  waves: readonly number[],
): ReadonlyMap<number, WaitKind> {
  // Without the context: the waves show it.
  const { needs, decision, data, tested } = dependenciesOf(action, position, index, new Set())
  const found = [
    ['BRANCH', decision],
    ['DATA', data],
    ['CONDITION', tested],
    ['DEPENDENCY', needs],
  ] as const
  // A dependency lies in an earlier wave. A key that does not was already in the context.
  const isBefore = (other: number) => (waves[other] ?? 0) < (waves[position] ?? 0)
  const barrier = index.barriers[position] ?? null
  const waits = new Map<number, WaitKind>(barrier === null ? [] : [[barrier, 'BARRIER']])
  // The last kind stays: a dependency that is also waited for otherwise shows as the dependency.
  for (const [kind, positions] of found)
    for (const other of positions.filter(isBefore)) waits.set(other, kind)
  return waits
}

/** The positions that an action depends on, by why, with a context that has these keys. */
export function dependenciesOf(
  action: PlanAction,
  position: number,
  index: PlanIndex,
  contextKeys: ReadonlySet<string>,
) {
  const placeOf = (name: string) => index.placeOf.get(name) ?? []
  const needs = action.dependsOn.flatMap(placeOf)
  const reader = { position, needs: new Set(needs) }
  const writersOf = (keys: readonly string[]) =>
    keys.flatMap((key) => writersFor(reader, key, index, contextKeys) ?? [])
  const named = [action.when, ...action.branches.map(({ when }) => when)].map((when) =>
    conditionNames(when ?? ''),
  )
  return {
    needs,
    decision: [action.branch?.split('/')[0] ?? ''].flatMap(placeOf),
    data: writersOf(referencesOf(action.parameters)),
    tested: [
      ...writersOf(named.flatMap(({ keys }) => keys)),
      ...named.flatMap(({ results }) => results).flatMap(placeOf),
    ],
  }
}

/** Names in a condition: context keys (`key`, `context.key`) and actions (`results.name`, `results["name"]`). */
export interface ConditionNames {
  readonly keys: readonly string[]
  readonly results: readonly string[]
}

const member = String.raw`\s*(?:\.\s*(\w+)|\[\s*(?:"([^"]*)"|'([^']*)')\s*\])`

/** In this order: a result, a context key by its full name, text, a member of something, a name that is not called. */
const token = new RegExp(
  String.raw`\bresults${member}|\bcontext${member}|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\.\s*\w+|\b([A-Za-z_]\w*)\b(?!\s*\()`,
  'g',
)

/**
 * The names in a condition that passed the check, for drawing it: read from its text, so that the variable of a loop counts as a name too.
 * The waits of the engine are read from the parsed expression.
 */
export function conditionNames(condition: string): ConditionNames {
  const keys = new Set<string>()
  const results = new Set<string>()
  for (const [, ...names] of condition.matchAll(token)) {
    const [action, quoted, singly, key, quotedKey, singlyKey, bare] = names
    const result = action ?? quoted ?? singly
    const read = key ?? quotedKey ?? singlyKey ?? bare
    if (result !== undefined) results.add(result)
    if (read !== undefined) keys.add(read)
  }
  return { keys: [...keys], results: [...results] }
}

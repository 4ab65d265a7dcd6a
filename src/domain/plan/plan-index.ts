import type { Plan, PlanAction, PlanProblem } from '../plan.ts'

/** Index of a plan by the names of its actions. */
export interface PlanIndex {
  readonly actions: readonly PlanAction[]
  readonly placeOf: ReadonlyMap<string, number>
  /** Actions that write each key, in plan order. */
  readonly writersOf: ReadonlyMap<string, readonly number[]>
  /** Keys that only FIRE_AND_FORGET actions would write, and by which action. */
  readonly forgotten: ReadonlyMap<string, string>
  /** For each position, the last SYNC action listed before it. */
  readonly barriers: readonly (number | null)[]
}

/** More would make each reader of the key wait for each of them. */
const maxWriters = 20

/** Reads a plan once; reports names and keys that are used too often. */
export function indexPlan({ actions }: Plan, problems: PlanProblem[]): PlanIndex {
  const placeOf = new Map<string, number>()
  const writersOf = new Map<string, number[]>()
  const forgotten = new Map<string, string>()
  const barriers: (number | null)[] = []
  let barrier: number | null = null
  for (const [position, { name, mode, outputKey }] of actions.entries()) {
    const path = `actions[${position}]`
    const first = placeOf.get(name)
    if (first === undefined) placeOf.set(name, position)
    else {
      problems.push({
        path: `${path}.name`,
        problem: `"${name}" is the name of actions[${first}] too: names are unique, choose another`,
      })
    }
    barriers.push(barrier)
    if (mode === 'SYNC') barrier = position
    if (outputKey === null) continue
    if (mode === 'FIRE_AND_FORGET') {
      forgotten.set(outputKey, name)
      continue
    }
    const writers = writersOf.get(outputKey) ?? []
    if (writers.length < maxWriters) writersOf.set(outputKey, [...writers, position])
    else {
      problems.push({
        path: `${path}.outputKey`,
        problem: `${maxWriters} actions before it write "${outputKey}": give it a key of its own`,
      })
    }
  }
  return { actions, placeOf, writersOf, forgotten, barriers }
}

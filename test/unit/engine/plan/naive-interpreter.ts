import type { Json } from '../../../../src/domain/json.ts'
import type { RandomAction } from './random-plans.ts'

export interface NaiveEnd {
  readonly status: string
  readonly output: Json
}

export interface NaiveRun {
  readonly ends: ReadonlyMap<string, NaiveEnd>
  readonly startedAt: ReadonlyMap<string, number>
  readonly makespan: number
}

/**
 * A list scheduler as one would tell it, that looks at everything again at every turn: quadratic, and shares no code with the engine.
 * `perform` gives the output of an action for what it reads.
 */
export function interpretNaively(
  actions: readonly RandomAction[],
  options: {
    readonly maxParallel: number
    readonly failFast: boolean
    readonly perform: (action: RandomAction, read: readonly Json[]) => NaiveEnd
  },
): NaiveRun {
  const ends = new Map<string, NaiveEnd>()
  const startedAt = new Map<string, number>()
  const running: { readonly action: RandomAction; readonly endsAt: number }[] = []
  const read = new Map<string, readonly Json[]>()
  let [now, makespan, isOver] = [0, 0, false]

  const byName = new Map(actions.map((action) => [action.definition.name, action]))
  const isForgotten = (name: string) => byName.get(name)?.definition.mode === 'FIRE_AND_FORGET'
  const hasEnded = (name: string) => ends.has(name) || (isForgotten(name) && startedAt.has(name))
  const isPending = ({ definition }: RandomAction) =>
    !ends.has(definition.name) && !startedAt.has(definition.name)

  /** `undefined`: nothing. */
  function given(name: string): Json | undefined {
    const end = ends.get(name)
    if (isForgotten(name)) return end?.status === 'SKIPPED' ? undefined : null
    if (end?.status === 'SUCCEEDED') return end.output
    return end?.status === 'FAILED' && byName.get(name)?.definition.skipOnError === true ? null : undefined
  }

  /** Constant facts are looked up once, or 500 actions would take minutes. */
  const plain = new Map(
    actions.map((action, place) => {
      const before = actions.slice(0, place).filter(({ definition }) => definition.mode !== 'FIRE_AND_FORGET')
      const dependsOn = Array.isArray(action.definition.dependsOn)
        ? action.definition.dependsOn.map(String)
        : []
      const barriers = before
        .filter(({ definition }) => definition.mode === 'SYNC')
        .map(({ definition }) => definition.name)
      const writers = action.reads.map((key) => {
        const all = before
          .filter(({ definition }) => definition.outputKey === key)
          .map(({ definition }) => definition.name)
        const own = all.filter((name) => dependsOn.includes(name))
        return own.length > 0 ? own : all
      })
      return [action, { place, dependsOn, barriers: barriers.slice(-1), writers }] as const
    }),
  )
  const plainOf = (action: RandomAction) =>
    plain.get(action) ?? { place: -1, dependsOn: [], barriers: [], writers: [] }

  function judge(action: RandomAction): 'wait' | 'skip' | 'go' {
    const { definition, when } = action
    const { dependsOn: needed, barriers, writers } = plainOf(action)
    const [decision = '', branch] = typeof definition.branch === 'string' ? definition.branch.split('/') : []
    if (branch && hasEnded(decision) && ends.get(decision)?.output !== branch) return 'skip'
    const gone = needed.filter(hasEnded)
    const good = gone.filter((name) => given(name) !== undefined)
    if (definition.waitForAll && good.length < gone.length) return 'skip'
    if (needed.length > 0 && gone.length === needed.length && good.length === 0) return 'skip'
    const others = writers.flat().filter((name) => !needed.includes(name))
    const waited = [...barriers, ...others, ...(branch ? [decision] : []), ...(when ? [when.of] : [])]
    if (!waited.every(hasEnded)) return 'wait'
    if (definition.waitForAll ? gone.length < needed.length : needed.length > 0 && good.length === 0)
      return 'wait'
    if (writers.some((names) => names.every((name) => given(name) === undefined))) return 'skip'
    if (when && (ends.get(when.of)?.status === 'SUCCEEDED') !== when.isSucceeded) return 'skip'
    return 'go'
  }

  function finish(action: RandomAction, end: NaiveEnd): void {
    ends.set(action.definition.name, end)
    if (!isForgotten(action.definition.name)) makespan = now
    const isFatal =
      end.status === 'FAILED' && !action.definition.skipOnError && !isForgotten(action.definition.name)
    if (!isFatal || !options.failFast || isOver) return
    isOver = true
    for (const other of actions.filter(isPending))
      ends.set(other.definition.name, { status: 'CANCELLED', output: null })
    for (const { action: other } of running.filter((each) => !isForgotten(each.action.definition.name))) {
      ends.set(other.definition.name, { status: 'CANCELLED', output: null })
    }
    running.splice(0, running.length, ...running.filter((each) => isForgotten(each.action.definition.name)))
  }

  function launch(action: RandomAction): void {
    const { writers } = plainOf(action)
    const values = writers.map((names) => names.map(given).findLast((value) => value !== undefined) ?? null)
    read.set(action.definition.name, values)
    startedAt.set(action.definition.name, now)
    if (isForgotten(action.definition.name)) makespan = now
    running.push({ action, endsAt: now + action.duration })
  }

  function settle(): void {
    for (let changed = true; changed; ) {
      changed = false
      for (const action of actions.filter(isPending)) {
        const verdict = judge(action)
        if (verdict === 'skip') finish(action, { status: 'SKIPPED', output: null })
        if (verdict === 'go' && isForgotten(action.definition.name)) launch(action)
        if (verdict === 'skip' || (verdict === 'go' && isForgotten(action.definition.name))) changed = true
      }
    }
  }

  for (;;) {
    settle()
    const ready = actions.filter((action) => isPending(action) && judge(action) === 'go')
    ready.sort(
      (a, b) =>
        Number(b.definition.priority) - Number(a.definition.priority) || plainOf(a).place - plainOf(b).place,
    )
    const free =
      options.maxParallel - running.filter((each) => !isForgotten(each.action.definition.name)).length
    for (const action of ready.slice(0, free)) launch(action)
    const [first] = [...running].sort((a, b) => a.endsAt - b.endsAt)
    if (!first) return { ends, startedAt, makespan }
    running.splice(running.indexOf(first), 1)
    now = first.endsAt
    finish(first.action, options.perform(first.action, read.get(first.action.definition.name) ?? []))
  }
}

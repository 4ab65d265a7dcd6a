import { fc } from '@fast-check/vitest'
import type { ActionDefinition } from './plan-builders.ts'

/** Meaning of a random condition, besides its text in CEL. */
export interface Test {
  readonly of: string
  readonly isSucceeded: boolean
}

/** An action with all that a naive reader of the plan needs to know of it. */
export interface RandomAction {
  readonly definition: ActionDefinition
  readonly duration: number
  readonly fails: boolean
  readonly when: Test | null
  /** The branch that the model takes. */
  readonly choice: string | null
  readonly reads: readonly string[]
}

/** The raw choices for one action; each number is taken modulo what there is to choose from. */
const seed = fc.record({
  mode: fc.nat({ max: 9 }),
  kind: fc.nat({ max: 9 }),
  depends: fc.array(fc.nat(), { maxLength: 4 }),
  waitForAll: fc.boolean(),
  when: fc.option(fc.record({ of: fc.nat(), isSucceeded: fc.boolean() }), { freq: 8 }),
  reads: fc.array(fc.nat(), { maxLength: 2 }),
  key: fc.nat({ max: 5 }),
  branch: fc.option(fc.tuple(fc.nat(), fc.boolean()), { freq: 4 }),
  fails: fc.nat({ max: 6 }),
  skipOnError: fc.boolean(),
  priority: fc.integer({ min: -2, max: 2 }),
  duration: fc.integer({ min: 1, max: 9 }),
})

/** Acyclic plans of every feature: what an action names is listed before it. */
export function randomPlan(minLength: number, maxLength: number): fc.Arbitrary<readonly RandomAction[]> {
  return fc.array(seed, { minLength, maxLength, size: 'max' }).map((seeds) => {
    const actions: RandomAction[] = []
    for (const [place, choices] of seeds.entries()) actions.push(grow(`a${place}`, choices, actions))
    return actions
  })
}

type Seed = typeof seed extends fc.Arbitrary<infer Value> ? Value : never

function grow(name: string, choices: Seed, before: readonly RandomAction[]): RandomAction {
  const isDecision = choices.kind === 0
  const mode = choices.mode === 0 && !isDecision ? 'FIRE_AND_FORGET' : choices.mode === 1 ? 'SYNC' : 'ASYNC'
  const waited = before
    .filter(({ definition }) => definition.mode !== 'FIRE_AND_FORGET')
    .map(({ definition }) => definition)
  const dependsOn = [
    ...new Set(choices.depends.flatMap((number) => pick(before, number)?.definition.name ?? [])),
  ]
  const waitForAll = choices.waitForAll || dependsOn.length === 0
  const tested = choices.when && pick(waited, choices.when.of)
  const when = tested && choices.when ? { of: tested.name, isSucceeded: choices.when.isSucceeded } : null
  const keys = waited.flatMap(({ name: writer, outputKey }) =>
    // Values that a racing action reads of its own dependencies depend on the clock: that has a test of its own.
    typeof outputKey === 'string' && (waitForAll || !dependsOn.includes(writer)) ? [outputKey] : [],
  )
  const racing = new Set(
    waited
      .filter((definition) => !waitForAll && dependsOn.includes(definition.name))
      .map((definition) => definition.outputKey),
  )
  const reads = [...new Set(choices.reads.flatMap((number) => pick(keys, number) ?? []))].filter(
    (key) => !racing.has(key),
  )
  const decisions = waited.filter(({ type }) => type === 'DECISION')
  const decision = choices.branch && pick(decisions, choices.branch[0])
  const branch = decision ? `${decision.name}/${choices.branch?.[1] ? 'yes' : 'no'}` : null
  const definition: ActionDefinition = {
    name,
    type: isDecision ? 'DECISION' : 'TOOL',
    mode,
    dependsOn,
    waitForAll,
    branch,
    when: when && conditionText(when),
    // Of one key there may be twenty writers.
    outputKey:
      choices.key === 0 ? `shared_${Math.floor(before.length / 15)}` : choices.key < 4 ? `key_${name}` : null,
    skipOnError: choices.skipOnError,
    priority: choices.priority,
    parameters: { of: name, read: reads.map((key) => `$${key}`) },
    branches: isDecision ? [{ name: 'yes' }, { name: 'no' }] : [],
  }
  const choice = isDecision ? (choices.duration % 2 === 0 ? 'yes' : 'no') : null
  return { definition, duration: choices.duration, fails: choices.fails === 0, when, choice, reads }
}

function conditionText({ of, isSucceeded }: Test): string {
  return `results.${of}.status ${isSucceeded ? '==' : '!='} "SUCCEEDED"`
}

function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)]
}

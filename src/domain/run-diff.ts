import { z } from 'zod'
import { addDecimals } from './decimal.ts'
import { about, choice, object } from './declared.ts'

/** Identity of an action within a run. Values of equal content have equal digests. */
export interface ActionDigest {
  readonly id: string
  readonly name: string
  readonly position: number
  readonly target: string
  readonly status: string
  readonly parameters: string
  readonly output: string
  readonly error: string
}

export interface StepDigest {
  readonly id: string
  readonly number: number
  readonly reasoning: string
  /** Text of its model's answer. */
  readonly text: string
  readonly error: string
  /** In plan order. */
  readonly actions: readonly ActionDigest[]
}

const stepDifference = choice('StepDifference', 'Difference between two steps.', {
  MISSING: 'One of the runs has no step with this number.',
  REASONING: 'The reasoning texts differ.',
  TEXT: 'The texts of the models differ.',
  ERROR: 'The errors differ.',
  ACTIONS: 'The actions or their outcomes differ.',
})
type StepDifference = z.infer<typeof stepDifference>

export const actionDiff = object(
  'ActionDiff',
  'Comparison of two actions with the same name, in steps with the same number.',
  {
    name: about('Name of the actions.', z.string()),
    same: about('Whether status, target, parameters, and output or error are the same.', z.boolean()),
    sameStatus: about('Whether the statuses are the same.', z.boolean()),
    sameParameters: about('Whether the targets and parameters are the same.', z.boolean()),
    sameOutput: about('Whether the outputs or errors are the same.', z.boolean()),
    /** `null` where a run has none. */
    a: z.custom<ActionDigest | null>(),
    b: z.custom<ActionDigest | null>(),
  },
)
export type ActionDiff = Readonly<z.infer<typeof actionDiff>>

export const stepDiff = object('StepDiff', 'Comparison of two steps with the same number.', {
  number: about('Number of the steps.', z.int()),
  same: about('Whether the steps have no differences.', z.boolean()),
  differs: about('Differences between the steps.', z.array(stepDifference).readonly()),
  actions: about('Actions of the steps, matched by name.', z.array(actionDiff).readonly()),
  /** `null` where a run has none. */
  a: z.custom<StepDigest | null>(),
  b: z.custom<StepDigest | null>(),
})
export type StepDiff = Readonly<z.infer<typeof stepDiff>>

/** The steps of two runs side by side, by number (RUN-9). */
export function diffSteps(a: readonly StepDigest[], b: readonly StepDigest[]): readonly StepDiff[] {
  const [ofA, ofB] = [byNumber(a), byNumber(b)]
  const numbers = [...new Set([...ofA.keys(), ...ofB.keys()])].sort((one, other) => one - other)
  return numbers.map((number) => diffStep(number, ofA.get(number) ?? null, ofB.get(number) ?? null))
}

function byNumber(steps: readonly StepDigest[]): ReadonlyMap<number, StepDigest> {
  return new Map(steps.map((step) => [step.number, step]))
}

function diffStep(number: number, a: StepDigest | null, b: StepDigest | null): StepDiff {
  const actions = diffActions(a?.actions ?? [], b?.actions ?? [])
  const differs = differencesOf(a, b, actions)
  return { number, a, b, actions, differs, same: differs.length === 0 }
}

function differencesOf(
  a: StepDigest | null,
  b: StepDigest | null,
  actions: readonly ActionDiff[],
): readonly StepDifference[] {
  if (!a || !b) return ['MISSING']
  const found = {
    REASONING: a.reasoning !== b.reasoning,
    TEXT: a.text !== b.text,
    ERROR: a.error !== b.error,
    ACTIONS: actions.some(({ same }) => !same),
  }
  return stepDifference.options.filter((difference) => difference !== 'MISSING' && found[difference])
}

/** Matched by name, in the order of the first run, then the actions that only the second has. */
function diffActions(a: readonly ActionDigest[], b: readonly ActionDigest[]): readonly ActionDiff[] {
  const [ofA, ofB] = [byName(a), byName(b)]
  const names = [...new Set([...ofA.keys(), ...ofB.keys()])]
  return names.map((name) => diffAction(name, ofA.get(name) ?? null, ofB.get(name) ?? null))
}

function byName(actions: readonly ActionDigest[]): ReadonlyMap<string, ActionDigest> {
  return new Map(actions.map((action) => [action.name, action]))
}

function diffAction(name: string, a: ActionDigest | null, b: ActionDigest | null): ActionDiff {
  const same = (part: 'status' | 'parameters' | 'output' | 'error' | 'target') => a?.[part] === b?.[part]
  const isThere = a !== null && b !== null
  return {
    ...{ name, a, b },
    same:
      isThere && same('status') && same('parameters') && same('output') && same('error') && same('target'),
    sameStatus: isThere && same('status'),
    sameParameters: isThere && same('parameters') && same('target'),
    sameOutput: isThere && same('output') && same('error'),
  }
}

/** The number of the first step that differs; `null` where none does. */
export function divergesAt(steps: readonly StepDiff[]): number | null {
  return steps.find(({ same }) => !same)?.number ?? null
}

/** A field of two runs that is not the same in both. */
export interface FieldDiff<Value> {
  readonly name: string
  readonly a: Value
  readonly b: Value
}

export function diffFields<Value>(
  a: Readonly<Record<string, Value>>,
  b: Readonly<Record<string, Value>>,
): readonly FieldDiff<Value | null>[] {
  return Object.keys(a)
    .map((name) => ({ name, a: a[name] ?? null, b: b[name] ?? null }))
    .filter((field) => field.a !== field.b)
}

/** Returns the cost of the second minus that of the first; negative if the second cost less. */
export function costDelta(a: string, b: string): string {
  return addDecimals(b, a.startsWith('-') ? a.slice(1) : `-${a}`)
}

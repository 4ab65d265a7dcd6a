import type { ActionStatus } from '../../domain/action.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import type { Lookup } from '../../domain/references.ts'
import { type CheckedPlan, decidesByExpression, type PlanNode } from './checked-plan.ts'
import type { Scope } from './expressions.ts'

/** State of a plan that decides whether an action is ready. */
export interface PlanView {
  readonly checked: CheckedPlan
  /** The context as the plan found it. */
  readonly context: JsonObject
  readonly outcomes: Outcomes
  readonly placeOf: (name: string) => number | undefined
}

/**
 * Returns the outcome of an action that is not performed although its dependencies are met; `null` if it is to be performed. It is skipped
 * if no action wrote a key that it reads or if its condition does not hold. A DECISION with conditions ends by them (DAG-7).
 */
export function endOfItself(node: PlanNode, view: PlanView): ActionOutcome | null {
  if (node.required.length === 0 && !node.condition && node.branches.length === 0) return null
  const lookup = lookupFor(node, view)
  const unwritten = node.required.find((key) => lookup(key) === undefined && haveAllEnded(node, key, view))
  if (unwritten !== undefined) return skippedOutcome(`Nothing wrote "$${unwritten}".`)
  const scope = scopeFor(lookup, view)
  if (node.condition) {
    const verdict = node.condition.evaluate(scope)
    if (!verdict.ok) return failedOutcome('CONDITION_FAILED', `The condition ${verdict.problem}.`)
    if (!verdict.holds) return skippedOutcome(`Its condition does not hold: ${node.condition.text}`)
  }
  return decidesByExpression(node) ? takeBranch(node, scope) : null
}

/** The first branch whose condition holds, or the one without; its name is the output, `null` when none is taken. */
function takeBranch({ branches }: PlanNode, scope: Scope): ActionOutcome {
  for (const { name, condition } of branches) {
    if (condition === null) return succeededOutcome(name)
    const verdict = condition.evaluate(scope)
    if (!verdict.ok)
      return failedOutcome('CONDITION_FAILED', `The condition of branch "${name}" ${verdict.problem}.`)
    if (verdict.holds) return succeededOutcome(name)
  }
  return succeededOutcome(null)
}

/** The model's choice, where it is a branch of the decision; else the problem that the model reads. */
export function checkChoice(node: PlanNode, outcome: ActionOutcome): ActionOutcome {
  if (node.action.type !== 'DECISION' || outcome.status !== 'SUCCEEDED') return outcome
  const fault = faultOfChoice(outcome.output, node.branches)
  return fault === null ? outcome : failedOutcome('BRANCH_UNKNOWN', fault)
}

/** Why a choice is no branch of its decision; `null` where it is one. */
export function faultOfChoice(chosen: Json, branches: readonly { readonly name: string }[]): string | null {
  const names = branches.map(({ name }) => name)
  if (names.some((name) => name === chosen)) return null
  return `${JSON.stringify(chosen)} is no branch: choose one of ${names.join(', ')}.`
}

/**
 * Returns the lookup of keys for an action: the output of the last of their writers in plan order that wrote one, or the initial context.
 */
export function lookupFor(node: PlanNode, { checked, context, outcomes }: PlanView): Lookup {
  return (key) => {
    const writers = node.sources.get(key) ?? []
    const values = writers.map((position) => valueAt(position, checked, outcomes))
    const written = values.findLast((value) => value !== undefined)
    return written === undefined && Object.hasOwn(context, key) ? context[key] : written
  }
}

function valueAt(position: number, { nodes }: CheckedPlan, outcomes: Outcomes): Json | undefined {
  const node = nodes[position]
  return node && readableOutput(node, outcomes[position])
}

/** Without writers there is nothing to wait for: the parameters name a path that is not there. */
function haveAllEnded(node: PlanNode, key: string, { outcomes }: PlanView): boolean {
  const writers = node.sources.get(key) ?? []
  return writers.length > 0 && writers.every((position) => outcomes[position] !== undefined)
}

function scopeFor(key: Lookup, { outcomes, placeOf }: PlanView): Scope {
  const result = (name: string) => {
    const outcome = outcomes[placeOf(name) ?? -1]
    return outcome && { status: outcome.status, output: outcome.output, error: outcome.error }
  }
  return { key, result }
}

type FinalStatus = Exclude<ActionStatus, 'PENDING' | 'RUNNING'>

/** Outcome of an action: its final status, and the columns of its row. */
export interface ActionOutcome {
  readonly status: FinalStatus
  readonly output: Json
  readonly error: string | null
  readonly errorCode: string | null
}

/** The outcomes by position; absent: it has not ended. */
export type Outcomes = readonly (ActionOutcome | undefined)[]

/** State of an action that an earlier owner of the run started or ended. */
export type RecordedAction = { readonly status: 'RUNNING' } | ActionOutcome

/** Output that dependent actions read; absent: there is none, and they cannot continue (DAG-6). */
export function readableOutput({ action }: PlanNode, outcome: ActionOutcome | undefined): Json | undefined {
  if (outcome?.status === 'SUCCEEDED') return outcome.output
  const hasFailed = outcome?.status === 'FAILED' || outcome?.status === 'DENIED'
  return hasFailed && action.skipOnError ? null : undefined
}

/** The context as the plan leaves it: outputs in plan order, so that it never depends on which was faster (DAG-5). */
export function contextAfter({ nodes }: CheckedPlan, before: JsonObject, outcomes: Outcomes): JsonObject {
  const written = nodes.flatMap((node, position) => {
    const { mode, outputKey } = node.action
    const value = readableOutput(node, outcomes[position])
    const isWritten = outputKey !== null && mode !== 'FIRE_AND_FORGET' && value !== undefined
    return isWritten ? [[outputKey, value] as const] : []
  })
  return written.length === 0 ? before : { ...before, ...Object.fromEntries(written) }
}

export function succeededOutcome(output: Json): ActionOutcome {
  return { status: 'SUCCEEDED', output, error: null, errorCode: null }
}

export function skippedOutcome(reason: string): ActionOutcome {
  return { status: 'SKIPPED', output: null, error: reason, errorCode: null }
}

export function cancelledOutcome(reason: string): ActionOutcome {
  return { status: 'CANCELLED', output: null, error: reason, errorCode: null }
}

/** Why an action failed in its plan: before it was performed, or by the branch that it chose. */
type PlanFailureCode = 'REFERENCE_MISSING' | 'CONDITION_FAILED' | 'BRANCH_UNKNOWN'

export function failedOutcome(errorCode: PlanFailureCode, error: string): ActionOutcome {
  return { status: 'FAILED', output: null, error, errorCode }
}

import type { Json, JsonObject } from '../../domain/json.ts'
import type { Lookup } from '../../domain/plan/references.ts'
import { type CheckedPlan, decidesByExpression, type PlanNode } from './checked-plan.ts'
import type { Scope } from './expressions.ts'
import { type ActionOutcome, failed, readableOutput, skipped, succeeded } from './outcome.ts'

/** What an action's readiness follows from. */
export interface PlanView {
  readonly checked: CheckedPlan
  /** The context as the plan found it. */
  readonly context: JsonObject
  readonly outcomes: ReadonlyMap<number, ActionOutcome>
  readonly placeOf: ReadonlyMap<string, number>
}

/**
 * How an action whose dependencies are met ends without being performed; `null`: it is to be performed.
 * Skipped: nothing wrote what it reads, or its condition does not hold. Ended by its own expression: a DECISION (DAG-7).
 */
export function endOfItself(node: PlanNode, view: PlanView): ActionOutcome | null {
  const lookup = lookupFor(node, view)
  const unwritten = node.required.find((key) => lookup(key) === undefined && haveAllEnded(node, key, view))
  if (unwritten !== undefined) return skipped(`Nothing wrote "$${unwritten}".`)
  const scope = scopeFor(lookup, view)
  if (node.condition) {
    const verdict = node.condition.evaluate(scope)
    if (!verdict.ok) return failed('CONDITION_FAILED', `The condition ${verdict.problem}.`)
    if (!verdict.holds) return skipped(`Its condition does not hold: ${node.condition.text}`)
  }
  return decidesByExpression(node) ? decide(node, scope) : null
}

/** The first branch whose condition holds, or the one without; its name is the output, `null` when none is taken. */
function decide({ branches }: PlanNode, scope: Scope): ActionOutcome {
  for (const { name, condition } of branches) {
    if (condition === null) return succeeded(name)
    const verdict = condition.evaluate(scope)
    if (!verdict.ok)
      return failed('CONDITION_FAILED', `The condition of branch "${name}" ${verdict.problem}.`)
    if (verdict.holds) return succeeded(name)
  }
  return succeeded(null)
}

/** The model's choice, where it is a branch of the decision; else what it is told. */
export function checkChoice(node: PlanNode, outcome: ActionOutcome): ActionOutcome {
  if (node.action.type !== 'DECISION' || outcome.status !== 'SUCCEEDED') return outcome
  const names = node.branches.map(({ name }) => name)
  if (names.some((name) => name === outcome.output)) return outcome
  const chosen = JSON.stringify(outcome.output)
  return failed('BRANCH_UNKNOWN', `${chosen} is no branch: choose one of ${names.join(', ')}.`)
}

/** What a key means to an action: the last in plan order of its writers that wrote it, or the context as the plan found it. */
export function lookupFor(node: PlanNode, { checked, context, outcomes }: PlanView): Lookup {
  return (key) => {
    const writers = node.sources.get(key) ?? []
    const values = writers.map((place) => valueAt(place, checked, outcomes))
    const written = values.findLast((value) => value !== undefined)
    return written === undefined && Object.hasOwn(context, key) ? context[key] : written
  }
}

function valueAt(place: number, { nodes }: CheckedPlan, outcomes: PlanView['outcomes']): Json | undefined {
  const node = nodes[place]
  return node && readableOutput(node, outcomes.get(place))
}

/** Without writers there is nothing to wait for: the parameters name a path that is not there. */
function haveAllEnded(node: PlanNode, key: string, { outcomes }: PlanView): boolean {
  const writers = node.sources.get(key) ?? []
  return writers.length > 0 && writers.every((place) => outcomes.has(place))
}

function scopeFor(key: Lookup, { outcomes, placeOf }: PlanView): Scope {
  const result = (name: string) => {
    const outcome = outcomes.get(placeOf.get(name) ?? -1)
    return outcome && { status: outcome.status, output: outcome.output, error: outcome.error }
  }
  return { key, result }
}

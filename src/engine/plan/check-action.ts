import { type KeyReader, writersFor } from '../../domain/plan/key-writers.ts'
import type { PlanIndex } from '../../domain/plan/plan-index.ts'
import { isLiteral, referencesOf } from '../../domain/plan/references.ts'
import type { PlanAction } from '../../domain/plan.ts'
import type { PlanNode, PlanSurroundings, Wait } from './checked-plan.ts'
import { type Condition, parseCondition } from './expressions.ts'

export type NodeDraft = Omit<PlanNode, 'wave'>

/** Context of the check of an action, and the receiver of its problems. */
export interface ActionCheck {
  readonly index: PlanIndex
  readonly surroundings: PlanSurroundings
  readonly report: (field: string, problem: string) => void
}

/** Looks up all that an action names; names that cannot be found are reported and left out. */
export function draftNode(action: PlanAction, position: number, check: ActionCheck): NodeDraft {
  checkKind(action, check)
  const needs = needsOf(action, position, check)
  const condition = conditionOf('when', action.when, check)
  const branches = action.branches.map(({ name, when }, at) => ({
    name,
    condition: conditionOf(`branches[${at}].when`, when, check),
  }))
  const branch = branchOf(action, check)
  const literal = isLiteral(action.parameters)
  const required = literal ? [] : referencesOf(action.parameters)
  const conditions = [condition, ...branches.map((each) => each.condition)].filter((each) => each !== null)
  const reader = { action, position, needs: new Set(needs) }
  const data = sourcesOf(reader, 'parameters', required, check)
  const tested = sourcesOf(reader, 'when', [...new Set(conditions.flatMap(({ keys }) => keys))], check)
  const results = resultsOf(reader, conditions, check)
  const barrier = check.index.barriers[position] ?? null
  return {
    action,
    needs,
    after: [
      ...waits('BARRIER', barrier === null ? [] : [barrier]),
      ...waits('BRANCH', branch ? [branch.decision] : []),
      ...waits('DATA', data.waits),
      ...waits('CONDITION', [...tested.waits, ...results]),
    ],
    sources: new Map([...tested.sources, ...data.sources]),
    required,
    isLiteral: literal,
    condition,
    branch,
    branches,
  }
}

function waits(why: Wait['why'], positions: readonly number[]): readonly Wait[] {
  return [...new Set(positions)].map((position) => ({ position, why }))
}

/** Checks that the type, mode and target of an action agree. */
function checkKind(action: PlanAction, { surroundings, report }: ActionCheck): void {
  const { type, mode, target, branches } = action
  if (!surroundings.knows[type](target)) {
    report('target', `there is no ${type} "${target}" here: name one that was offered`)
  }
  if (action.outputSchema !== null && type !== 'LLM') {
    report('outputSchema', 'only LLM actions have one: remove it')
  }
  if (type !== 'DECISION' && branches.length > 0)
    report('branches', 'only DECISION actions have them: remove them')
  if (type !== 'DECISION') return
  if (mode === 'FIRE_AND_FORGET') report('mode', 'nothing would read the decision: make it ASYNC or SYNC')
  if (branches.length === 0) report('branches', 'a DECISION needs at least one: name its branches')
  const names = new Set(branches.map(({ name }) => name))
  if (names.size < branches.length) report('branches', 'two have the same name: rename one')
  const otherwise = branches.findIndex(({ when }) => when === null)
  const mixes = branches.some(({ when }) => when !== null) && otherwise >= 0
  if (mixes && otherwise < branches.length - 1) {
    report(
      `branches[${otherwise}].when`,
      'only the last branch may do without: give it a condition, or move it',
    )
  }
}

function needsOf(action: PlanAction, position: number, { index, report }: ActionCheck): readonly number[] {
  const needs = new Set<number>()
  for (const [at, name] of action.dependsOn.entries()) {
    const other = index.placeOf.get(name)
    if (other === undefined) report(`dependsOn[${at}]`, `there is no action "${name}": correct the name`)
    else if (other === position) report(`dependsOn[${at}]`, 'an action cannot wait for itself: remove it')
    else needs.add(other)
  }
  return [...needs]
}

function conditionOf(field: string, text: string | null, { report }: ActionCheck): Condition | null {
  if (text === null) return null
  const parsed = parseCondition(text)
  if (parsed.ok) return parsed.condition
  report(field, parsed.problem)
  return null
}

function branchOf(action: PlanAction, { index, report }: ActionCheck): NodeDraft['branch'] {
  if (action.branch === null) return null
  const [decisionName = '', name = ''] = action.branch.split('/')
  const decision = index.placeOf.get(decisionName)
  const branches = decision === undefined ? undefined : index.actions[decision]?.branches
  if (decision !== undefined && branches?.some((branch) => branch.name === name)) return { decision, name }
  const known = branches?.map((branch) => `${decisionName}/${branch.name}`).join(', ')
  report(
    'branch',
    known
      ? `there is no branch "${action.branch}": choose of ${known}`
      : `"${decisionName}" is no DECISION of this plan: write "decision/branch"`,
  )
  return null
}

interface Reader extends KeyReader {
  readonly action: PlanAction
}

interface Sources {
  readonly sources: ReadonlyMap<string, readonly number[]>
  /** The writers that are waited for without being dependencies. */
  readonly waits: readonly number[]
}

function sourcesOf(reader: Reader, field: string, keys: readonly string[], check: ActionCheck): Sources {
  const sources = new Map<string, readonly number[]>()
  const waited: number[] = []
  for (const key of keys) {
    const writers = writersFor(reader, key, check.index, check.surroundings.contextKeys)
    if (writers === null) check.report(field, missingKey(key, reader, check.index))
    else {
      sources.set(key, writers)
      waited.push(...writers.filter((position) => !reader.needs.has(position)))
    }
  }
  return { sources, waits: waited }
}

function missingKey(key: string, { action }: Reader, { forgotten }: PlanIndex): string {
  const name = forgotten.get(key)
  if (name !== undefined) {
    return `"$${key}" is the output of "${name}", which is fired and forgotten: make "${name}" ASYNC, or remove the reference`
  }
  if (action.outputKey === key) return `"$${key}" is its own output: nothing else writes it, use another key`
  return `"$${key}" can never exist: no action has the outputKey "${key}", and the context has no such key`
}

/** The actions whose `results` the conditions read: they are waited for, and may end with any status. */
function resultsOf(
  { position }: Reader,
  conditions: readonly Condition[],
  { index, report }: ActionCheck,
): readonly number[] {
  const names = new Set(conditions.flatMap(({ results }) => results))
  return [...names].flatMap((name) => {
    const other = index.placeOf.get(name)
    const problem = resultProblem(name, other, position, index)
    if (problem !== null) report('when', problem)
    return other === undefined || problem !== null ? [] : [other]
  })
}

function resultProblem(
  name: string,
  other: number | undefined,
  position: number,
  index: PlanIndex,
): string | null {
  if (other === undefined) return `there is no action "${name}": correct results.${name}`
  if (other === position) return `results.${name} is its own result: remove it`
  const isForgotten = index.actions[other]?.mode === 'FIRE_AND_FORGET'
  return isForgotten ? `"${name}" is fired and forgotten: nothing may read its result` : null
}

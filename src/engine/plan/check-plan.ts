import { atOnce, mapSliced, type Sliced } from '../../domain/in-slices.ts'
import { type KeyReader, writersFor } from '../../domain/plan/key-writers.ts'
import { indexPlan, type PlanIndex } from '../../domain/plan/plan-index.ts'
import { reversed, sortPlan } from '../../domain/plan/sort-plan.ts'
import type { Plan, PlanAction, PlanProblem } from '../../domain/plan.ts'
import { isLiteral, referencesOf } from '../../domain/references.ts'
import { somePathProblems } from '../../domain/text/some-problems.ts'
import type { CheckedPlan, PlanNode, PlanSurroundings, Wait } from './checked-plan.ts'
import { type Condition, parseCondition } from './expressions.ts'

export type PlanCheck =
  | { readonly ok: true; readonly checked: CheckedPlan }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] }

/**
 * Checks a plan before anything of it runs (DAG-1): one linear pass finds every problem; the first dozens are listed, each with its place
 * and remedy. An action waits for more than its `dependsOn`: for the SYNC action listed before it (DAG-4), for its branch's decision
 * (DAG-7), and for the writers of the keys that it reads, so that its input never depends on which was faster (DAG-5).
 */
export function checkPlan(plan: Plan, surroundings: PlanSurroundings): PlanCheck {
  return atOnce(checkSliced(plan, surroundings))
}

/** The same, action by action. */
export function* checkSliced(plan: Plan, surroundings: PlanSurroundings): Sliced<PlanCheck> {
  const problems: PlanProblem[] = []
  const index = indexPlan(plan, problems)
  yield
  const drafts = yield* mapSliced(plan.actions, (action, position) =>
    draftNode(action, position, {
      index,
      surroundings,
      report: (field, problem) => problems.push({ path: `actions[${position}].${field}`, problem }),
    }),
  )
  const waits = yield* mapSliced(drafts, waitsOf)
  const { order, cycles } = sortPlan(waits)
  yield
  problems.push(...cycles.map((cycle) => cycleProblem(cycle, drafts)))
  if (problems.length > 0) return { ok: false, problems: somePathProblems(problems) }
  const waves = wavesOf(drafts, order)
  yield
  const nodes = yield* mapSliced(drafts, (draft, position) => ({ ...draft, wave: waves[position] ?? 0 }))
  const neededBy = reversed(nodes.map(({ needs }) => needs))
  yield
  const awaitedBy = reversed(nodes.map(({ after }) => after.map(({ position }) => position)))
  return { ok: true, checked: { plan, nodes, order, neededBy, awaitedBy } }
}

/** Everything that an action waits for, each once. */
function waitsOf({ needs, after }: NodeDraft): readonly number[] {
  return [...new Set([...needs, ...after.map(({ position }) => position)])]
}

function wavesOf(drafts: readonly NodeDraft[], order: readonly number[]): readonly number[] {
  const waves = drafts.map(() => 0)
  for (const position of order) {
    const draft = drafts[position]
    if (!draft) continue
    const dependencies = draft.after.filter(({ why }) => why !== 'BARRIER').map((wait) => wait.position)
    let wave = 0
    for (const other of [...draft.needs, ...dependencies]) wave = Math.max(wave, (waves[other] ?? 0) + 1)
    waves[position] = wave
  }
  return waves
}

/** `a → b → a`, and why, where the plan does not say so itself. */
function cycleProblem(cycle: readonly number[], drafts: readonly NodeDraft[]): PlanProblem {
  const nameAt = (position: number | undefined) => drafts[position ?? 0]?.action.name ?? ''
  const reasons = cycle.slice(0, -1).flatMap((position, step) => {
    const other = cycle[step + 1]
    const draft = drafts[position]
    if (!draft || other === undefined || draft.needs.includes(other)) return []
    const wait = draft.after.find((candidate) => candidate.position === other)
    return wait ? [`${nameAt(position)} ${waitTexts[wait.why]} ${nameAt(other)}`] : []
  })
  const because = reasons.length > 0 ? ` (${reasons.join(', ')})` : ''
  return {
    path: `actions[${cycle[0]}]`,
    problem: `waits for itself: ${cycle.map(nameAt).join(' → ')}${because}: remove one of these`,
  }
}

const waitTexts = {
  BARRIER: 'is listed after SYNC',
  BRANCH: 'is in a branch of',
  DATA: 'reads the output of',
  CONDITION: 'has a condition on',
} as const

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

import { atOnce, mapSliced, type Sliced } from '../../domain/in-slices.ts'
import { indexPlan } from '../../domain/plan/plan-index.ts'
import { reversed, sortPlan } from '../../domain/plan/sort-plan.ts'
import type { Plan, PlanProblem } from '../../domain/plan.ts'
import { somePathProblems } from '../../domain/some-problems.ts'
import { draftNode, type NodeDraft } from './check-action.ts'
import type { CheckedPlan, PlanSurroundings } from './checked-plan.ts'

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

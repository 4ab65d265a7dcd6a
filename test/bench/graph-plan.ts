import { parsePlan } from '../../src/domain/plan.ts'
import { checkPlan } from '../../src/engine/plan/check-plan.ts'
import type { CheckedPlan } from '../../src/engine/plan/checked-plan.ts'
import type { GraphNode } from './layered-graph.ts'

/** The graph as a model writes a plan. */
export function writePlan(graph: readonly GraphNode[]) {
  const actions = graph.map(({ name, dependsOn }) => ({
    ...{ name, type: 'TOOL', target: 'note' },
    dependsOn: dependsOn.map((position) => graph[position]?.name ?? ''),
  }))
  return { actions }
}

/** Parses and checks it, as the engine does before anything of it runs. @throws where it has a problem */
export function checkWritten(written: ReturnType<typeof writePlan>): CheckedPlan {
  const parsed = parsePlan(written)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const isNote = (target: string) => target === 'note'
  const none = () => false
  const knows = { TOOL: isNote, AGENT: none, RELIC: none, WORKFLOW: none, LLM: none, DECISION: none }
  const check = checkPlan(parsed.plan, { knows, contextKeys: new Set() })
  if (!check.ok) throw new Error(JSON.stringify(check.problems))
  return check.checked
}

import type { AgentVersion } from '../../domain/agent.ts'
import { invalid } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import type { TriggerRun } from '../../domain/operations.ts'
import type { Plan, PlanProblem } from '../../domain/plan.ts'
import { parseRelicTarget } from '../../domain/relic.ts'
import { checkGivenPlan, renderProblems } from '../plan/check-given-plan.ts'
import type { EngineServices } from '../run/run-context.ts'
import { checkTargets } from '../tools/check-targets.ts'
import { readCapabilities } from '../tools/offered-tools.ts'

type Services = Pick<EngineServices, 'agents' | 'tools' | 'relics' | 'workflows' | 'schemas'>

/**
 * The plan that a caller gives with a run, as it is stored; `null`: there is none. It is checked whole, with what it calls (DAG-1).
 * @throws INVALID_INPUT with every problem and its path, INPUT_TOO_LARGE
 */
export async function acceptPlan(
  call: Pick<TriggerRun, 'projectId' | 'plan' | 'context'>,
  agent: AgentVersion,
  services: Services,
): Promise<Json> {
  const given = await checkGivenPlan(call, agent)
  if (given === null) return null
  const problems = await targetProblems(given.plan, call.projectId, agent, services)
  if (problems.length > 0) throw invalid('plan', renderProblems(problems))
  return given.stored
}

/** The problems of what a plan of this agent calls. The process that executes it may have more tools and models than this one. */
export async function targetProblems(
  plan: Plan,
  projectId: string,
  agent: Pick<AgentVersion, 'slug' | 'definition'>,
  services: Services,
): Promise<readonly PlanProblem[]> {
  const reachesOut = plan.actions.some(
    ({ type }) => type === 'AGENT' || type === 'RELIC' || type === 'WORKFLOW',
  )
  const capabilities = reachesOut
    ? await readCapabilities(projectId, agent.definition, services)
    : { agents: [], relics: [], workflows: [] }
  const { tools, schemas } = services
  return checkTargets(plan, { agent, capabilities, tools, hasAllTools: false, schemas })
}

/** The problems of a plan that is stored for later, with whatever agent: what there is not may still come. */
export async function storedProblems(
  plan: Plan,
  projectId: string,
  services: Services,
): Promise<readonly PlanProblem[]> {
  const targets = (type: Plan['actions'][number]['type']) => [
    ...new Set(plan.actions.flatMap((action) => (action.type === type ? [action.target] : []))),
  ]
  const relics = new Set(targets('RELIC').flatMap((target) => parseRelicTarget(target)?.relic ?? []))
  const reach = { subagents: [], relics: [...relics], workflows: targets('WORKFLOW') }
  const capabilities = await readCapabilities(projectId, reach, services)
  const { tools, schemas } = services
  return checkTargets(plan, { agent: null, capabilities, tools, hasAllTools: false, schemas })
}

import type { CurrentAgent } from '../domain/agent.ts'
import type { AgentStore } from '../domain/agent-store.ts'
import type { EvaluationRow, EvaluationStore } from '../domain/evaluation.ts'
import type { Evaluators } from '../domain/evaluator.ts'
import { maxInteger } from '../domain/row-list.ts'
import type { EngineServices } from '../engine/run/run-context.ts'

/** Services that drive evaluations. */
export interface DriveServices
  extends Pick<
    EngineServices,
    'agents' | 'runs' | 'log' | 'clock' | 'newId' | 'wakeups' | 'schemas' | 'report'
  > {
  readonly evaluations: EvaluationStore
  readonly evaluators: Evaluators
}

/** The versions of the two agents that an evaluation needs. */
export interface Cast {
  readonly agent: CurrentAgent
  /** `null`: nobody judges. */
  readonly judge: CurrentAgent | null
}

/** The agents of an evaluation, or why it cannot continue. */
export async function castOf(evaluation: EvaluationRow, { agents }: DriveServices): Promise<Cast | string> {
  const { projectId, agentId, agentVersion, judgeAgentId } = evaluation
  const newest = await agents.find(projectId, { id: agentId })
  const agent = newest && (await ofVersion(projectId, newest, agentVersion, agents))
  if (!agent) return 'The agent was archived before the evaluation ended.'
  if (judgeAgentId === null) return { agent, judge: null }
  const judge = await agents.find(projectId, { id: judgeAgentId })
  return judge ? { agent, judge } : 'The agent that judges was archived before the evaluation ended.'
}

/** An agent in a version of it; `null` where it has none such. */
export async function ofVersion(
  projectId: string,
  newest: CurrentAgent,
  version: number,
  agents: Pick<AgentStore, 'findVersion'>,
): Promise<CurrentAgent | null> {
  const isPossible = version <= maxInteger
  const definition = isPossible ? await agents.findVersion(projectId, newest.agentId, version) : null
  return definition && { ...newest, version, definition }
}

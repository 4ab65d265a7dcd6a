import type { CurrentAgent } from '../domain/agent.ts'
import type { EvaluationRow, EvaluationStore } from '../domain/evaluation.ts'
import type { Evaluators } from '../domain/evaluator.ts'
import type { EngineServices } from '../engine/run/run-context.ts'

/** Services that drive evaluations. */
export interface DriveServices
  extends Pick<EngineServices, 'runs' | 'log' | 'clock' | 'newId' | 'wakeups' | 'schemas' | 'report'> {
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
export async function castOf(
  evaluation: EvaluationRow,
  { evaluations }: DriveServices,
): Promise<Cast | string> {
  const { projectId, agentId, agentVersion, judgeAgentId } = evaluation
  const agent = await evaluations.findAgent(projectId, { id: agentId }, agentVersion)
  if (!agent) return 'The agent was archived before the evaluation ended.'
  if (judgeAgentId === null) return { agent, judge: null }
  const judge = await evaluations.findAgent(projectId, { id: judgeAgentId }, null)
  return judge ? { agent, judge } : 'The agent that judges was archived before the evaluation ended.'
}

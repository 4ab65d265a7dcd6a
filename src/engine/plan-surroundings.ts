import type { AgentDefinition } from '../domain/agent.ts'
import type { JsonObject } from '../domain/json.ts'
import type { Performers } from '../domain/performer.ts'
import type { PlanSurroundings } from './plan/checked-plan.ts'

/** What a plan may name besides its own actions: the agent's tools, models, what else is performed here, the keys of the context. */
export function planSurroundings(
  { tools }: Pick<AgentDefinition, 'tools'>,
  performers: Performers,
  context: JsonObject,
): PlanSurroundings {
  const named = new Set([...tools, 'read_output'])
  const isModel = (target: string) => target === '' || target.includes('/')
  return {
    contextKeys: new Set(Object.keys(context)),
    knows: {
      TOOL: (target) => named.has(target),
      LLM: isModel,
      DECISION: isModel,
      AGENT: (target) => performers.AGENT?.knows(target) ?? false,
      RELIC: (target) => performers.RELIC?.knows(target) ?? false,
      WORKFLOW: (target) => performers.WORKFLOW?.knows(target) ?? false,
    },
  }
}

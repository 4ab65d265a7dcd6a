import type { AgentDefinition } from '../domain/agent.ts'
import type { JsonObject } from '../domain/json.ts'
import { parseModelName } from '../domain/model.ts'
import type { Performers } from '../domain/performer.ts'
import { isToolOf } from './perform-tool.ts'
import type { PlanSurroundings } from './plan/checked-plan.ts'

/** What a plan may name besides its own actions: the agent's tools, models, what else is performed here, the keys of the context. */
export function planSurroundings(
  definition: AgentDefinition,
  performers: Performers,
  context: JsonObject,
): PlanSurroundings {
  const isTool = (target: string) => target === 'read_output' || isToolOf(target, definition)
  const isModel = (target: string) => target === '' || parseModelName(target) !== null
  return {
    contextKeys: new Set(Object.keys(context)),
    knows: {
      TOOL: isTool,
      LLM: isModel,
      DECISION: isModel,
      AGENT: (target) => definition.subagents.includes(target),
      RELIC: (target) => performers.RELIC?.knows(target) ?? false,
      WORKFLOW: (target) => definition.workflows.includes(target),
    },
  }
}

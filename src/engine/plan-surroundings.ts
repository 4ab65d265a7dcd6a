import type { AgentDefinition } from '../domain/agent.ts'
import type { JsonObject } from '../domain/json.ts'
import { parseModelName } from '../domain/model.ts'
import { parseRelicTarget } from '../domain/relic.ts'
import { isToolOf } from './perform-tool.ts'
import type { PlanSurroundings } from './plan/checked-plan.ts'

/** What a plan may name besides its own actions: the agent's tools, models, relics, subagents and workflows, the keys of the context. */
export function planSurroundings(definition: AgentDefinition, context: JsonObject): PlanSurroundings {
  const isTool = (target: string) => target === 'read_output' || isToolOf(target, definition)
  const isRelic = (target: string) => definition.relics.includes(parseRelicTarget(target)?.relic ?? '')
  const isModel = (target: string) => target === '' || parseModelName(target) !== null
  return {
    contextKeys: new Set(Object.keys(context)),
    knows: {
      TOOL: isTool,
      LLM: isModel,
      DECISION: isModel,
      AGENT: (target) => definition.subagents.includes(target),
      RELIC: isRelic,
      WORKFLOW: (target) => definition.workflows.includes(target),
    },
  }
}

import type { AgentDefinition } from '../domain/agent.ts'

/** The built-in tool that ends a LOOP flow. */
export const exitToolName = 'exit_loop'

export const spawnToolName = 'spawn_agent'

/** The built-in tool by which an agent asks for a check of its confidence (JDG-3). */
export const uncertaintyToolName = 'report_uncertainty'

/**
 * The built-in tool that reads on in a stored result. It may always be called: it refuses an id that is no reference of the conversation.
 */
export const readOutputName = 'read_output'

/** Whether an agent may call a tool: its definition names it, or brings it along. */
export function isToolOf(name: string, definition: AgentDefinition): boolean {
  const { tools, requireDoneTool, toolChoice, flowType, confidence, subagents, planner } = definition
  if (name === spawnToolName) return planner === 'TOOL_CALLS' && subagents.length > 0
  if (name === exitToolName) return flowType === 'LOOP'
  if (name === uncertaintyToolName && confidence !== null) return true
  return tools.includes(name) || (name === 'done' && (requireDoneTool || toolChoice === 'REQUIRED'))
}

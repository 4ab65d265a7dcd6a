import type { Stage, ToolName } from './stage.ts'

/** From now on a human must approve each call of the tool by the agent: a gate ACTION_APPROVAL opens. */
export function requireApproval(stage: Stage, agent: string, tool: ToolName): Promise<void> {
  return rule(stage, agent, tool, 'REQUIRE_APPROVAL')
}

/** From now on no call of the tool by the agent is made; where it is called again, a gate PERMISSION opens. */
export function deny(stage: Stage, agent: string, tool: ToolName): Promise<void> {
  return rule(stage, agent, tool, 'DENY')
}

async function rule(stage: Stage, agent: string, tool: ToolName, permission: string): Promise<void> {
  await stage.mutate('savePolicy', 'Policy', { agent, type: 'TOOL', target: `chaos_${tool}`, permission })
}

import { taken } from '../clients/graphql-client.ts'
import type { Stage, ToolName } from './stage.ts'

/** From now on a human must approve each call of the tool by the agent: a gate ACTION_APPROVAL opens. */
export async function requireApproval(stage: Stage, agent: string, tool: ToolName): Promise<void> {
  const { savePolicy } = await stage.ask<{ savePolicy: { id: string } }>(
    'mutation($input: SavePolicyInput!) { savePolicy(input: $input) { ... on Policy { id } ... on Error { code message } } }',
    { input: { agent, type: 'TOOL', target: `chaos_${tool}`, permission: 'REQUIRE_APPROVAL' } },
  )
  taken(savePolicy)
}

import type { AgentVersion } from '../../domain/agent.ts'
import type { Call } from '../../domain/permission.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { isToolOf } from '../perform-tool.ts'
import type { Permits } from '../permission.ts'
import type { RunContext } from '../run-context.ts'

/** The first of the agent's specialists that has what is called, and may call it (TAS-3); `null` where there is none. */
export async function findSpecialist(call: Call, permits: Permits, ctx: RunContext): Promise<string | null> {
  const { run, agents } = ctx
  for (const slug of run.agent.definition.specialists) {
    const agent = await agents.find(run.projectId, { slug })
    if (!agent || agent.agentId === run.agent.agentId || !has(agent, call)) continue
    const { permission } = await permits.byPolicy({ ...call, agentId: agent.agentId })
    if (permission !== 'DENY') return slug
  }
  return null
}

function has({ definition }: AgentVersion, { type, target }: Call): boolean {
  switch (type) {
    case 'TOOL':
      return isToolOf(target, definition)
    case 'RELIC':
      return definition.relics.includes(target)
    case 'WORKFLOW':
      return definition.workflows.includes(target)
    case 'AGENT':
      return definition.subagents.includes(target)
    default:
      return type satisfies never
  }
}

/** What a specialist is asked: the call as it was to be made, as material and not as an order. */
export function specialistInput({ name, type, target, parameters }: ActionRow, agent: string): string {
  const call = JSON.stringify({ [type.toLowerCase()]: target, arguments: parameters }, null, 2)
  return `The agent "${agent}" needs the result of a call that it may not make itself (${name}). Judge whether the call is proper. If it is, make it and give its result, and nothing else, as your answer. If it is not, say why.\n\n<call>\n${call}\n</call>`
}

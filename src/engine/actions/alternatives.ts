import type { AgentVersion } from '../../domain/agent.ts'
import { type Call, isControlTool, type PermittedType } from '../../domain/permission.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { isToolOf } from '../built-in-tools.ts'
import type { TargetContext } from '../run/run-context.ts'
import { namedTools } from '../tools/offered-tools.ts'
import type { Permits } from './permission.ts'

/** Maximum number of alternatives that are listed. */
const maxPermissions = 50

/** Names of the calls that the agent may make instead, marked if a person must approve them (TAS-3). */
export async function permittedNames(permits: Permits, ctx: TargetContext): Promise<readonly string[]> {
  const { agentId, definition } = ctx.run.agent
  const tools = namedTools(ctx).map(({ name }) => ({ type: 'TOOL' as const, target: name }))
  const callsTo = (type: PermittedType, names: readonly string[]) => names.map((target) => ({ type, target }))
  const known = [
    ...tools.filter((call) => !isControlTool(call)),
    ...callsTo('AGENT', definition.subagents),
    ...callsTo('WORKFLOW', definition.workflows),
    ...callsTo('RELIC', definition.relics),
  ]
  const permissions: string[] = []
  for (const call of known.slice(0, maxPermissions)) {
    const { permission } = await permits.byPolicy({ ...call, agentId, operation: null })
    if (permission === 'ALLOW') permissions.push(call.target)
    if (permission === 'REQUIRE_APPROVAL') permissions.push(`${call.target} (once a human approves)`)
  }
  return permissions
}

/** The first of the agent's specialists that has the target, and may call it (TAS-3); `null` where there is none. */
export async function findSpecialist(
  call: Call,
  permits: Permits,
  ctx: TargetContext,
): Promise<string | null> {
  const { run, agents } = ctx
  for (const slug of run.agent.definition.specialists) {
    const agent = await agents.find(run.projectId, { slug })
    if (!agent || agent.agentId === run.agent.agentId || !mayName(agent, call)) continue
    const { permission } = await permits.byPolicy({ ...call, agentId: agent.agentId })
    if (permission !== 'DENY') return slug
  }
  return null
}

function mayName({ definition }: AgentVersion, { type, target }: Call): boolean {
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

/** Input of a specialist: the denied call, quoted as material rather than given as an instruction. */
export function specialistInput({ name, type, target, parameters }: ActionRow, agent: string): string {
  const call = JSON.stringify({ [type.toLowerCase()]: target, arguments: parameters }, null, 2)
  return `The agent "${agent}" needs the result of a call that it may not make itself (${name}). Judge whether the call is proper. If it is, make it and give its result, and nothing else, as your answer. If it is not, say why.\n\n<call>\n${call}\n</call>`
}

import type { Call, PermittedType } from '../../domain/permission.ts'
import { parseRelicTarget } from '../../domain/relic.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { isNamedTool, isTakenRaw, namedTools } from '../perform-tool.ts'
import { isControlTool, type Permits } from '../permission.ts'
import type { RunContext } from '../run-context.ts'

/** The call that an action makes to the outside; `null` where it makes none, or names nothing that there is. */
export function callOf(action: ActionRow, ctx: RunContext): Call | null {
  const { agentId } = ctx.run.agent
  switch (action.type) {
    case 'TOOL': {
      const tool = ctx.tools.find(action.target)
      if (!tool || !isNamedTool(tool.name, ctx)) return null
      return { agentId, type: 'TOOL', target: action.target, operation: null }
    }
    case 'RELIC': {
      const called = parseRelicTarget(action.target)
      const { relic, operation } = called ?? { relic: action.target, operation: '' }
      return { agentId, type: 'RELIC', target: relic, operation }
    }
    case 'AGENT':
    case 'WORKFLOW':
      return { agentId, type: action.type, target: action.target, operation: null }
    case 'LLM':
    case 'DECISION':
      return null
    default:
      return action.type satisfies never
  }
}

/** Whether its arguments are what a tool takes: a call with others will be refused for that. */
export async function areArgumentsValid(
  { type, target, parameters }: ActionRow,
  ctx: RunContext,
): Promise<boolean> {
  const tool = type === 'TOOL' ? ctx.tools.find(target) : null
  return tool === null || isTakenRaw(tool, parameters) || (await tool.check(parameters)).ok
}

/** Under which denials of a call are counted. */
export function denialKey({ type, target, operation }: Call): string {
  return [type, target, operation ?? ''].join(' ')
}

/** As many alternatives are told. */
const maxTold = 50

/** What the agent may call instead, with a mark on what a human must approve (TAS-3). */
export async function permittedNames(permits: Permits, ctx: RunContext): Promise<readonly string[]> {
  const { agentId, definition } = ctx.run.agent
  const tools = namedTools(ctx).map(({ name }) => ({ type: 'TOOL' as const, target: name }))
  const others = (type: PermittedType, names: readonly string[]) => names.map((target) => ({ type, target }))
  const known = [
    ...tools.filter((call) => !isControlTool(call)),
    ...others('AGENT', definition.subagents),
    ...others('WORKFLOW', definition.workflows),
    ...others('RELIC', definition.relics),
  ]
  const told: string[] = []
  for (const call of known.slice(0, maxTold)) {
    const { permission } = await permits.byPolicy({ ...call, agentId, operation: null })
    if (permission === 'ALLOW') told.push(call.target)
    if (permission === 'REQUIRE_APPROVAL') told.push(`${call.target} (once a human approves)`)
  }
  return told
}

import type { AgentVersion } from '../../domain/agent.ts'
import {
  type Decision,
  decide,
  decideByHook,
  type RunRights,
  refuseBeyond,
} from '../../domain/decide-call.ts'
import type { JsonObject } from '../../domain/json.ts'
import {
  type Call,
  type CanExecuteTool,
  isControlTool,
  type PermittedType,
  type PolicyStore,
  type ProjectPolicies,
} from '../../domain/permission.ts'
import { parseRelicTarget } from '../../domain/relic.ts'
import { mayDelegate } from '../../domain/rights-bound.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { ClaimedRun } from '../../domain/run-store.ts'
import { isToolOf } from '../built-in-tools.ts'
import type { TargetContext } from '../run/run-context.ts'
import { isNamedTool, namedTools } from '../tools/offered-tools.ts'
import { askHook, type HookContext, type PermitCall } from './ask-hook.ts'
import { childOfRun, type SeenRun, scopeOf } from './call-scope.ts'
import { evaluateFor } from './policy-condition.ts'

/** The one permission check of the calls of a step (TAS-1). */
export interface Permits {
  /** Whether the call may be made, and by which rule. @throws the reason of the abort, never the error of a hook */
  permit(call: PermitCall): Promise<Decision>
  /** Returns the decision of the policies alone on a call of the run. */
  byPolicy(call: Call): Promise<Decision>
  /** The same for a call of a run below this one, of another agent. */
  byPolicyBelow(call: Call, agent: AgentVersion): Promise<Decision>
}

/** Parts of a run's context that the check needs. */
export type PermitContext = HookContext & {
  readonly policies: Pick<PolicyStore, 'of'>
  readonly run: Pick<ClaimedRun, 'bound'>
  readonly canExecuteTool?: CanExecuteTool
}

/**
 * Makes the check for one step: within what the run can reach at all, the hook in code decides, and where it says nothing the policies of this
 * moment do.
 */
export function createPermits(ctx: PermitContext): Permits {
  const { run } = ctx
  const rights = rightsOf(run, run.bound, () => ctx.state.context)
  let reading: Promise<ProjectPolicies> | undefined
  // Concurrent calls share a read, and so continue in their order.
  const read = () => {
    reading ??= ctx.policies.of(run.projectId).finally(() => {
      reading = undefined
    })
    return reading
  }
  const byPolicy = async (call: Call) => decide(call, rights, await read())
  return {
    byPolicy,
    byPolicyBelow: async (call, agent) =>
      decide(
        call,
        rightsOf(childOfRun(run, agent), run.bound, () => ({})),
        await read(),
      ),
    permit: async (call) => {
      call.signal.throwIfAborted()
      const beyond = refuseBeyond(call, rights)
      if (beyond) return beyond
      const hook = isControlTool(call) ? undefined : ctx.canExecuteTool
      const decided = hook ? await askHook(hook, call, ctx) : null
      if (decided === null) return byPolicy(call)
      return decideByHook(decided, call, rights, rights.bound === null ? noPolicies : await read())
    },
  }
}

/** Where no agent bounds the run, the check in code decides alone. */
const noPolicies: ProjectPolicies = { policies: [], fallback: 'ALLOW' }

/** Whose rights count for the calls of a run, and what the conditions of policies see of it. */
export function rightsOf(run: SeenRun, bound: RunRights['bound'], contextNow: () => JsonObject): RunRights {
  const above = run.ancestors.map(({ agentId, agent: slug }) => ({ agentId, slug }))
  return { agent: run.agent, above, bound, evaluate: evaluateFor(() => scopeOf(run, contextNow())) }
}

/** The call that an action makes to the outside; `null` where it makes none, or names nothing that there is. */
export function callOf(action: ActionRow, ctx: TargetContext): Call | null {
  switch (action.type) {
    case 'TOOL': {
      const tool = ctx.tools.find(action.target)
      if (!tool || !isNamedTool(tool.name, ctx)) return null
      return { type: 'TOOL', target: action.target, operation: null }
    }
    case 'RELIC': {
      const called = parseRelicTarget(action.target)
      const { relic, operation } = called ?? { relic: action.target, operation: '' }
      return { type: 'RELIC', target: relic, operation }
    }
    case 'AGENT':
    case 'WORKFLOW':
      return { type: action.type, target: action.target, operation: null }
    case 'LLM':
    case 'DECISION':
      return null
    default:
      return action.type satisfies never
  }
}

/** Under which denials of a call are counted. */
export function denialKey({ type, target, operation }: Call): string {
  return [type, target, operation ?? ''].join(' ')
}

/** Maximum number of alternatives that are listed. */
const maxPermissions = 50

/** Names of the calls that the agent may make instead, marked if a person must approve them (TAS-3). */
export async function permittedNames(permits: Permits, ctx: TargetContext): Promise<readonly string[]> {
  const { definition } = ctx.run.agent
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
    const { permission } = await permits.byPolicy({ ...call, operation: null })
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
    if (run.bound !== null && !mayDelegate(run.bound, slug)) continue
    const agent = await agents.find(run.projectId, { slug })
    if (!agent || agent.agentId === run.agent.agentId || !mayName(agent, call)) continue
    const { permission } = await permits.byPolicyBelow(call, agent)
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

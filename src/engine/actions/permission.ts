import type { AgentVersion } from '../../domain/agent.ts'
import { messageOf } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import {
  type Call,
  type CanExecuteTool,
  callPermission,
  isControlTool,
  type PermittedType,
  type PolicyStore,
  type ProjectPolicies,
  type Ruling,
  rule,
} from '../../domain/permission.ts'
import { parseRelicTarget } from '../../domain/relic.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { ClaimedRun } from '../../domain/run-store.ts'
import { rejectOnAbort, startTimeLimit } from '../../domain/time-limit.ts'
import { isToolOf } from '../built-in-tools.ts'
import type { EngineServices, TargetContext } from '../run/run-context.ts'
import type { RunSecrets } from '../run/run-secrets.ts'
import { isNamedTool, namedTools } from '../tools/offered-tools.ts'

/** A call that an action of the run is to make. */
export interface PermitCall extends Omit<Call, 'agentId'> {
  readonly parameters: Json
  /** Aborted when the action is stopped. */
  readonly signal: AbortSignal
  /** A hook that does not answer within this refuses: it holds nothing up. */
  readonly timeoutMs: number
}

/** The one permission check of the calls of a step (TAS-1). */
export interface Permits {
  /** Whether the call may be made, and by which rule. @throws the reason of the abort, never the error of a hook */
  permit(call: PermitCall): Promise<Ruling>
  /** Returns the ruling of the policies alone on a call, of this agent or another. */
  byPolicy(call: Call): Promise<Ruling>
}

/** Parts of a run's context that the check needs. */
export type PermitContext = Pick<EngineServices, 'canExecuteTool' | 'report' | 'clock'> & {
  readonly policies: Pick<PolicyStore, 'of'>
  readonly secrets: Pick<RunSecrets, 'withheld'>
  readonly run: Pick<ClaimedRun, 'id' | 'projectId'> & {
    readonly agent: Pick<AgentVersion, 'agentId' | 'slug'>
  }
}

/** Makes the check for one step: the hook in code decides, and where it says nothing the policies of this moment do. */
export function createPermits(ctx: PermitContext): Permits {
  let reading: Promise<ProjectPolicies> | undefined
  // Concurrent calls share a read, and so continue in their order.
  const read = () => {
    reading ??= ctx.policies.of(ctx.run.projectId).finally(() => {
      reading = undefined
    })
    return reading
  }
  const byPolicy = async (call: Call) => rule(call, await read())
  return {
    byPolicy,
    permit: async (call) => {
      const { type, target, operation, signal } = call
      signal.throwIfAborted()
      const hook = isControlTool(call) ? undefined : ctx.canExecuteTool
      const decided = hook ? await askHook(hook, call, ctx) : null
      if (decided !== null) return decided
      return byPolicy({ agentId: ctx.run.agent.agentId, type, target, operation })
    },
  }
}

/**
 * Returns the decision of the hook; `null` if it leaves the decision to the policies. A hook that throws or returns an invalid permission
 * refuses the call.
 */
async function askHook(hook: CanExecuteTool, call: PermitCall, ctx: PermitContext): Promise<Ruling | null> {
  const { signal, timeoutMs } = call
  const timeUp = () => new Error(`It gave no answer within ${timeoutMs} ms.`)
  const limit = startTimeLimit({ clock: ctx.clock, ms: timeoutMs, signal, timeUp })
  try {
    const answer: unknown = await rejectOnAbort(callHook(hook, call, ctx), limit.signal)
    if (answer === null || answer === undefined) return null
    const permission = callPermission.options.find((known) => known === answer)
    if (permission) return { permission, rule: 'hook', reason: null }
    return denyByHook(
      `The check in code gave ${shownAnswer(answer)}; it must give ${callPermission.options.join(', ')} or nothing.`,
    )
  } catch (error) {
    signal.throwIfAborted()
    ctx.report(`canExecuteTool failed on ${call.type} ${call.target}; the call is denied.`, error)
    return denyByHook(`The check in code failed: ${ctx.secrets.withheld(messageOf(error))}`)
  } finally {
    limit.release()
  }
}

async function callHook(hook: CanExecuteTool, call: PermitCall, { run }: PermitContext): Promise<unknown> {
  const { type, target, operation, parameters } = call
  const { id: runId, projectId, agent } = run
  // A copy, so that the call which was checked is the one that is executed.
  return hook({
    projectId,
    runId,
    agent: agent.slug,
    type,
    target,
    operation,
    parameters: structuredClone(parameters),
  })
}

function denyByHook(reason: string): Ruling {
  return { permission: 'DENY', rule: 'hook', reason }
}

function shownAnswer(answer: unknown): string {
  return typeof answer === 'string' ? `"${answer.slice(0, 100)}"` : `a value of type ${typeof answer}`
}

/** The call that an action makes to the outside; `null` where it makes none, or names nothing that there is. */
export function callOf(action: ActionRow, ctx: TargetContext): Call | null {
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

/** Under which denials of a call are counted. */
export function denialKey({ type, target, operation }: Call): string {
  return [type, target, operation ?? ''].join(' ')
}

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

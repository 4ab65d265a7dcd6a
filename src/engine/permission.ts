import type { AgentVersion } from '../domain/agent.ts'
import { messageOf } from '../domain/errors.ts'
import type { Json } from '../domain/json.ts'
import {
  type Call,
  type CanExecuteTool,
  type PolicyStore,
  type ProjectPolicies,
  permissions,
  type Ruling,
  rule,
} from '../domain/permission.ts'
import type { ClaimedRun } from '../domain/run-store.ts'
import { whenAborted } from '../domain/when-aborted.ts'
import type { EngineServices } from './run-context.ts'
import type { RunSecrets } from './run-secrets.ts'

/** A call that an action of the run is to make. */
export interface PermitCall extends Omit<Call, 'agentId'> {
  readonly parameters: Json
  /** Aborted when the action is stopped. */
  readonly signal: AbortSignal
  /** A hook that does not answer within this refuses: it holds nothing up. */
  readonly timeoutMs: number
}

/** The one permission check of what a step calls (TAS-1). */
export interface Permits {
  /** Whether the call may be made, and by which rule. Throws what aborted the signal, never what a hook throws. */
  permit(call: PermitCall): Promise<Ruling>
  /** What the policies alone say of a call, of this agent or another. */
  byPolicy(call: Call): Promise<Ruling>
}

/** What of a run's context the check needs. */
export type PermitContext = Pick<EngineServices, 'canExecuteTool' | 'report' | 'clock'> & {
  readonly policies: Pick<PolicyStore, 'of'>
  readonly secrets: Pick<RunSecrets, 'withheld'>
  readonly run: Pick<ClaimedRun, 'id' | 'projectId'> & {
    readonly agent: Pick<AgentVersion, 'agentId' | 'slug'>
  }
}

/**
 * Makes the check for one step: the hook in code decides, and where it says nothing the policies do. Those are read when the
 * first call needs them, and hold for the whole step.
 */
export function createPermits(ctx: PermitContext): Permits {
  let reading: Promise<ProjectPolicies> | undefined
  const read = () => {
    reading ??= ctx.policies.of(ctx.run.projectId).catch((error: unknown) => {
      // The next call tries again.
      reading = undefined
      throw error
    })
    return reading
  }
  const byPolicy = async (call: Call) => {
    const all = await read()
    return rule(call, isControlTool(call) ? onlyNaming(call, all) : all)
  }
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

/** By these an agent ends its work and keeps its own notes: nothing outside of its run is touched. */
const controlTools: ReadonlySet<string> = new Set([
  'done',
  'exit_loop',
  'read_output',
  'report_uncertainty',
  'todo',
])

export function isControlTool({ type, target }: Pick<Call, 'type' | 'target'>): boolean {
  return type === 'TOOL' && controlTools.has(target)
}

/** Only a policy that names it holds back what an agent ends its work with. */
function onlyNaming({ target }: Call, { policies }: ProjectPolicies): ProjectPolicies {
  return { policies: policies.filter((policy) => policy.target === target), fallback: 'ALLOW' }
}

/** What the hook decides; `null` where it leaves it to the policies. One that fails, or gives what is no permission, refuses. */
async function askHook(hook: CanExecuteTool, call: PermitCall, ctx: PermitContext): Promise<Ruling | null> {
  const { signal, timeoutMs } = call
  const ended = new AbortController()
  const late = new AbortController()
  const timer = ctx.clock.sleep(timeoutMs, AbortSignal.any([ended.signal, signal])).then(
    () => late.abort(new Error(`It gave no answer within ${timeoutMs} ms.`)),
    () => undefined, // it answered first
  )
  try {
    const inTime = whenAborted(AbortSignal.any([signal, late.signal]), ended.signal)
    const answer: unknown = await Promise.race([ask(hook, call, ctx), inTime])
    if (answer === null || answer === undefined) return null
    const permission = permissions.find((known) => known === answer)
    if (permission) return { permission, rule: 'hook', reason: null }
    return refuse(
      `The check in code gave ${nameOf(answer)}; it must give ${permissions.join(', ')} or nothing.`,
    )
  } catch (error) {
    signal.throwIfAborted()
    ctx.report(`canExecuteTool failed on ${call.type} ${call.target}; the call is denied.`, error)
    return refuse(`The check in code failed: ${ctx.secrets.withheld(messageOf(error))}`)
  } finally {
    ended.abort()
    await timer
  }
}

async function ask(hook: CanExecuteTool, call: PermitCall, { run }: PermitContext): Promise<unknown> {
  const { type, target, operation, parameters } = call
  const { id: runId, projectId, agent } = run
  // A copy: what it looked at is what is executed.
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

function refuse(reason: string): Ruling {
  return { permission: 'DENY', rule: 'hook', reason }
}

function nameOf(answer: unknown): string {
  return typeof answer === 'string' ? `"${answer.slice(0, 100)}"` : `a value of type ${typeof answer}`
}

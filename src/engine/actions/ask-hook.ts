import { messageOf } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import {
  type Call,
  type CanExecuteTool,
  callPermission,
  type PermissionRequest,
  type Ruling,
} from '../../domain/permission.ts'
import type { ClaimedRun } from '../../domain/run-store.ts'
import { rejectOnAbort, startTimeLimit } from '../../domain/time-limit.ts'
import type { EngineServices } from '../run/run-context.ts'
import type { RunSecrets } from '../run/run-secrets.ts'
import type { LiveRun } from '../run/run-state.ts'
import { type SeenRun, scopeOf } from './call-scope.ts'

/** A call that an action of the run is to make. */
export interface PermitCall extends Call {
  readonly parameters: Json
  /** Aborted when the action is stopped. */
  readonly signal: AbortSignal
  /** A hook that does not answer within this refuses: it holds nothing up. */
  readonly timeoutMs: number
}

/** Parts of a run's context that a hook sees, or that the call of it needs. */
export type HookContext = Pick<EngineServices, 'report' | 'clock'> & {
  readonly secrets: Pick<RunSecrets, 'withheld'>
  readonly run: SeenRun & Pick<ClaimedRun, 'projectId'>
  readonly state: Pick<LiveRun, 'context'>
}

/**
 * Returns the decision of the hook; `null` if it leaves the decision to the policies. A hook that throws or returns an invalid permission
 * refuses the call.
 */
export async function askHook(
  hook: CanExecuteTool,
  call: PermitCall,
  ctx: HookContext,
): Promise<Ruling | null> {
  const { signal, timeoutMs } = call
  const timeUp = () => new Error(`It gave no answer within ${timeoutMs} ms.`)
  const limit = startTimeLimit({ clock: ctx.clock, ms: timeoutMs, signal, timeUp })
  try {
    const answer: unknown = await rejectOnAbort(callHook(hook, call, ctx), limit.signal)
    if (answer === null || answer === undefined) return null
    const permission = callPermission.options.find((known) => known === answer)
    if (permission) return { permission, rule: 'hook', ruleAgent: null, reason: null }
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

async function callHook(hook: CanExecuteTool, call: PermitCall, ctx: HookContext): Promise<unknown> {
  const { type, target, operation, parameters } = call
  const { id: runId, projectId, agent } = ctx.run
  const { caller, run, ancestors, context } = scopeOf(ctx.run, ctx.state.context)
  let copy: PermissionRequest['context'] | undefined
  // Copies, so that the call which was checked is the one that is executed.
  return hook({
    ...{ projectId, runId, agent: agent.slug, type, target, operation },
    parameters: structuredClone(parameters),
    ...{ caller: { ...caller }, run, ancestors },
    // It may be large, and most hooks do not look at it.
    get context() {
      copy ??= structuredClone(context)
      return copy
    },
  })
}

function denyByHook(reason: string): Ruling {
  return { permission: 'DENY', rule: 'hook', ruleAgent: null, reason }
}

function shownAnswer(answer: unknown): string {
  return typeof answer === 'string' ? `"${answer.slice(0, 100)}"` : `a value of type ${typeof answer}`
}

import type { JsonObject } from '../../domain/json.ts'
import type { AncestorRun, CallingRun, RunCaller } from '../../domain/permission.ts'
import type { Ancestor, RunScope } from '../../domain/run-scope.ts'

/** What the hook and the conditions of policies see of the run that makes a call. */
export interface CallScope {
  readonly caller: RunCaller
  readonly run: CallingRun
  /** From the root to the parent. */
  readonly ancestors: readonly AncestorRun[]
  /** As it is at this moment. */
  readonly context: JsonObject
}

/** What of a run its scope is made of. */
export type SeenRun = Omit<RunScope, 'bound' | 'context'>

export function scopeOf(seen: SeenRun, context: JsonObject): CallScope {
  const { id, rootId, parentId, depth, agent, sessionKey, caller, ancestors } = seen
  const run = { id, rootId, parentId, depth, agent: agent.slug, agentVersion: agent.version, sessionKey }
  return { caller, run, ancestors: ancestors.map(withoutId), context }
}

/** A run of another agent below this one, which has not begun: it has no id yet, and no context. */
export function childOfRun(run: SeenRun, agent: SeenRun['agent']): SeenRun {
  const { id, rootId, depth, caller } = run
  return {
    ...{ id: '', rootId, parentId: id, depth: depth + 1, sessionKey: null, caller, agent },
    ancestors: [...run.ancestors, asAncestor(run)],
  }
}

function asAncestor({ id: runId, agent: { agentId, slug, version } }: SeenRun): Ancestor {
  return { runId, agentId, agent: slug, agentVersion: version }
}

function withoutId({ agentId: _id, ...ancestor }: Ancestor): AncestorRun {
  return ancestor
}

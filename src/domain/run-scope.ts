import type { AgentVersion } from './agent.ts'
import type { Json } from './json.ts'
import type { AncestorRun, RunCaller } from './permission.ts'
import type { RightsBound } from './rights-bound.ts'

/** What the hook, the policies and their conditions see of a run (TAS-1, TAS-12). */
export interface RunScope {
  readonly id: string
  readonly rootId: string
  readonly parentId: string | null
  readonly depth: number
  readonly sessionKey: string | null
  readonly agent: Pick<AgentVersion, 'agentId' | 'slug' | 'version'>
  /** Who asked for its tree. */
  readonly caller: RunCaller
  /** The runs above, from the root to the parent. */
  readonly ancestors: readonly Ancestor[]
  /** The agent beyond whose rights it and the runs below it cannot reach; `null`: there is none. */
  readonly bound: RightsBound | null
  readonly context: Json
}

/** A run above another one, with the agent whose policies may hold for that (TAS-10). */
export interface Ancestor extends AncestorRun {
  readonly agentId: string
}

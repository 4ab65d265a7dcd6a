import type { Json } from './json.ts'

/** Results of deterministic actions, for others of the project that do the same (DAG-9). */
export interface ActionCache {
  /** `null` where there is none, or it has expired. */
  find(
    projectId: string,
    hash: string,
  ): Promise<{ readonly output: Json; readonly sealed: string | null } | null>
  put(entry: {
    readonly projectId: string
    /** The tree of the run that stores it: the entry is deleted with it. */
    readonly rootId: string
    readonly hash: string
    readonly output: Json
    /** The output, encrypted, where it holds a secret; `null`: it holds none. */
    readonly sealed: string | null
    readonly ttlMs: number
  }): Promise<void>
}

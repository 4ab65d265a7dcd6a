import type { Json } from './json.ts'

/** Results of deterministic actions, for others of the project that do the same (DAG-9). */
export interface ActionCache {
  /** `null` where there is none, or it has expired. */
  find(projectId: string, hash: string): Promise<{ readonly output: Json } | null>
  put(entry: {
    readonly projectId: string
    readonly hash: string
    readonly output: Json
    readonly ttlMs: number
  }): Promise<void>
}

import type pg from 'pg'

/**
 * The first keys of the advisory locks that are taken in pairs; the second is a worker's own, a project's by its hash, or one of a
 * few. The data folder's, those of migrations and the one of src/database/same-database.ts (7782) have numbers of their own.
 */
export const lockSpaces = {
  /** Held by each worker for as long as it lives. */
  workers: 7777,
  bindings: 7778,
  policies: 7779,
  webhooks: 7780,
  schedules: 7781,
  keys: 7783,
  dataSets: 7785,
  evaluations: 7786,
  agentSets: 7787,
  files: 7788,
  eventTriggers: 7789,
  eventSources: 7794,
} as const

/** The locks of those of whom one is active at a time; in the space of bindings, whose hashes miss them. */
export const monitorLock = [lockSpaces.bindings, 1] as const
export const retentionLock = [lockSpaces.bindings, 2] as const
export const importLock = [lockSpaces.bindings, 3] as const
export const partitionsLock = [lockSpaces.bindings, 4] as const
export const purgeLock = [lockSpaces.bindings, 5] as const

type Space = Exclude<keyof typeof lockSpaces, 'workers'>

/** Waits until nobody else in the space works on the project; to the end of the transaction. */
export async function lockProject(client: pg.PoolClient, space: Space, projectId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [lockSpaces[space], projectId])
}

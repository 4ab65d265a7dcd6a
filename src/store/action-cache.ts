import type pg from 'pg'
import type { ActionCache } from '../domain/action-cache.ts'
import type { Json } from '../domain/json.ts'

/** The results of actions, in PostgreSQL. */
export function createActionCache(pool: pg.Pool): ActionCache {
  return {
    async find(projectId, hash) {
      const { rows } = await pool.query<{ output: Json; sealed: string | null }>(
        `select output, sealed from "ActionCache" where "projectId" = $1 and hash = $2 and "expiresAt" > clock_timestamp()`,
        [projectId, hash],
      )
      return rows[0] ?? null
    },

    async put({ projectId, rootId, hash, output, sealed, ttlMs }) {
      await pool.query(
        `insert into "ActionCache" ("projectId", hash, output, sealed, "expiresAt", "rootId")
         values ($1, $2, $3, $4, clock_timestamp() + $5::float8 * interval '1 millisecond', $6)
         on conflict ("projectId", hash)
         do update set output = excluded.output, sealed = excluded.sealed, "expiresAt" = excluded."expiresAt", "rootId" = excluded."rootId"`,
        [projectId, hash, JSON.stringify(output), sealed, ttlMs, rootId],
      )
    },
  }
}

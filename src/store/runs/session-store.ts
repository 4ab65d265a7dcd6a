import type pg from 'pg'
import type { SessionStore } from '../../domain/run-store.ts'

/** The rows of sessions, in PostgreSQL. */
export function createSessionStore({
  pool,
  newId,
}: {
  readonly pool: pg.Pool
  readonly newId: () => string
}): SessionStore {
  return {
    remember: async (projectId, key, memory) => {
      const { rows } = await pool.query<{ sessionId: string }>(
        `insert into "Session" (id, "projectId", key, memory) values ($1, $2, $3, $4)
         on conflict ("projectId", key) do update set memory = excluded.memory returning id as "sessionId"`,
        [newId(), projectId, key, memory],
      )
      if (!rows[0]) throw new Error(`Session ${key} was neither inserted nor found.`)
      return rows[0]
    },
  }
}

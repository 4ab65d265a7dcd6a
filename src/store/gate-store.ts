import type pg from 'pg'
import type { GateRow, GateStore } from '../domain/gate.ts'

/** The rows of gates, in PostgreSQL. */
export function createGateStore(pool: pg.Pool): GateStore {
  return {
    open: async (runId) => {
      const { rows } = await pool.query<GateRow>(
        `select * from "Gate" where "runId" = $1 and status = 'OPEN' order by "createdAt", id`,
        [runId],
      )
      return rows
    },
  }
}

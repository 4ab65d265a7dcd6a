import type pg from 'pg'
import type { Json } from '../../src/domain/json.ts'

/** A row for `table`: what stands in its columns. */
export interface BareRow {
  readonly runId: string
  readonly seq: number
  readonly type: string
  readonly at: Date
  readonly data: Json
}

/** The least that makes rows durable in groups: one multi-row insert per flush, no fence, no numbering, no lease. */
export async function createBareGroupCommit(pool: pg.Pool, table: string) {
  await pool.query(
    `create table if not exists ${table} ("runId" uuid, seq int, type text, at timestamptz, data jsonb, primary key ("runId", seq))`,
  )
  const text = `insert into ${table} select * from unnest($1::uuid[], $2::int[], $3::text[], $4::timestamptz[], $5::jsonb[])`
  let waiting: { row: BareRow; resolve: () => void; reject: (error: unknown) => void }[] = []
  let draining = false

  async function drain(): Promise<void> {
    await null
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      const rows = group.map((item) => item.row)
      const values = [
        rows.map((row) => row.runId),
        rows.map((row) => row.seq),
        rows.map((row) => row.type),
        rows.map((row) => row.at),
        rows.map((row) => JSON.stringify(row.data)),
      ]
      try {
        await pool.query({ name: `bare-${table}`, text, values })
        for (const item of group) item.resolve()
      } catch (error) {
        for (const item of group) item.reject(error)
      }
    }
    draining = false
  }

  return (row: BareRow): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ row, resolve, reject })
      if (draining) return
      draining = true
      void drain()
    })
}

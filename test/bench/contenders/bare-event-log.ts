import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createBareGroupCommit } from '../bare-group-commit.ts'
import { type OpenContender, repeat } from '../contender.ts'

const text = 'a few words of text '

/** Events durable in groups, with nothing besides. */
export const open: OpenContender = async ({ connectionString }) => {
  const pool = new pg.Pool({ connectionString })
  const write = await createBareGroupCommit(pool, 'bare_event')
  return {
    measure: (extent) => {
      const runs = Array.from({ length: extent.size }, () => randomUUID())
      return repeat(extent, (producer, seq) => {
        const runId = runs[producer] ?? ''
        const data = { messageId: runId, offset: seq, text }
        return write({ runId, seq, type: 'TextDelta', at: new Date(), data })
      })
    },
    close: () => pool.end(),
  }
}

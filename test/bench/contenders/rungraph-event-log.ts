import { openDatabase } from '../../../src/database/connect.ts'
import { createLocalWakeups } from '../../../src/live/local-wakeups.ts'
import { createRunLog } from '../../../src/log/run-log.ts'
import { dispatchOf } from '../../support/dispatch.ts'
import { insertRuns, pastAgent } from '../bench-database.ts'
import { type OpenContender, repeat } from '../contender.ts'

const text = 'a few words of text '

/** Events in the log of runs: fenced, numbered without a gap, the lease renewed with them. */
export const open: OpenContender = async ({ connectionString }) => {
  const { pool, close } = await openDatabase(connectionString)
  const agent = await pastAgent(pool)
  const log = createRunLog({
    dispatch: dispatchOf(pool),
    pool,
    wakeups: createLocalWakeups(),
    leaseMs: 10_000,
    now: Date.now,
    report: console.error,
  })
  return {
    measure: async (extent) => {
      const runs = await insertRuns(pool, { ...agent, count: extent.size, status: 'RUNNING' })
      return repeat(extent, (producer, turn) => {
        const runId = runs[producer] ?? ''
        const data = { messageId: runId, offset: turn, text }
        const event = { type: 'TextDelta', stepNumber: 1, data } as const
        return log.commit({ runId, epoch: 1, from: ['RUNNING'], events: [event] })
      })
    },
    close: async () => {
      await log.settled()
      await close()
    },
  }
}

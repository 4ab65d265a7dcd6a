import { createLocalWakeups } from '../../src/live/local-wakeups.ts'
import { createRunLog } from '../../src/store/log/run-log.ts'
import { dispatchOf } from '../support/dispatch.ts'
import { createBareGroupCommit } from './bare-group-commit.ts'
import { type BenchDatabase, insertRuns } from './bench-database.ts'
import type { Result } from './result.ts'
import { inRounds, perSecond } from './rounds.ts'

const text = 'a few words of text '

/** B. Small events from many producers, each waiting for its own to be durable, against a bare multi-row insert. */
export async function benchEventLog(
  database: BenchDatabase,
  { rounds, ms }: { readonly rounds: number; readonly ms: number },
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const producers of [1, 50, 500]) {
    const figures = await inRounds([bare(database, producers, ms), rungraph(database, producers, ms)], rounds)
    results.push({
      work: `B  event log, ${producers} ${producers === 1 ? 'producer' : 'producers'}`,
      unit: 'events/s',
      figures,
      ratio: figures.rungraph / figures.bare,
      // One producer's goal is in latency: at most 1.5 bare commits.
      goal: producers === 1 ? 1 / 1.5 : 0.6,
    })
  }
  return results
}

function bare({ pool, projectId, agentId }: BenchDatabase, producers: number, ms: number) {
  return {
    name: 'bare',
    measure: async () => {
      const runs = await insertRuns(pool, { projectId, agentId, count: producers, status: 'RUNNING' })
      const write = await createBareGroupCommit(pool, 'bare_event')
      return perSecond(producers, ms, (producer, seq) => {
        const runId = runs[producer] ?? ''
        return write({
          runId,
          seq,
          type: 'TextDelta',
          at: new Date(),
          data: { messageId: runId, offset: seq, text },
        })
      })
    },
  } as const
}

function rungraph({ pool, projectId, agentId }: BenchDatabase, producers: number, ms: number) {
  return {
    name: 'rungraph',
    measure: async () => {
      const runs = await insertRuns(pool, { projectId, agentId, count: producers, status: 'RUNNING' })
      const wakeups = createLocalWakeups()
      const log = createRunLog({
        dispatch: dispatchOf(pool),
        pool,
        wakeups,
        leaseMs: 10_000,
        now: Date.now,
        report: console.error,
      })
      return perSecond(producers, ms, (producer, turn) => {
        const runId = runs[producer] ?? ''
        const data = { messageId: runId, offset: turn, text }
        const event = { type: 'TextDelta', stepNumber: 1, data } as const
        return log.commit({ runId, epoch: 1, from: ['RUNNING'], events: [event] })
      })
    },
  } as const
}

import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sequence } from '../../src/models/scripted.ts'
import { createFakeClock } from '../../src/testing/fake-clock.ts'
import { type BenchDatabase, openBenchDatabase } from '../bench/bench-database.ts'
import { countStatements, type TurnCost, turnCost } from '../bench/turn-cost.ts'
import { createTestEngine } from '../support/engine.ts'

/**
 * Budget of one turn of the loop, counted by PostgreSQL and in the process: no noise of the machine is in it. A change that exceeds it says why, and raises
 * the figure here; the figure goes down with each saving. The run of 11 turns is that of `npm run bench`, trigger and end included.
 */
const budgets = {
  'one run at a time': {
    extent: { runs: 10, atATime: 1 },
    most: {
      // 1.71 and 1.43 on a quiet machine. An entry waits 3 ms for others: on a busy one it is sometimes a commit of its own.
      statements: 2.5,
      commits: 2,
      rowsInserted: 6.5,
      rowsUpdated: 2.2,
      indexEntries: 37,
      walRecords: 38,
      // 8,430: the log has each row as its commit left it, not compressed, and the tables have them once more.
      walBytes: 9_200,
      // 202, 13.9, 54.3 and 3. Each cell of JSON is serialised by itself, which takes as long as all rows at once.
      promises: 220,
      serializations: 15.2,
      patternTests: 60,
      abortControllers: 3.3,
    },
  },
  'fifty runs at a time': {
    extent: { runs: 100, atATime: 50 },
    most: {
      // 0.2, 0.2 and 1.2, on a busy machine, where fewer entries meet in a commit.
      statements: 0.3,
      commits: 0.3,
      rowsInserted: 6.5,
      rowsUpdated: 2.2,
      indexEntries: 37,
      walRecords: 38,
      walBytes: 9_200,
      // 169, 13.7, 54.3 and 3; more of the first two where fewer entries meet in a commit.
      promises: 215,
      serializations: 15,
      patternTests: 60,
      abortControllers: 3.3,
    },
  },
} as const

describe('the budget of a turn', () => {
  let database: BenchDatabase
  beforeAll(async () => {
    database = await openBenchDatabase({ pastRuns: 100 })
  })
  afterAll(() => database.close())

  test.each(Object.entries(budgets))('is kept: %s', async (_name, { extent, most }) => {
    const cost = await turnCost(database, extent)
    const names = Object.keys(most) as (keyof typeof most & keyof TurnCost)[]
    const beyond = names.filter((name) => cost[name] > most[name])
    expect(beyond.map((name) => `${name}: ${cost[name].toFixed(2)} of ${most[name]}`)).toEqual([])
    // Each update of a run's row leaves its indexes alone, but for those that begin and end it: 0.2 of all on a quiet machine.
    expect((cost.rowsUpdated - cost.hotUpdates) / cost.rowsUpdated).toBeLessThan(0.4)
  })
})

describe('the budget of a trigger', () => {
  /** One message: its statements are planned once on a connection. */
  const beginning = 'begin; set local plan_cache_mode = force_generic_plan'
  let database: BenchDatabase
  beforeAll(async () => {
    database = await openBenchDatabase({ pastRuns: 100 })
  })
  afterAll(() => database.close())

  /** What the trigger itself sends, up to its commit, on a worker with so many slots. The clock stands still: nobody polls meanwhile. */
  async function sentBy(slots: number): Promise<readonly string[]> {
    const engine = await createTestEngine(database, { concurrency: slots, clock: createFakeClock() })
    const sent = countStatements()
    try {
      const agent = await engine.define(sequence({ text: 'Done.' }))
      const trigger = () =>
        engine.operations.triggerRun({
          projectId: engine.project.id,
          agent,
          input: 'Do it.',
          idempotencyKey: uuidv7(),
        })
      // After the first one the worker knows that its queue is empty.
      await trigger()
      await expect.poll(() => sent.take()).toEqual([])
      await trigger()
      const own = sent.take().filter((name) => /^(rungraph|begin|commit)/.test(name))
      return own.slice(0, own.indexOf('commit') + 1)
    } finally {
      sent.stop()
      await engine.close()
    }
  }

  test('RUN-1 is five statements where a worker of the process has a slot', async () => {
    expect(await sentBy(5)).toEqual([
      'rungraph-agent-by-slug',
      beginning,
      'rungraph-lock-idle-projects',
      'rungraph-insert-runs',
      'commit',
    ])
  })

  test('RUN-1 is four statements, and the insertion of its job, where none has', async () => {
    // The queue of tests is in memory.
    expect(await sentBy(0)).toEqual(['rungraph-agent-by-slug', beginning, 'rungraph-insert-runs', 'commit'])
  })
})

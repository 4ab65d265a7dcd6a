import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import type { Run } from '../stage/run.ts'

const runs = 20
/** So often is each run taken away from its owner; one whose owners die more often without getting anywhere is given up. */
const thefts = 3

/**
 * Each run is claimed while its owner is alive and at work: the suite lets its lease run out, and all workers try to claim it. The process
 * that claims makes the call of the run, so that the calls count the claims.
 */
export default {
  number: 7,
  title: 'all workers reach for the same runs, whose owners live',
  promises: ['DUR-2', 'TAS-5'],
  workers: 3,
  async run({ stage, figure }) {
    const agent = await stage.createAgent()
    const over = Promise.withResolvers<void>()
    const started = await Promise.all(
      Array.from({ length: runs }, (_, index) => {
        stage.onCall(`work-${index}`, () => over.promise)
        return stage.trigger({
          agent,
          model: stage.oneCall('idempotent', `work-${index}`, 'Done.'),
          isFollowed: index % 4 === 0,
        })
      }),
    )
    const callsOf = (index: number) => stage.callsOf(`work-${index}`)
    await Promise.all(started.map((_, index) => stage.nthCall(`work-${index}`, 1)))

    for (let epoch = 1; epoch <= thefts; epoch++) {
      const beganAt = performance.now()
      await Promise.all(started.map((run) => steal(run, epoch)))
      await Promise.all(started.map((_, index) => stage.nthCall(`work-${index}`, epoch + 1)))
      figure('takeover', performance.now() - beganAt)
    }

    // Its former owners have noticed that it has another owner, and aborted their calls.
    for (const index of started.keys())
      await eventually(() => callsOf(index).filter(({ closedAt }) => closedAt === null).length === 1, {
        what: `one call of work-${index} is left`,
      })
    over.resolve()
    for (const [index, run] of started.entries()) {
      const { status, epoch, recoveries } = await run.untilStopped()
      assert.deepEqual(
        { status, epoch, recoveries },
        { status: 'COMPLETED', epoch: thefts + 1, recoveries: thefts },
      )
      const made = callsOf(index)
      assert.equal(made.length, thefts + 1, 'each claim made one call')
      assert.equal(new Set(made.map(({ idempotencyKey }) => idempotencyKey)).size, 1)
      assert.deepEqual(
        made.map(({ wasLeft }) => wasLeft),
        made.map((_, nth) => nth < thefts),
        'only the last owner heard the answer',
      )
    }

    /** Lets the lease run out until somebody has claimed the run anew: its owner may renew it before anybody looks. */
    async function steal(run: Run, epoch: number): Promise<void> {
      await eventually(
        async () => {
          await stage.database.rows(
            `update "Run" set "leaseExpiresAt" = clock_timestamp() - interval '1 second' where id = $1 and epoch = $2`,
            [run.id, epoch],
          )
          return (await run.state()).epoch > epoch
        },
        { what: `the run ${run.marker} is claimed anew`, everyMs: 100 },
      )
    }
  },
} satisfies Scenario

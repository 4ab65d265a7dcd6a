import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { calls, inTurns, says } from '../servers/replies.ts'

const runs = 12
/** Hints go out 20 ms after a commit: the death comes within some of them. */
const killWithinMs = 60
/** A reader that hears no hint looks after at most so long, and then needs a moment on a busy machine. */
const pollWithinMs = 3_000

/**
 * The only worker dies when it has just committed, before its wakeups arrive. Nobody continues its runs, so that readers receive the rows
 * of the table only by their own polls.
 */
export default {
  number: 4,
  title: 'a worker dies between a commit and its hint',
  promises: ['EVT-1', 'EVT-2', 'DUR-1'],
  async run({ openStage, random, figure }) {
    const stage = await openStage({ workers: 1 })
    const agent = await stage.createAgent()
    const opened = Promise.withResolvers<void>()
    const started = await Promise.all(
      Array.from({ length: runs }, (_, index) => {
        stage.onCall(`look-${index}`, () => opened.promise)
        return stage.trigger({
          agent,
          model: inTurns(
            calls(stage.call('read', `look-${index}`)),
            says('A few words. '.repeat(10), { chunkDelayMs: 5 }),
          ),
        })
      }),
    )
    await Promise.all(started.map((_, index) => stage.nthCall(`look-${index}`, 1)))

    const locksBefore = await countLivenessLocks()
    opened.resolve()
    await delay(random() * killWithinMs)
    await stage.cluster.workers[0]?.kill()
    const diedAt = performance.now()

    // Transactions that it had sent are committed or gone when its sessions are closed.
    await eventually(async () => (await countLivenessLocks()) < locksBefore, {
      what: 'the sessions of the dead worker end',
    })
    const written = await Promise.all(started.map((run) => run.state()))
    for (const [index, run] of started.entries())
      for (const follower of run.followers)
        await eventually(() => follower.seq >= (written[index]?.lastSeq ?? 0), {
          what: `the ${follower.transcript.client} client is given what was committed`,
          withinMs: pollWithinMs,
        })
    figure('catching up', performance.now() - diedAt)

    await stage.cluster.start('worker')
    const ended = await Promise.all(started.map((run) => run.untilStopped()))
    assert.ok(ended.every(({ status }) => status === 'COMPLETED'))

    /** Each process holds a lock that says that it lives. */
    async function countLivenessLocks(): Promise<number> {
      const [row] = await stage.database.rows<{ count: number }>(
        `select count(*)::int as count from pg_locks where locktype = 'advisory' and database = (
           select oid from pg_database where datname = current_database())`,
      )
      return row?.count ?? 0
    }
  },
} satisfies Scenario

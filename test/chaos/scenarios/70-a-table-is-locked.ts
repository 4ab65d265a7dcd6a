import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { calls, inTurns, says } from '../servers/replies.ts'

/** Longer than a statement waits for a lock. */
const lockedMs = 12_000
/** Time within which runs end after it. */
const endsWithinMs = 20_000

export default {
  number: 70,
  title: 'a table is locked, and a commit that waits for it is rejected',
  promises: ['DUR-1', 'DUR-2', 'EVT-1', 'RUN-3', 'TAS-5'],
  async run({ stage, random, note }) {
    const agent = await stage.createAgent()
    stage.onCall('pay', (_, nth) => ({ paid: nth }))
    // The lock that an index takes while it is made, or a commit that an operator ends while it waits.
    const isEnded = random() < 0.5
    note(isEnded ? 'Commits that wait are ended.' : 'The lock stays until they give up.')
    const gone = lock(isEnded ? lockedMs / 3 : lockedMs)
    await eventually(async () => (await locks('granted')).length > 0, { what: 'the table is locked' })
    const runs = await Promise.all(
      [1, 2, 3, 4].map(() =>
        stage.trigger({
          agent,
          model: inTurns(
            says('First this. '.repeat(5)),
            calls(stage.call('once', 'pay')),
            says('All of it is said.'),
          ),
        }),
      ),
    )
    if (isEnded) await endWaiting()
    await gone
    const ended = await Promise.all(runs.map((run) => run.untilStopped(endsWithinMs)))
    assert.deepEqual(
      ended.map(({ status }) => status),
      runs.map(() => 'COMPLETED'),
    )

    async function lock(ms: number): Promise<void> {
      const statement = `do $$ begin lock table "Message" in access exclusive mode; perform pg_sleep(${ms / 1_000}); end $$`
      await stage.database.rows(statement)
    }

    /** The processes of the server with locks on the table. */
    function locks(which: 'granted' | 'not granted'): Promise<{ pid: number }[]> {
      return stage.database.rows(
        `select pid from pg_locks where relation = '"Message"'::regclass and ${which}`,
      )
    }

    async function endWaiting(): Promise<void> {
      await eventually(async () => (await locks('not granted')).length > 0, { what: 'a commit waits' })
      const pids = (await locks('not granted')).map(({ pid }) => pid)
      await stage.database.rows('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])
    }
  },
} satisfies Scenario

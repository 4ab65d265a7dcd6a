import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.ts'
import { endsOf, nobodyAsks, planned } from '../stage/plans.ts'
import type { Run } from '../stage/run.ts'
import type { ToolName } from '../stage/stage.ts'

/** Of a run that has ended, and of one whose parent goes on: nobody waits for the call, and somebody ends it all the same. */
export default {
  number: 52,
  title: 'a worker dies in calls that were fired, after the end of their run',
  promises: ['DAG-4', 'DUR-1', 'DUR-2', 'TAS-5', 'RUN-9'],
  workers: 3,
  async run({ stage }) {
    const agent = await stage.createAgent({ planner: 'PLAN', protocolMode: 'STRICT' })
    const names = ['repeated', 'unknown'] as const
    for (const name of names)
      stage.onCall(name, () =>
        stage.callsOf(name).length === 1 ? new Promise(() => undefined) : Promise.resolve({ ok: true }),
      )
    const fire = (name: (typeof names)[number], tool: ToolName) =>
      stage.trigger({
        agent,
        model: nobodyAsks,
        // Who followed it live has left when its fired call ends.
        isFollowed: false,
        more: {
          plan: {
            actions: [
              planned(stage, name, { tool, mode: 'FIRE_AND_FORGET' }),
              planned(stage, `${name}-beside`),
            ],
          },
        },
      })
    const runs = await Promise.all([fire('repeated', 'idempotent'), fire('unknown', 'once')])
    const fired = await Promise.all(names.map((name) => stage.nthCall(name, 1)))
    for (const run of runs) assert.equal((await run.untilStopped()).status, 'COMPLETED')
    assert.deepEqual(await Promise.all(runs.map(isSettled)), [false, false], 'the fired calls go on')

    await stage.killCallers(fired)

    // What was fired is ended by another worker, which then releases the run.
    for (const run of runs) await run.untilSettled()
    const ends = await Promise.all(runs.map((run) => endsOf(stage, run)))
    assert.deepEqual(
      ends.map(([first]) => [first?.status, first?.errorCode]),
      [
        ['SUCCEEDED', null],
        ['FAILED', 'OUTCOME_UNKNOWN'],
      ],
    )
    const [repeated, unknown] = names.map((name) => stage.callsOf(name))
    assert.equal(unknown?.length, 1, 'no call was made again that must not be')
    assert.equal(repeated?.length, 2)
    assert.equal(repeated?.[0]?.idempotencyKey, repeated?.[1]?.idempotencyKey)

    async function isSettled({ id }: Run): Promise<boolean> {
      const [row] = await stage.database.rows<{ settled: boolean }>(
        'select "settledAt" is not null as settled from "Run" where id = $1',
        [id],
      )
      return row?.settled === true
    }
  },
} satisfies Scenario

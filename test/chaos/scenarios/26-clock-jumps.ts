import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { ClockFile } from '../servers/clock-file.ts'
import { clusterLeaseMs } from '../servers/cluster.ts'
import type { Run } from '../stage/run.ts'

const hourS = 3_600
/** Of a run that never ends on its own, in elapsed time. */
const timeoutMs = 4_000
/** For the last words, and for a machine that is busy with everything else. */
const slackMs = 6_000
/** More than anything here takes, and far less than the clock jumps. */
const wholeMs = 120_000
const more = 6

/**
 * The wall clock of a worker jumps an hour ahead or back while it owns runs and another worker looks for runs without an owner; the
 * database's clock stays. Only elapsed time counts.
 */
export default {
  number: 26,
  title: 'the clock of a worker jumps by an hour',
  promises: ['DUR-2', 'LIM-4', 'EVT-1'],
  async run({ openStage, random, note }) {
    const clock = await ClockFile.open()
    const stage = await openStage({ apis: 1, workers: 0 })
    try {
      const jumping = await stage.cluster.start('worker', clock.env)
      const agent = await stage.createAgent()
      const opened = Promise.withResolvers<void>()
      stage.onCall('held', () => opened.promise)
      stage.onCall('endless', () => new Promise(() => undefined))
      const held = await trigger('held', wholeMs)
      const endless = await trigger('endless', timeoutMs)
      const [first] = await Promise.all(['held', 'endless'].map((name) => stage.nthCall(name, 1)))
      const beganAt = performance.now()
      assert.equal(first?.pid, jumping.pid)

      const offsetS = random() < 0.5 ? hourS : -hourS
      note(`the clock jumps by ${offsetS} s`)
      await clock.set(offsetS)
      const [, endedAfter] = await Promise.all([
        stage.cluster.start('worker').then(() => delay(clusterLeaseMs + 1_000)),
        untilSilent(endless).then(() => performance.now() - beganAt),
      ])
      assert.ok(endedAfter > timeoutMs - 1_000, `its time was up after ${endedAfter} ms`)
      assert.ok(endedAfter < timeoutMs + slackMs, `its time was up after ${endedAfter} ms`)
      const { status, reason } = await endless.state()
      assert.deepEqual({ status, reason }, { status: 'PAUSED', reason: 'TIMEOUT' })

      const others = await Promise.all(
        Array.from({ length: more }, (_, nth) => trigger(`more-${nth}`, wholeMs)),
      )
      opened.resolve()
      for (const run of [held, ...others]) {
        const { status, epoch, recoveries } = await run.untilStopped()
        assert.deepEqual({ status, epoch, recoveries }, { status: 'COMPLETED', epoch: 1, recoveries: 0 })
      }
      for (const run of stage.runs) await checkDuration(run)

      function trigger(call: string, timeoutMs: number): Promise<Run> {
        const model = stage.oneCall('read', call, 'It is over.')
        return stage.trigger({ agent, model, more: { timeoutMs } })
      }

      async function checkDuration(run: Run): Promise<void> {
        const [row] = await stage.database.rows<{ durationMs: number | null }>(
          'select "durationMs" from "Run" where id = $1',
          [run.id],
        )
        const ms = Number(row?.durationMs)
        assert.ok(ms >= 0 && ms < wholeMs, `run ${run.marker} is said to have taken ${ms} ms`)
      }
    } finally {
      await clock.close()
    }
  },
} satisfies Scenario

async function untilSilent(run: Run): Promise<void> {
  await eventually(async () => !['RUNNING', 'QUEUED'].includes((await run.state()).status), {
    ...{ what: `${run.marker} comes to rest`, withinMs: 30_000, everyMs: 50 },
  })
}

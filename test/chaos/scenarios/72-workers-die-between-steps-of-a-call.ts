import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import type { Run } from '../stage/run.ts'
import type { ToolName } from '../stage/stage.ts'

const steps = ['first', 'second', 'third'] as const
const callsAtOnce = 6
/** A worker dies so soon after a step came back: before, while or after its result is in the log. */
const killWithinMs = 30

/** Calls of an effect that may happen once, in steps: what is in the log is not done again, and what is not known is not repeated. */
export default {
  number: 72,
  title: 'workers die in the steps of a call, and between them',
  promises: ['TAS-13', 'TAS-5'],
  async run({ stage, random }) {
    const agent = await stage.createAgent()
    const tool: ToolName = 'steps'
    const calls = Array.from({ length: callsAtOnce }, (_, nth) => `order-${nth}`)
    // Half of the second steps are running when their worker dies, half have just come back.
    const isHeld = (nth: number) => nth % 2 === 0
    for (const [nth, call] of calls.entries())
      if (isHeld(nth))
        stage.onCall(`${call}/second`, (_, times) => (times === 1 ? new Promise(() => undefined) : { times }))
    const runs = await Promise.all(
      calls.map((call) => stage.trigger({ agent, model: stage.oneCall(tool, call, 'It is over.') })),
    )
    const seconds = await Promise.all(calls.map((call) => stage.nthCall(`${call}/second`, 1, 30_000)))
    await delay(random() * killWithinMs)
    await stage.killCallers(seconds)
    await Promise.all([stage.cluster.start('worker'), stage.cluster.start('worker')])
    for (const [nth, run] of runs.entries()) await checkOne(run, calls[nth] ?? '', isHeld(nth))

    async function checkOne(run: Run, call: string, wasHeld: boolean): Promise<void> {
      assert.equal((await run.untilStopped(40_000)).status, 'COMPLETED')
      const counts = steps.map((step) => stage.callsOf(`${call}/${step}`).length)
      assert.ok(
        counts.every((count) => count <= 1),
        `a step of ${call} was made twice: ${counts}`,
      )
      const [action] = await stage.database.rows<{ status: string; code: string | null }>(
        `select status, "errorCode" as code from "Action" where "runId" = $1`,
        [run.id],
      )
      // The outcome of a step that was running is unknown, and nothing is done because of it.
      if (wasHeld || action?.status === 'FAILED') {
        assert.deepEqual(action, { status: 'FAILED', code: 'OUTCOME_UNKNOWN' })
        assert.deepEqual(counts, [1, 1, 0])
      } else {
        assert.deepEqual(action, { status: 'SUCCEEDED', code: null })
        assert.deepEqual(counts, [1, 1, 1])
      }
    }
  },
} satisfies Scenario

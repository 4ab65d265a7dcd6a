import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.ts'
import { ClockFile } from '../servers/clock-file.ts'
import { calls, inTurns, says } from '../servers/replies.ts'
import { openGate } from '../stage/decisions.ts'
import { suiteTools } from '../stage/stage.ts'

const hourS = 3_600
const waitS = 4
/** A timer is found within about a second; the rest is for a busy machine. */
const slackMs = 8_000

/**
 * One worker has a clock that is an hour wrong, another's jumps while a run waits. A wait lasts as long as it says, a gate that is to stay
 * open stays open, and times of events are those of the database.
 */
export default {
  number: 74,
  title: 'runs wait for times on machines whose clocks are wrong',
  promises: ['TAS-14', 'JDG-4', 'DUR-6'],
  async run({ openStage, random, note, figure }) {
    const clock = await ClockFile.open()
    const offsetS = random() < 0.5 ? hourS : -hourS
    await clock.set(offsetS)
    note(`the clock is ${offsetS} s wrong, then ${-offsetS} s`)
    const stage = await openStage({ apis: 1, workers: 0 })
    try {
      const wrong = await stage.cluster.start('worker', clock.env)
      const agent = await stage.createAgent({
        tools: [...suiteTools, 'wait_until', 'ask_person'],
        gates: { expiresAfterMs: 60_000 },
      })
      const asked = await stage.trigger({
        agent,
        model: inTurns(calls({ name: 'ask_person', arguments: { question: 'Well?' } }), says('It is over.')),
      })
      await openGate(stage, asked, 'INPUT')
      const wait = calls({ name: 'wait_until', arguments: { seconds: waitS } })
      const [one, two] = await Promise.all(
        [1, 2].map(() => stage.trigger({ agent, model: inTurns(wait, says('It is over.')) })),
      )
      const began = performance.now()
      for (const run of [one, two]) await openGate(stage, run ?? asked, 'TIME')
      await clock.set(-offsetS)
      await stage.cluster.start('worker')
      for (const run of [one, two])
        assert.equal((await run?.untilEnded(waitS * 1_000 + slackMs))?.status, 'COMPLETED')
      const tookMs = performance.now() - began
      figure('a wait of 4 s', tookMs)
      assert.ok(tookMs > waitS * 1_000 - 500, `a wait of ${waitS} s ended after ${tookMs} ms`)
      assert.equal((await asked.state()).status, 'WAITING', 'a gate does not expire by a wrong clock')
      const [apart] = await stage.database.rows<{ seconds: number }>(
        `select max(abs(extract(epoch from e.at - r."createdAt")))::float8 as seconds
         from "Run" r join "Gate" g on g."runId" = r.id cross join lateral (select g."createdAt" as at) e`,
      )
      assert.ok(Number(apart?.seconds) < 60, `a gate opened ${apart?.seconds} s apart from its run`)
      await stage.mutate('abortRun', 'Run', { id: asked.globalId })
      await asked.untilEnded()
      assert.ok(wrong.isAlive)
    } finally {
      await clock.close()
    }
  },
} satisfies Scenario

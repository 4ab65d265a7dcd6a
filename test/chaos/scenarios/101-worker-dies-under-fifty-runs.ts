import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { calls, inTurns, says } from '../servers/replies.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'

const count = 50

/**
 * Longer than the busiest machine needs for fifty runs. A lease is renewed every third of it: a run that is taken up within the other two
 * was found by the lock of its dead worker, which is gone.
 */
const leaseMs = 60_000

const tools = ['idempotent', 'once', 'read'] as const

export default {
  number: 101,
  title: 'a worker dies under fifty runs',
  promises: ['DUR-1', 'DUR-2', 'TAS-5', 'EVT-1'],
  async run({ openStage, random, figure }) {
    const stage = await openStage({ apis: 2, workers: 3, env: { RUNGRAPH_LEASE_MS: String(leaseMs) } })
    const agent = await stage.createAgent()
    const nameOf = (run: number, turn: number) => `work-${run}-${turn}`
    const runs = await Promise.all(
      Array.from({ length: count }, (_, run) => {
        for (const [turn] of tools.entries()) {
          const takesMs = 20 + Math.floor(random() * 400)
          stage.onCall(nameOf(run, turn), () => delay(takesMs, { done: true }))
        }
        const turns = tools.map((tool, turn) => calls(stage.call(tool, nameOf(run, turn))))
        // Some have clients here; trial 102 is about clients.
        return stage.trigger({
          agent,
          model: inTurns(...turns, says('All of it is done.')),
          isFollowed: run % 5 === 0,
        })
      }),
    )
    const callsSoFar = () =>
      runs.reduce(
        (sum, _, run) =>
          sum + tools.reduce((own, _tool, turn) => own + stage.callsOf(nameOf(run, turn)).length, 0),
        0,
      )
    const dieAt = 10 + Math.floor(random() * count)
    await eventually(() => callsSoFar() >= dieAt, {
      what: `${dieAt} calls were made`,
      everyMs: 5,
      withinMs: 30_000,
    })

    const workers = stage.cluster.workers
    const victim = workers[Math.floor(random() * workers.length)]
    assert.ok(victim)
    const diedAt = Date.now()
    await victim.kill()

    const states = await Promise.all(runs.map((run) => run.untilStopped(60_000)))
    for (const [run, state] of states.entries())
      assert.equal(state.status, 'COMPLETED', `run ${run} ended ${state.status} ${state.errorCode}`)
    const unknown = new Set(
      (await unknownCalls(stage, runs)).map((name) => name.slice(name.lastIndexOf('/') + 1)),
    )
    for (const [run] of runs.entries())
      for (const [turn, tool] of tools.entries()) {
        const made = stage.callsOf(nameOf(run, turn))
        const keys = new Set(made.map(({ idempotencyKey }) => idempotencyKey))
        // Its worker may have died during it: then the model read that the outcome is unknown.
        const isUnknown = tool === 'once' && unknown.has(nameOf(run, turn))
        assert.ok(
          made.length >= (isUnknown ? 0 : 1) && made.length <= (tool === 'once' ? 1 : 2),
          `${nameOf(run, turn)} was called ${made.length} times`,
        )
        assert.ok(keys.size <= 1, 'one key for all attempts')
      }

    const recovered = await stage.database.rows<{ at: Date }>(
      `select at from "Event" where type = 'RunRecovered' and "runId" = any($1::uuid[])`,
      [runs.map(({ id }) => id)],
    )
    for (const { at } of recovered) figure('pickup', at.getTime() - diedAt)
    const latest = Math.max(0, ...recovered.map(({ at }) => at.getTime() - diedAt))
    assert.ok(latest < (leaseMs * 2) / 3, `the last run of the dead worker waited ${latest} ms for its lease`)
  },
} satisfies Scenario

/** The names of calls of which nobody knows whether they were made. */
async function unknownCalls({ database }: Stage, runs: readonly Run[]): Promise<readonly string[]> {
  const rows = await database.rows<{ name: string }>(
    `select parameters->>'name' as name from "Action" where "errorCode" = 'OUTCOME_UNKNOWN' and "runId" = any($1::uuid[])`,
    [runs.map(({ id }) => id)],
  )
  return rows.map(({ name }) => name)
}

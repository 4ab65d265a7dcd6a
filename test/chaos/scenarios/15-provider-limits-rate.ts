import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.ts'
import { fails, inTurns, says } from '../servers/replies.ts'

const runs = 60
const retryAfterS = 2
/** Waits begin at the provider's word, and spread out over so long more. */
const baseMs = 1_000

export default {
  number: 15,
  title: 'a provider limits the rate of all runs at once',
  promises: ['MOD-3', 'MOD-4', 'LIM-4', 'LIM-5'],
  async run({ stage, provider, figure }) {
    await Promise.all([storm(), always(), beyondItsTime()])

    /** All are refused at once, and come back one by one, none too early. */
    async function storm(): Promise<void> {
      const agent = await stage.createAgent({ modelRetry: { maxAttempts: 5, baseMs, capMs: 10_000 } })
      const model = inTurns([fails(429, { retryAfterS }), says('Now.')])
      const started = await Promise.all(
        Array.from({ length: runs }, (_, index) =>
          stage.trigger({ agent, model, isFollowed: index % 10 === 0 }),
        ),
      )
      const waits = await Promise.all(
        started.map(async ({ marker }) => {
          const first = await provider.nth(marker, 1)
          const second = await provider.nth(marker, 2, 20_000)
          return second.at - (first.closedAt ?? first.at)
        }),
      )
      for (const ms of waits) figure('wait', ms)
      const [least, most] = [Math.min(...waits), Math.max(...waits)]
      // Some milliseconds: the client may have the answer before the server knows that it is closed.
      assert.ok(least > retryAfterS * 1_000 - 50, `one came back after ${least} ms`)
      assert.ok(most - least > retryAfterS * 1_000 * 0.3, `all came back within ${most - least} ms`)
      for (const run of started) assert.equal((await run.untilStopped()).status, 'COMPLETED')
      assert.deepEqual(
        started.map(({ marker }) => provider.of(marker).map(({ turn, attempt }) => [turn, attempt])),
        started.map(() => [
          [0, 0],
          [0, 1],
        ]),
      )
    }

    /** It is asked as often as the agent says, and no more. */
    async function always(): Promise<void> {
      const agent = await stage.createAgent({ modelRetry: { maxAttempts: 3, baseMs: 50, capMs: 2_000 } })
      const run = await stage.trigger({ agent, model: inTurns(fails(429, { retryAfterS: 1 })) })
      const { status, reason } = await run.untilStopped()
      assert.deepEqual({ status, reason }, { status: 'FAILED', reason: 'MODELS_EXHAUSTED' })
      assert.match(String((await run.sees('RunFailed')).error), /RATE_LIMIT after 3 tries/)
      const asked = provider.of(run.marker)
      assert.equal(asked.length, 3)
      // One that wants to be left alone for longer than the agent waits is not asked again.
      const patient = await stage.trigger({ agent, model: inTurns(fails(429, { retryAfterS: 30 })) })
      assert.equal((await patient.untilStopped()).status, 'FAILED')
      assert.equal(provider.of(patient.marker).length, 1)
    }

    /** A run whose time is up does not wait on. */
    async function beyondItsTime(): Promise<void> {
      const agent = await stage.createAgent({ modelRetry: { maxAttempts: 5, baseMs: 50, capMs: 60_000 } })
      const run = await stage.trigger({
        agent,
        model: inTurns([fails(429, { retryAfterS: 60 }), says('What there is.')]),
        more: { timeoutMs: 1_500 },
      })
      const first = await provider.nth(run.marker, 1)
      const { status, reason } = await run.untilStopped()
      figure('deadline', performance.now() - first.at)
      assert.deepEqual({ status, reason }, { status: 'PAUSED', reason: 'TIMEOUT' })
      assert.ok(performance.now() - first.at < 15_000, 'it did not wait for the provider')
    }
  },
} satisfies Scenario

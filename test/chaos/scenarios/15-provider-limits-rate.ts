import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.ts'
import type { ModelRequest } from '../servers/fake-provider.ts'
import { fails, inTurns, type Model, says } from '../servers/replies.ts'

const runs = 60
const workers = 3
const windowMs = 3_000
/** Those who waited ask so far apart. */
const spacingMs = 100

export default {
  number: 15,
  title: 'a provider limits the rate of all runs at once',
  promises: ['MOD-3', 'MOD-4', 'LIM-4', 'LIM-5'],
  workers,
  async run({ stage, provider, figure }) {
    // Each with a model of its own, in each play: the runs of a process share the limit of a model.
    const play = stage.newSlug()
    await Promise.all([storm(), always(), beyondItsTime(), beyondAnHour()])

    /** Nobody is let in until the window is over: a process finds that out, waits, and sends its runs one after the other. */
    async function storm(): Promise<void> {
      const agent = await stage.createAgent({
        model: `openai-chat/for-a-while-${play}`,
        modelRetry: { maxAttempts: 5, baseMs: 500, capMs: 10_000 },
      })
      const limiter = limitedUntil(windowMs)
      const started = await Promise.all(
        Array.from({ length: runs }, (_, index) =>
          stage.trigger({ agent, model: limiter.model, isFollowed: index % 10 === 0 }),
        ),
      )
      for (const run of started) assert.equal((await run.untilStopped()).status, 'COMPLETED')
      const asked = started.map(({ marker }) => provider.of(marker))
      for (const requests of asked) {
        const waits = requests.slice(1).map(({ at }, before) => at - (requests[before]?.closedAt ?? at))
        for (const ms of waits) figure('wait', ms)
        // A second is the least that Retry-After says. Some milliseconds: the client may have the answer before the server knows that it is closed.
        assert.ok(Math.min(Infinity, ...waits) > 1_000 - 50, `one came back after ${Math.min(...waits)} ms`)
      }
      const all = asked.flat().toSorted((a, b) => a.at - b.at)
      figure('refused', limiter.refused())
      const answered = ({ turn, attempt, wasLeft }: ModelRequest) =>
        `${turn}.${attempt}${wasLeft ? ' left' : ''}`
      const surplus = asked
        .filter((requests) => requests.length > 2)
        .map((requests) => requests.map(answered))
      assert.ok(
        all.length <= runs + limiter.refused(),
        `asked again, though answered: ${JSON.stringify(surplus)}`,
      )
      const again = all.filter(({ attempt }) => attempt > 0).map(({ at }) => at)
      assert.ok((again[0] ?? Infinity) >= limiter.endsAt(), 'one asked again within the window')
      // One of the processes has at least its share of them.
      const spreadMs = (again.at(-1) ?? 0) - (again[0] ?? 0)
      const leastMs = (again.length / workers - 1) * spacingMs * 0.5
      assert.ok(spreadMs > leastMs, `${again.length} came again within ${spreadMs} ms`)
    }

    /** A limit is none of the tries: it is waited for as long as the run has time. */
    async function always(): Promise<void> {
      const agent = await stage.createAgent({
        model: `openai-chat/for-ever-${play}`,
        modelRetry: { maxAttempts: 2, baseMs: 50, capMs: 2_000 },
      })
      const model = inTurns(fails(429, { retryAfterS: 1 }))
      const run = await stage.trigger({ agent, model, more: { timeoutMs: 8_000 } })
      const { status, reason } = await run.untilStopped(30_000)
      assert.deepEqual({ status, reason }, { status: 'PAUSED', reason: 'TIMEOUT' })
      const times = provider.of(run.marker).map(({ at }) => at)
      assert.ok(times.length > 3, `it asked ${times.length} times`)
      // The last asks for the summary of a run whose time is up, which waits for nobody.
      const gaps = times.slice(1, -1).map((at, before) => at - (times[before] ?? at))
      assert.ok(Math.min(...gaps) > 1_000 - 50, `it came back after ${Math.min(...gaps)} ms`)
    }

    /** A run whose time is up does not wait on. */
    async function beyondItsTime(): Promise<void> {
      const agent = await stage.createAgent({
        model: `openai-chat/for-a-minute-${play}`,
        modelRetry: { maxAttempts: 5, baseMs: 50, capMs: 60_000 },
      })
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

    /** Nobody waits for a limit that lasts longer than an hour. */
    async function beyondAnHour(): Promise<void> {
      const agent = await stage.createAgent({ model: `openai-chat/for-a-day-${play}` })
      const run = await stage.trigger({ agent, model: inTurns(fails(429, { retryAfterS: 86_400 })) })
      const { status, reason } = await run.untilStopped()
      assert.deepEqual({ status, reason }, { status: 'FAILED', reason: 'MODELS_EXHAUSTED' })
      assert.match(String((await run.sees('RunFailed')).error), /RATE_LIMIT/)
      assert.equal(provider.of(run.marker).length, 1)
    }
  },
} satisfies Scenario

/** Refuses all that comes within so many milliseconds of the first request, and says how long that lasts. */
function limitedUntil(ms: number): {
  readonly model: Model
  readonly refused: () => number
  readonly endsAt: () => number
} {
  let endsAt: number | null = null
  let refused = 0
  return {
    model: () => {
      endsAt ??= performance.now() + ms
      const leftMs = endsAt - performance.now()
      if (leftMs <= 0) return says('Now.')
      refused += 1
      return fails(429, { retryAfterS: Math.ceil(leftMs / 1_000) })
    },
    refused: () => refused,
    endsAt: () => endsAt ?? 0,
  }
}

import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { after, hangs, inTurns, type Reply, says } from '../servers/replies.ts'

const silenceMs = 1_500
/** Promised: the silence is noticed, and the connection closed, within a second. The second one is for a busy machine. */
const noticedWithinMs = 1_000 + 1_000

export default {
  number: 14,
  title: 'a provider falls silent before and in the middle of an answer',
  promises: ['MOD-3', 'MOD-5', 'MOD-6', 'MOD-8'],
  async run({ openStage, provider, random, figure }) {
    const env = { RUNGRAPH_MODEL_IDLE_TIMEOUT_MS: String(silenceMs) }
    const stage = await openStage({ workers: 1, env })
    const never = new Promise<void>(() => undefined)
    await Promise.all([
      recovers('before', after(never, says('Never.')), false),
      recovers('within', hangs('lost '.repeat(1 + Math.floor(random() * 6)), { chunkDelayMs: 100 }), true),
      fails(),
    ])

    /** With another model there, that one answers. */
    async function recovers(name: string, hanging: Reply, isShown: boolean): Promise<void> {
      const agent = await stage.createAgent({
        model: `openai-chat/${name}`,
        fallbackModels: ['openai-chat/other'],
      })
      const triggeredAt = performance.now()
      const run = await stage.trigger({ agent, model: inTurns([hanging, says('From the other.')]) })
      const first = await provider.nth(run.marker, 1)
      const { status, summary } = await run.untilStopped()
      assert.deepEqual({ status, summary }, { status: 'COMPLETED', summary: 'From the other.' })
      const [, second] = provider.of(run.marker)
      assert.deepEqual([first.body.model, second?.body.model], [name, 'other'])
      await eventually(() => first.wasLeft, { what: 'the provider sees its client go' })
      const ms = (first.closedAt ?? 0) - (first.wroteAt ?? first.at)
      figure('silence', ms)
      assert.ok(ms < silenceMs + noticedWithinMs, `given up after ${ms} ms`)
      // It counts from when it asks, which is before anybody hears it.
      assert.ok((first.closedAt ?? 0) - triggeredAt > silenceMs, 'it was not given up too soon')
      assert.equal((await run.sees('ModelSwitched')).reason, 'TIMEOUT')
      assert.equal(run.eventsOf('AttemptDiscarded').length, isShown ? 1 : 0)
    }

    /** Without, the run says what it waited for. */
    async function fails(): Promise<void> {
      const agent = await stage.createAgent({ model: 'openai-chat/lonely' })
      const run = await stage.trigger({ agent, model: inTurns(hangs('Well')) })
      const { status, reason, errorCode } = await run.untilStopped()
      assert.deepEqual(
        { status, reason, errorCode },
        { status: 'FAILED', reason: 'MODELS_EXHAUSTED', errorCode: 'MODELS_EXHAUSTED' },
      )
      assert.match(String((await run.sees('RunFailed')).error), /openai-chat\/lonely: TIMEOUT after 1 try/)
      const asked = await provider.nth(run.marker, 1)
      await eventually(() => asked.wasLeft, { what: 'the provider sees its client go' })
    }
  },
} satisfies Scenario

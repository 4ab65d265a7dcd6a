import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { calls, inTurns, says } from '../servers/replies.ts'

/** Every kind of endless run, at once, each with the exact place at which it is ended. */
export default {
  number: 41,
  title: 'models that repeat themselves, say nothing, never finish, or call tools when they may not',
  promises: ['LIM-3', 'LIM-6', 'LOOP-2', 'DUR-1', 'TAS-5'],
  async run({ stage, provider, random }) {
    const agent = await stage.createAgent()
    // The second call is cut off by its worker's death: to repeat it is no new call of the model.
    stage.onCall('same', (_, nth) => (nth === 2 ? new Promise(() => undefined) : { nth }))
    const repeats = await stage.trigger({ agent, model: inTurns(calls(stage.call('read', 'same'))) })
    const silent = await stage.trigger({ agent, model: inTurns(says('')) })
    const talkative = await stage.trigger({
      agent: await stage.createAgent({ requireDoneTool: true }),
      model: ({ turn }) => says(`Word ${turn}.`),
      more: { maxSteps: 4 },
    })
    const deaf = await stage.trigger({
      agent,
      model: ({ turn }) => calls(stage.call('once', 'more', { nth: turn })),
      more: { maxSteps: 3 },
    })

    await stage.nthCall('same', 2)
    await delay(random() * 100)
    await (await stage.cluster.ownerOf(repeats.id))?.kill()

    const looped = await repeats.untilStopped(30_000)
    assert.deepEqual(
      { status: looped.status, reason: looped.reason },
      { status: 'FAILED', reason: 'DOOM_LOOP' },
    )
    assert.equal(stage.callsOf('same').length, 3, 'two calls were executed, one of them a second time')
    assert.deepEqual(
      repeats.eventsOf('ActionFailed').map(({ errorCode }) => errorCode),
      ['TOOL_REPEATED', 'TOOL_REPEATED', 'TOOL_REPEATED'],
      'the third to the fifth are refused',
    )
    assert.deepEqual(turnsOf(repeats.marker), [0, 1, 2, 3, 4])

    const { status, summary } = await silent.untilStopped()
    assert.deepEqual({ status, summary }, { status: 'COMPLETED', summary: '' })

    for (const [run, limit] of [
      [talkative, 4],
      [deaf, 3],
    ] as const) {
      const stopped = await run.untilStopped(30_000)
      assert.deepEqual(
        { status: stopped.status, reason: stopped.reason },
        { status: 'PAUSED', reason: 'MAX_STEPS' },
      )
      assert.equal(run.events.at(-1)?.totalSteps, limit)
      assert.deepEqual(turnsOf(run.marker), [...Array(limit + 1).keys()], 'one last word')
      const finalSummary = provider.of(run.marker).at(-1)?.body
      assert.ok(
        finalSummary?.tools === undefined || finalSummary.tool_choice === 'none',
        'it is offered no tools',
      )
    }
    assert.equal((await talkative.state()).summary, 'Word 4.')
    const made = stage.callsOf('more').map(({ stepNumber }) => stepNumber)
    const unknown = deaf.eventsOf('ActionFailed').filter(({ errorCode }) => errorCode === 'OUTCOME_UNKNOWN')
    assert.deepEqual(new Set(made).size, made.length, 'no `once` call is made a second time')
    assert.ok(
      made.every((step) => step >= 1 && step <= 3),
      'what it calls in its last word is not executed',
    )
    // This run may have the same owner: a worker that dies before it reaches the tool has made no call, and nobody can know (TAS-5).
    assert.ok(made.length + unknown.length >= 3, 'a call that was not made is reported as unknown')
    assert.ok(unknown.length <= 1, 'one death leaves one outcome unknown at most')

    /** The turns that were asked for; after a death one may be asked for again. */
    function turnsOf(marker: string): readonly number[] {
      return [...new Set(provider.of(marker).map(({ turn }) => turn))]
    }
  },
} satisfies Scenario

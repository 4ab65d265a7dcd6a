import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.ts'
import { inTurns, says } from '../servers/replies.ts'
import { hostileCalls, outcomesOf } from '../stage/hostility.ts'

/** Text that the model reads for each thrown value. */
const expected: Readonly<Record<string, RegExp>> = {
  'throws a text': /^just a text$/,
  'throws undefined': /^It failed, and does not say why\.$/,
  'throws null': /^It failed, and does not say why\.$/,
  'throws a cycle': /^round and round$/,
  'throws what has no text': /^Something was thrown that cannot be shown\.$/,
  'throws what throws': /^Something was thrown that cannot be shown\.$/,
  'throws NUL and half a character': /^ab\ufffdc$/,
  'throws a large text': /^long long /,
  'rejects twice': /^first$/,
}

export default {
  number: 20,
  title: 'tools throw what cannot be shown',
  promises: ['LOOP-5', 'TAS-4'],
  async run({ stage, provider }) {
    const run = await stage.trigger({
      agent: await stage.createAgent(),
      model: inTurns(hostileCalls(Object.keys(expected)), says('All of them failed.')),
    })
    const { status, summary } = await run.untilStopped()
    assert.deepEqual({ status, summary }, { status: 'COMPLETED', summary: 'All of them failed.' })

    const outcomes = await outcomesOf(stage, run)
    for (const [way, words] of Object.entries(expected)) {
      const outcome = outcomes.get(way)
      assert.deepEqual([way, outcome?.status, outcome?.errorCode], [way, 'FAILED', 'TOOL_FAILED'])
      assert.match(outcome?.error ?? '', words, way)
      assert.equal(
        run.eventsOf('ActionFailed').filter(({ actionId }) => actionId === outcome?.globalId).length,
        1,
      )
    }
    assert.ok(
      (outcomes.get('throws a large text')?.error ?? '').length < 1024 * 1024,
      'an error has a limit too',
    )
    assert.equal(provider.of(run.marker).length, 2, 'the model was told of all at once')
  },
} satisfies Scenario

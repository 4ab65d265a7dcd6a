import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.ts'
import { hangs, inTurns, says } from '../servers/replies.ts'

export default {
  number: 3,
  title: 'a worker dies while the model speaks',
  promises: ['DUR-1', 'MOD-6', 'LIM-9'],
  async run({ stage, provider, random }) {
    const words = 2 + Math.floor(random() * 6)
    const run = await stage.trigger({
      agent: await stage.createAgent(),
      model: inTurns([hangs('lost '.repeat(words), { chunkDelayMs: 60 }), says('What stays.')]),
      // A budget, so that the answer that nobody heard the end of is counted.
      more: { maxTokens: 1_000_000 },
    })
    const spoken = await run.sees('TextDelta')

    const owner = await stage.cluster.ownerOf(run.id)
    assert.ok(owner, 'somebody is at work on the run')
    await owner.kill()

    const { status, summary } = await run.untilStopped()
    assert.deepEqual({ status, summary }, { status: 'COMPLETED', summary: 'What stays.' })
    const discarded = await run.sees('AttemptDiscarded')
    assert.equal(discarded.messageId, spoken.messageId, 'what was shown of the lost answer is void')
    const kept = run.eventsOf('TextDelta').filter(({ messageId }) => messageId !== spoken.messageId)
    assert.equal(kept.map(({ text }) => text).join(''), 'What stays.')
    assert.equal(run.eventsOf('FinalAnswer')[0]?.text, 'What stays.')

    // The second answer has 150 tokens; of the first the worst is assumed.
    assert.equal(provider.of(run.marker).length, 2)
    const { budget, usage } = await spent()
    assert.ok(budget.spentTokens > usage.inputTokens + usage.outputTokens, 'both attempts count')

    async function spent() {
      const answer = await stage.ask<{
        run: {
          budget: { spentTokens: number }
          usage: { inputTokens: number; outputTokens: number }
        }
      }>('query($id: ID!) { run(id: $id) { budget { spentTokens } usage { inputTokens outputTokens } } }', {
        id: run.globalId,
      })
      return answer.run
    }
  },
} satisfies Scenario

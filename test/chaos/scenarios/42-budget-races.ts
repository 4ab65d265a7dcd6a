import assert from 'node:assert/strict'
import { pick } from '../../support/random.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { markerText } from '../servers/fake-provider.ts'
import { after, says } from '../servers/replies.ts'
import { type Bill, newBill, spends } from '../servers/spender.ts'
import { endsOf, nobodyAsks } from '../stage/plans.ts'

const parallel = 20
const maxTokens = 15_000
const maxCostUsd = '0.12'

/** Twenty model calls of a plan at once, on a budget for some of them. Their worker dies while they are being answered. */
export default {
  number: 42,
  title: 'parallel actions race for one budget',
  promises: ['LIM-9', 'LIM-12', 'DUR-1'],
  async run({ stage, provider, random }) {
    const go = Promise.withResolvers<void>()
    const agent = await stage.createAgent({
      planner: 'PLAN',
      protocolMode: 'STRICT',
      model: 'openai-chat/priced',
      maxParallel: parallel,
    })
    const bills = { tokens: newBill(), cost: newBill() }
    const ofTokens = await race(bills.tokens, { maxTokens })
    const ofCost = await race(bills.cost, { maxCostUsd })
    for (const { marker, bill } of [ofTokens, ofCost])
      await eventually(() => bill.answers > 0 && provider.of(marker).length > bill.answers, {
        what: `some calls of ${marker} are answered, and others are under way`,
      })
    if (random() < 0.7) await (await stage.cluster.ownerOf(pick([ofTokens, ofCost], random).run.id))?.kill()
    go.resolve()

    for (const [{ run }, reason] of [
      [ofTokens, 'TOKEN_LIMIT'],
      [ofCost, 'COST_LIMIT'],
    ] as const) {
      const ended = await run.untilStopped(30_000)
      assert.deepEqual({ status: ended.status, reason: ended.reason }, { status: 'PAUSED', reason })
      const ends = await endsOf(stage, run)
      assert.equal(ends.length, parallel)
      assert.ok(ends.every(({ status }) => status !== 'RUNNING' && status !== 'PENDING'))
    }
    assert.ok(bills.tokens.tokens <= maxTokens, `${bills.tokens.tokens} tokens are billed`)
    assert.ok(bills.cost.costUsd <= Number(maxCostUsd), `${bills.cost.costUsd} dollars are billed`)

    /**
     * Every other call that comes is answered at once, the others when all may go. By the order in which they come, not by
     * their names: a budget has room for some five at a time, and which those are is chance.
     */
    function everyOtherLater() {
      let asked = 0
      return () => (asked++ % 2 === 0 ? says('Spent.') : after(go.promise, says('Spent.')))
    }

    async function race(bill: Bill, budget: object) {
      const marker = stage.play(spends(everyOtherLater(), bill))
      const actions = Array.from({ length: parallel }, (_, n) => ({
        name: `a${n}`,
        type: 'LLM',
        parameters: { prompt: `${markerText(marker)} Say ${n}.` },
      }))
      const plan = { maxParallel: parallel, actions }
      const run = await stage.trigger({
        agent,
        model: spends(nobodyAsks, bill),
        more: { plan, ...budget },
      })
      return { run, marker, bill }
    }
  },
} satisfies Scenario

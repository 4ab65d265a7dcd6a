import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { markerText } from '../servers/fake-provider.ts'
import { calls, inTurns, type Model, says } from '../servers/replies.ts'
import { newBill, spends } from '../servers/spender.ts'
import { nobodyAsks, planned } from '../stage/plans.ts'
import type { Run } from '../stage/run.ts'

const maxCostUsd = '0.25'
const perChild = 3

/**
 * A run fires children, which spend from its budget while it goes on, and which fire model calls of their own. All workers die among
 * them, twice. The tree spends no more than its budget, what was spent is what was billed or less than that, and nothing is held in
 * the end.
 */
export default {
  number: 62,
  title: 'workers die under fired children that spend the budget of their parent',
  promises: ['LIM-9', 'DAG-4', 'SUB-3', 'MOD-8', 'DUR-1'],
  workers: 3,
  withinMs: 200_000,
  async run({ stage, random }) {
    const bill = newBill()
    const model = 'openai-chat/priced'
    const worker = await stage.createAgent({ model })
    const lead = await stage.createAgent({
      model,
      planner: 'PLAN',
      protocolMode: 'STRICT',
      subagents: [worker],
    })
    const goOn = Promise.withResolvers<void>()
    stage.onCall('beside', () => goOn.promise)
    const actions = [
      ...Array.from({ length: perChild }, (_, n) => ({
        ...{ name: `child${n}`, type: 'AGENT', target: worker, mode: 'FIRE_AND_FORGET' },
        parameters: { input: `${markerText(stage.play(spends(works(n), bill)))} Do it.` },
      })),
      ...Array.from({ length: perChild }, (_, n) => ({
        ...{ name: `words${n}`, type: 'LLM', mode: 'FIRE_AND_FORGET' },
        parameters: { prompt: `${markerText(stage.play(spends(inTurns(says('Spent.')), bill)))} Say ${n}.` },
      })),
      { ...planned(stage, 'beside', { tool: 'idempotent' }), name: 'beside' },
    ]
    const run = await stage.trigger({
      agent: lead,
      model: nobodyAsks,
      isFollowed: false,
      more: { plan: { actions }, maxCostUsd },
    })
    for (const answers of [1, 4]) {
      await eventually(() => bill.answers >= answers, {
        what: `${answers} answers are billed`,
        withinMs: 30_000,
      })
      await delay(random() * 300)
      await stage.replaceWorkers()
    }
    await spentOut(run)
    goOn.resolve()

    const { status } = await run.untilStopped(60_000)
    assert.equal(status, 'COMPLETED', 'a run that only fires is not stopped by what it fired')
    await run.untilSettled()
    const [tree] = await stage.database.rows<Spent>(
      `select coalesce(sum(m."costUsd"), 0)::float8 as calls,
         (select b."spentUsd"::float8 from "Budget" b where b.key = $2) as spent,
         (select b."reservedUsd"::float8 from "Budget" b where b.key = $2) as reserved,
         (select count(*)::int from "Run" o where o."rootId" = $1 and o.status not in ('COMPLETED', 'PAUSED')) as others
       from "ModelCall" m join "Run" r on r.id = m."runId" where r."rootId" = $1`,
      [run.id, `run:${run.id}`],
    )
    assert.ok(tree)
    assert.ok(bill.costUsd <= Number(maxCostUsd), `${bill.costUsd} dollars are billed`)
    assert.ok(tree.spent <= Number(maxCostUsd), `${tree.spent} dollars are spent`)
    assert.ok(tree.calls <= tree.spent + 1e-9, `${tree.calls} dollars of calls, ${tree.spent} of the budget`)
    assert.deepEqual({ reserved: tree.reserved, others: tree.others }, { reserved: 0, others: 0 })

    /** Calls and spends until its budget is gone. */
    function works(n: number): Model {
      return ({ turn, body }) =>
        body.tool_choice === 'none' ? says('So far.') : calls(stage.call('idempotent', `work${n}-${turn}`))
    }

    /** Every child has stopped for the budget, or nothing more was billed for a while. */
    function spentOut({ id }: Run): Promise<unknown> {
      return eventually(
        async () => {
          const statement = `select count(*)::int as count from "Run" where "rootId" = $1 and depth > 0 and status = 'PAUSED'`
          const [row] = await stage.database.rows<{ count: number }>(statement, [id])
          return row?.count === perChild
        },
        { what: 'the children have spent the budget', withinMs: 60_000 },
      )
    }
  },
} satisfies Scenario

interface Spent {
  readonly calls: number
  readonly spent: number
  readonly reserved: number
  readonly others: number
}

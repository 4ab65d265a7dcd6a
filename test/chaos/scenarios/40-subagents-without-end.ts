import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { pick } from '../../support/random.ts'
import type { Scenario } from '../scenario.ts'
import { type ChatRequest, calls, type Model, says } from '../servers/replies.ts'
import { newBill, spends } from '../servers/spender.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'

const maxTokens = 60_000
/** Refusals are what they are after; no human is to be asked about them. */
const patient = { maxIdenticalErrors: 100 }

/**
 * Agents that start others for as long as anything comes of it: one that starts itself, two that start each other, one that starts
 * four of itself at a time, and that again on a budget for the whole tree. A worker dies among them.
 */
export default {
  number: 40,
  title: 'subagents that start subagents without end',
  promises: ['SUB-1', 'SUB-2', 'SUB-3', 'LIM-9', 'DUR-1'],
  async run({ stage, random }) {
    const [self, ping, pong, wide, dear] = Array.from({ length: 5 }, () => stage.newSlug()) as Slugs
    await stage.createAgent({ subagents: [self], maxDepth: 5, maxChildren: 1, ...patient }, self)
    // The narrower of the limits holds, however deep the other would go.
    await stage.createAgent({ subagents: [pong], maxDepth: 4, maxChildren: 1, ...patient }, ping)
    await stage.createAgent({ subagents: [ping], maxDepth: 20, maxChildren: 1, ...patient }, pong)
    await stage.createAgent(
      { subagents: [wide], maxDepth: 2, maxChildren: 3, maxParallel: 4, ...patient },
      wide,
    )
    const model = 'openai-chat/bounded'
    await stage.createAgent(
      { model, subagents: [dear], maxDepth: 3, maxChildren: 4, maxParallel: 4, ...patient },
      dear,
    )

    const bill = newBill()
    const alone = await stage.trigger({ agent: self, model: neverEnding([self], 1) })
    const both = await stage.trigger({ agent: ping, model: neverEnding([pong, ping], 1) })
    const many = await stage.trigger({ agent: wide, model: neverEnding([wide], 4) })
    const costly = await stage.trigger({
      agent: dear,
      model: spends(neverEnding([dear], 4), bill),
      more: { maxTokens },
    })
    await pick([alone, both, many, costly], random).sees('ChildRunStarted', {}, 30_000)
    await (await stage.cluster.ownerOf(pick([alone, both, many, costly], random).id))?.kill()

    for (const [run, depths] of [
      [alone, [1, 1, 1, 1, 1, 1]],
      [both, [1, 1, 1, 1, 1]],
      [many, [1, 3, 9]],
    ] as const) {
      const { status, summary } = await run.untilStopped(60_000)
      assert.deepEqual({ status, summary }, { status: 'COMPLETED', summary: 'No more.' })
      const tree = await treeOf(stage, run)
      assert.deepEqual(tree.depths, depths, 'as many runs at each depth as the limits allow')
      assert.deepEqual(tree.statuses, ['COMPLETED'])
      assert.deepEqual(tree.codes, ['SPAWN_REFUSED'])
    }
    const { status, reason } = await costly.untilStopped(60_000)
    assert.deepEqual({ status, reason }, { status: 'PAUSED', reason: 'TOKEN_LIMIT' })
    assert.ok(bill.answers > 1 && bill.tokens <= maxTokens, `${bill.tokens} tokens were billed for the tree`)
    const allowed = ['CHILD_CANCELLED', 'CHILD_STOPPED', 'SPAWN_REFUSED', 'TOOL_INTERRUPTED']
    const { codes } = await treeOf(stage, costly)
    assert.deepEqual(
      codes.filter((code) => !allowed.includes(code)),
      [],
    )
  },
} satisfies Scenario

type Slugs = [string, string, string, string, string]

/** Starts every agent that it is offered as long as one of its last starts succeeded. */
function neverEnding(agents: readonly string[], perTurn: number): Model {
  return ({ turn, body }) => {
    const { messages, tools = [], tool_choice: choice } = body
    const last = messages.findLastIndex(({ role }) => role === 'assistant')
    const results = messages.slice(last + 1).filter(({ role }) => role === 'tool')
    const isRefused = results.every(({ content }) => /No run of/.test(String(content)))
    const offered = agents.filter((agent) => JSON.stringify(tools).includes(`"${agent}"`))
    if (offered.length === 0 || choice === 'none' || (turn > 0 && isRefused)) return says('No more.')
    const spawn = (nth: number) => ({
      name: 'spawn_agent',
      arguments: {
        agent: offered[nth % offered.length] ?? '',
        // Each start is another for the monitor of repetition, or a human would be asked about a run that lasts.
        input: `${markerIn(body)} Go on with ${hash('sha256', `${turn} ${nth}`)}.`,
      },
    })
    return calls(...Array.from({ length: perTurn }, (_, nth) => spawn(nth)))
  }
}

function markerIn({ messages }: ChatRequest): string {
  return /#chaos:[^#]+#/.exec(JSON.stringify(messages.filter(({ role }) => role === 'user')))?.[0] ?? ''
}

/** A root and all below it: how many there are at each depth, how they ended, and how their actions failed. */
async function treeOf(stage: Stage, root: Run) {
  const runs = await stage.database.rows<{ depth: number; status: string }>(
    'select depth, status from "Run" where "rootId" = $1',
    [root.id],
  )
  const failed = await stage.database.rows<{ code: string }>(
    `select distinct a."errorCode" as code from "Action" a join "Run" r on r.id = a."runId"
     where r."rootId" = $1 and a."errorCode" is not null order by code`,
    [root.id],
  )
  const byDepth = Map.groupBy(runs, ({ depth }) => depth)
  return {
    depths: [...byDepth.keys()].toSorted((a, b) => a - b).map((depth) => byDepth.get(depth)?.length),
    statuses: [...new Set(runs.map(({ status }) => status))],
    codes: failed.map(({ code }) => code),
  }
}

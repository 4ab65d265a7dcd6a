import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { calls, hangs, inTurns } from '../servers/replies.ts'
import { abort, openGate, resolveGate } from '../stage/decisions.ts'
import { limitRuns } from '../stage/limit-runs.ts'
import { requireApproval } from '../stage/require-approval.ts'
import type { Run } from '../stage/run.ts'

/** Two seconds are promised; the rest is for a machine that is busy with everything else. */
const overWithinMs = 4_000

/** A run in the queue, one that is planned for later, one at a gate, and two trees: one at work, one that waits for a human. */
export default {
  number: 28,
  title: 'a run is aborted wherever it is',
  promises: ['RUN-4', 'RUN-7', 'SUB-3', 'JDG-4'],
  async run({ stage, provider, random, figure }) {
    const agent = await stage.createAgent()
    const asking = await stage.createAgent()
    await requireApproval(stage, asking, 'once')
    const middle = await stage.createAgent({ subagents: [agent] })
    const root = await stage.createAgent({ subagents: [agent, asking, middle] })
    stage.onCall('held', () => new Promise(() => undefined))
    const holds = stage.oneCall('idempotent', 'held', 'Never said.')
    const asks = stage.oneCall('once', 'approved', 'Never said.')

    await abortQueued()
    await abortPlanned()
    await abortAtGate()
    await abortTreeAtWork()
    await abortTreeThatWaits()
    assert.equal(stage.callsOf('approved').length, 0, 'what nobody approved was not called')

    async function abortQueued(): Promise<void> {
      const before = await limitRuns(stage, 1)
      try {
        const first = await stage.trigger({ agent, model: holds })
        await stage.nthCall('held', 1)
        const queued = await stage.trigger({ agent, model: holds })
        assert.equal((await queued.state()).status, 'QUEUED')
        await abortTree(queued, 1)
        assert.equal(provider.of(queued.marker).length, 0)
        await abortTree(first, 1)
      } finally {
        await limitRuns(stage, before)
      }
    }

    async function abortPlanned(): Promise<void> {
      const startAt = new Date(Date.now() + 3_600_000).toISOString()
      const planned = await stage.trigger({ agent, model: holds, more: { startAt } })
      await abortTree(planned, 1)
      assert.equal(provider.of(planned.marker).length, 0)
    }

    async function abortAtGate(): Promise<void> {
      const run = await stage.trigger({ agent: asking, model: asks })
      const gate = await openGate(stage, run, 'ACTION_APPROVAL')
      await abortTree(run, 1)
      const late = await resolveGate(stage, gate, 'APPROVE')
      assert.equal(late.kind === 'refused' && late.code, 'GATE_RESOLVED')
      assert.match(late.kind === 'refused' ? late.message : '', /CANCELLED/)
    }

    /** Four runs on three floors: two in a call, one in an answer of its model, and the root, which waits for all. */
    async function abortTreeAtWork(): Promise<void> {
      const heldBefore = stage.callsOf('held').length
      const speaks = stage.spawn(agent, inTurns(hangs('Some words ', { chunkDelayMs: 20 })))
      const below = stage.spawn(middle, inTurns(calls(stage.spawn(agent, holds), stage.call('read', 'seen'))))
      const run = await stage.trigger({
        agent: root,
        model: inTurns(calls(speaks, below, stage.call('idempotent', 'held'))),
      })
      await Promise.all([stage.nthCall('held', heldBefore + 2), stage.nthCall('seen', 1)])
      await eventually(() => provider.requests.some(({ marker, closedAt }) => isSpeaking(marker, closedAt)), {
        what: 'the child speaks',
      })
      await abortTree(run, 4)
      const left = () =>
        stage
          .callsOf('held')
          .slice(heldBefore)
          .every(({ wasLeft }) => wasLeft)
      await eventually(left, { what: 'all calls of the tree are left', withinMs: overWithinMs })
      const isSilent = () => !provider.requests.some(({ marker, closedAt }) => isSpeaking(marker, closedAt))
      await eventually(isSilent, { what: 'the model of the child is left', withinMs: overWithinMs })

      function isSpeaking(marker: string, closedAt: number | null): boolean {
        return closedAt === null && JSON.stringify(speaks.arguments).includes(marker)
      }
    }

    async function abortTreeThatWaits(): Promise<void> {
      const run = await stage.trigger({ agent: root, model: inTurns(calls(stage.spawn(asking, asks))) })
      await run.untilStopped()
      assert.equal((await run.state()).status, 'WAITING')
      await abortTree(run, 2)
    }

    /** Aborts it, at both servers at once or at one, and looks that all of the tree is over soon and that it stays so. */
    async function abortTree(run: Run, size: number): Promise<void> {
      const askedAt = performance.now()
      const servers = random() < 0.5 ? [0, 1] : [random() < 0.5 ? 0 : 1]
      const answers = await Promise.all(servers.map((server) => abort(stage, run, server)))
      assert.ok(
        answers.some(({ kind }) => kind === 'accepted'),
        JSON.stringify(answers),
      )
      await eventually(async () => (await statusesBelow(run)).every((status) => status === 'CANCELLED'), {
        what: `all ${size} runs of ${run.marker} are over`,
        withinMs: overWithinMs,
      })
      figure(`abort of ${size === 1 ? 'one' : 'a tree'}`, performance.now() - askedAt)
      assert.equal((await statusesBelow(run)).length, size)
      const again = [await abort(stage, run, 0), await abort(stage, run, 1)]
      assert.equal(again[0]?.kind === 'refused' && again[0].code, 'ILLEGAL_TRANSITION')
      assert.deepEqual(again[1], again[0], 'the answer is the same, however often it is asked')
    }

    async function statusesBelow(run: Run): Promise<readonly string[]> {
      const rows = await stage.database.rows<{ status: string }>(
        'select status from "Run" where "rootId" = $1',
        [run.id],
      )
      return rows.map(({ status }) => status)
    }
  },
} satisfies Scenario

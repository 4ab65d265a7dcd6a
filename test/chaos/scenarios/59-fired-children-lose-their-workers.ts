import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { abort, openGate, resolveGate } from '../stage/decisions.ts'
import { nobodyAsks, planned } from '../stage/plans.ts'
import { requireApproval } from '../stage/require-approval.ts'
import type { Run } from '../stage/run.ts'

/**
 * Runs that fire a child, which waits at a gate, and a call. Their workers die, and all workers, before the parent's end or abort is
 * written and before what it fired has ended. Nothing of a child comes after its parent, and the call ends all the same.
 */
export default {
  number: 59,
  title: 'workers die about fired children that wait, and about the end of their parents',
  promises: ['SUB-3', 'DAG-4', 'JDG-4', 'RUN-4', 'RUN-9', 'DUR-1'],
  workers: 3,
  withinMs: 200_000,
  async run({ stage, random }) {
    const child = await stage.createAgent()
    await requireApproval(stage, child, 'once')
    const lead = await stage.createAgent({ planner: 'PLAN', protocolMode: 'STRICT', subagents: [child] })
    const goOn = Promise.withResolvers<void>()
    const runs = {
      ending: await fire('ending'),
      approved: await fire('approved'),
      aborted: await fire('aborted'),
    }
    const children = {
      ending: await childOf(runs.ending),
      approved: await childOf(runs.approved),
      aborted: await childOf(runs.aborted),
    }
    const gates = {
      ending: await openGate(stage, children.ending, 'ACTION_APPROVAL'),
      approved: await openGate(stage, children.approved, 'ACTION_APPROVAL'),
      aborted: await openGate(stage, children.aborted, 'ACTION_APPROVAL'),
    }
    await stage.replaceWorkers(stage.someWorkers())
    assert.deepEqual(await resolveGate(stage, gates.approved, 'APPROVE'), { kind: 'accepted' })
    await children.approved.untilStopped(40_000)
    await stage.replaceWorkers(stage.someWorkers())
    const aborting = abort(stage, runs.aborted)
    goOn.resolve()
    await delay(random() * 600)
    await stage.replaceWorkers(stage.someWorkers())
    await aborting

    for (const [name, status, asks] of [
      ['ending', 'COMPLETED', 'FAILED'],
      ['approved', 'COMPLETED', 'SUCCEEDED'],
      ['aborted', 'CANCELLED', 'CANCELLED'],
    ] as const) {
      await eventually(async () => (await runs[name].state()).status === status, {
        what: `the run ${name} is ${status}`,
        withinMs: 60_000,
      })
      const state = await children[name].state()
      assert.equal(state.status, name === 'approved' ? 'COMPLETED' : 'CANCELLED', name)
      const again = await resolveGate(stage, gates[name], 'APPROVE')
      assert.equal(again.kind === 'refused' && again.code, 'GATE_RESOLVED')
      await runs[name].untilSettled()
      assert.equal(stage.callsOf(`pay-${name}`).length, name === 'approved' ? 1 : 0)
      const { late: called, ...others } = await actionsOf(runs[name])
      assert.deepEqual(others, { asks, beside: name === 'aborted' ? 'CANCELLED' : 'SUCCEEDED' })
      // It may have been made again, and answered, before the abort.
      if (name !== 'aborted') assert.equal(called, 'SUCCEEDED')
      const events = await stage.database.rows<{ isAfter: boolean }>(
        `select bool_or(e."commitXid" > p."commitXid") as "isAfter" from "Event" e
         join "Event" p on p."runId" = $1 and p.type = 'RunCompleted' where e."runId" = $2`,
        [runs[name].id, children[name].id],
      )
      assert.equal(events[0]?.isAfter, false, 'nothing of the child comes after the end of its parent')
    }

    const before = ['pay', 'late', 'beside'].map((name) => stage.callsOf(`${name}-ending`).length)
    for (const run of [runs.ending, runs.approved]) {
      const replay = stage.adopt(await stage.mutate('replayRun', 'Run', { id: run.globalId }), run.marker, 0)
      await stage.replaceWorkers(stage.someWorkers())
      assert.equal((await replay.untilStopped(40_000)).status, 'COMPLETED')
      await replay.untilSettled()
      assert.deepEqual(await actionsOf(replay), await actionsOf(run))
    }
    assert.deepEqual(
      ['pay', 'late', 'beside'].map((name) => stage.callsOf(`${name}-ending`).length),
      before,
    )

    async function fire(name: string): Promise<Run> {
      stage.onCall(`late-${name}`, (_, nth) => (nth === 1 ? new Promise(() => undefined) : { ok: true }))
      stage.onCall(`beside-${name}`, () => (name === 'aborted' ? new Promise(() => undefined) : goOn.promise))
      const asked = stage.spawn(child, stage.oneCall('once', `pay-${name}`, 'It is paid.'))
      const actions = [
        {
          ...{ name: 'asks', type: 'AGENT', target: child, mode: 'FIRE_AND_FORGET' },
          parameters: { input: asked.arguments.input },
        },
        { ...planned(stage, `late-${name}`, { tool: 'idempotent', mode: 'FIRE_AND_FORGET' }), name: 'late' },
        { ...planned(stage, `beside-${name}`), name: 'beside' },
      ]
      return stage.trigger({ agent: lead, model: nobodyAsks, isFollowed: false, more: { plan: { actions } } })
    }

    async function childOf(run: Run): Promise<Run> {
      const id = await eventually(
        async () => {
          const statement = 'select id from "Run" where "parentId" = $1'
          const [row] = await stage.database.rows<{ id: string }>(statement, [run.id])
          return row?.id
        },
        { what: `the run ${run.marker} has its child` },
      )
      return stage.adopt(toGlobalId('Run', id), run.marker, 0)
    }

    async function actionsOf(run: Run): Promise<Readonly<Record<string, string>>> {
      const statement = 'select name, status from "Action" where "runId" = $1'
      const rows = await stage.database.rows<{ name: string; status: string }>(statement, [run.id])
      return Object.fromEntries(rows.map(({ name, status }) => [name, status]))
    }
  },
} satisfies Scenario

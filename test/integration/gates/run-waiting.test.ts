import { beforeEach, describe, expect, test } from 'vitest'
import type { RunCommit } from '../../../src/domain/run-log.ts'
import { topics } from '../../../src/domain/wakeups.ts'
import type { EngineServices } from '../../../src/engine/run/run-context.ts'
import { reportUncertaintyTool } from '../../../src/tools/control-tools.ts'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { openGateStage } from '../../support/gate-stage.ts'
import { decide } from '../../support/gates.ts'

/** Every change to WAITING that was written, with the types of the events of its commit. */
const begun: { readonly runId: string; readonly types: readonly string[] }[] = []

const pay = testTool('pay', async () => 'Paid.')

const look = testTool('look', async () => 'Seen.')

const broken = testTool('broken', async () => {
  throw new Error('It is broken.')
})

/** The monitor escalates the run of every caller. */
const odd = testTool('odd', async (_args, { runId }) => {
  await stage.database.prisma.run.update({ where: { id: runId }, data: { escalation: 'It looks odd.' } })
  return 'Seen.'
})

const stage = forFile(
  await openGateStage({ tools: [pay, look, broken, odd, reportUncertaintyTool], replace: noting }),
)
await stage.rule('pay', 'REQUIRE_APPROVAL')

beforeEach(() => {
  begun.splice(0)
})

function noting(services: EngineServices): EngineServices {
  const commit = async (given: RunCommit) => {
    const outcome = await services.log.commit(given)
    if (outcome.kind === 'written' && given.run?.status === 'WAITING')
      begun.push({ runId: given.runId, types: given.events.map(({ type }) => type) })
    return outcome
  }
  return { ...services, log: { ...services.log, commit } }
}

const begunBy = (run: string) => begun.filter(({ runId }) => runId === run).map(({ types }) => types)

const call = (name: string, n = 0) => ({ calls: [{ name, arguments: { n } }] })

const done = { text: 'Done.' }

const unsure = { confidence: { everySteps: 1 } }

const told = (types: readonly string[]) => types.filter((type) => /^(Gate|Run)/.test(type))

describe('JDG-4 EVT-1 a run that begins to wait records it once, in the same commit', () => {
  const aboutItself = ['GateOpened', 'RunWaiting']
  const cases = [
    ['LOW_CONFIDENCE', [call('look'), done], unsure, aboutItself],
    ['IDENTICAL_ERRORS', [call('broken', 1), call('broken', 2), call('broken', 3), done], {}, aboutItself],
    ['MONITOR', [call('odd'), call('look'), done], {}, aboutItself],
    ['ACTION_APPROVAL', [call('pay'), done], {}, ['RunWaiting']],
  ] as const

  test.for(cases)('LIM-7 LIM-8 JDG-3 at a gate of the kind %s', async ([kind, turns, agent, together]) => {
    const confidence = kind === 'LOW_CONFIDENCE' ? [0.2] : []
    const { runId } = await stage.start(turns, { agent, confidence })
    const gate = await stage.gateOf(runId)
    expect(gate.kind).toBe(kind)
    await expect.poll(() => begunBy(runId)).toEqual([together])
    await decide(stage.engine, gate.id, 'APPROVE')
    const { row, types, of, events } = await stage.engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect(told(types)).toEqual(['RunStarted', 'GateOpened', 'RunWaiting', 'GateResolved', 'RunCompleted'])
    expect(of('RunWaiting')).toEqual([{ gates: 1, childRuns: 0 }])
    const [opened, waits] = events.filter(({ type }) => type === 'GateOpened' || type === 'RunWaiting')
    expect(waits?.stepNumber).toBe(opened?.stepNumber)
  })

  test('JDG-3 at its second gate about confidence', async () => {
    const runId = await unsureRun([0.2, 0.2])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'APPROVE')
    await expect.poll(() => begunBy(runId)).toEqual([aboutItself, aboutItself])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'APPROVE')
    const { row, of } = await stage.engine.finished(runId)
    expect([row.status, of('RunWaiting').length]).toEqual(['COMPLETED', 2])
  })

  test('DUR-1 again if its next owner finds the gate undecided', async () => {
    const runId = await unsureRun([0.2])
    await stage.gateOf(runId)
    await sendOn(runId)
    await expect.poll(() => begunBy(runId)).toEqual([aboutItself, ['RunWaiting']])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'APPROVE')
    const { types } = await stage.engine.finished(runId)
    expect(told(types)).toEqual([
      ...['RunStarted', 'GateOpened', 'RunWaiting', 'RunContinued', 'RunWaiting'],
      ...['GateResolved', 'RunCompleted'],
    ])
  })

  test('RUN-9 a fork and a replay of it: the one waits as it did, the other passes by', async () => {
    const runId = await unsureRun([0.2])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'APPROVE', { note: 'Go on.' })
    await stage.engine.finished(runId)
    const { history } = stage.engine.operations
    const place = { projectId: stage.engine.project.id, runId }
    const replayed = await stage.engine.finished(
      (await history.replayRun({ ...place, tools: 'RECORDED' })).runId,
    )
    expect(told(replayed.types)).toEqual(['RunStarted', 'RunCompleted'])
    expect(begunBy(replayed.runId)).toEqual([])
    const forked = await history.forkRun({ ...place, afterStep: 1 })
    const gate = await stage.gateOf(forked.runId)
    await expect.poll(() => begunBy(forked.runId)).toEqual([aboutItself])
    await decide(stage.engine, gate.id, 'REJECT')
    const { row, types } = await stage.engine.finished(forked.runId)
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'GATE_REJECTED' })
    expect(told(types)).toEqual(['RunStarted', 'GateOpened', 'RunWaiting', 'GateResolved', 'RunFailed'])
  })

  test('SUB-1 SUB-3 a parent says so too when all that is left waits for a child that does', async () => {
    const child = await stage.define([call('look'), done], { agent: unsure, confidence: [0.2] })
    const spawn = { name: 'spawn_agent', arguments: { agent: child.slug, input: 'Look.' } }
    const { runId } = await stage.start([{ calls: [spawn] }, done], { agent: { subagents: [child.slug] } })
    expect(await stage.waiting(runId)).toEqual([])
    const { id } = await stage.database.prisma.run.findFirstOrThrow({ where: { parentId: runId } })
    await expect.poll(() => [begunBy(id), begunBy(runId)]).toEqual([[aboutItself], [['RunWaiting']]])
    await decide(stage.engine, (await stage.gateOf(id)).id, 'APPROVE')
    const { types, of } = await stage.engine.finished(runId)
    expect(told(types)).toEqual(['RunStarted', 'RunWaiting', 'RunContinued', 'RunCompleted'])
    expect(of('RunWaiting')).toEqual([{ gates: 0, childRuns: 1 }])
  })
})

/** Takes two steps, and is judged so sure of itself after each; then 1. */
async function unsureRun(confidence: readonly number[]): Promise<string> {
  const turns = [call('look', 1), call('look', 2), done]
  const { slug } = await stage.define(turns, { agent: unsure, confidence })
  return stage.trigger(slug)
}

/** As the gatekeeper sends on who may have something to go on with. */
async function sendOn(runId: string): Promise<void> {
  const { log, wakeups } = stage.engine.services
  await log.commit({
    runId,
    epoch: null,
    from: ['WAITING'],
    run: { status: 'RUNNING', terminationReason: null, resumedAt: null },
    events: [{ type: 'RunContinued', stepNumber: null, data: {} }],
  })
  wakeups.publish(topics.queue)
}

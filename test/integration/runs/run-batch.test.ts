import { afterAll, describe, expect, it } from 'vitest'
import { runStatus } from '../../../src/domain/run.ts'
import { engineForFile } from '../../support/for-file.ts'
import { untilStatus } from '../../support/gates.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()

let held = Promise.withResolvers<void>()

live.plays.held = async function* (request) {
  await held.promise
  yield answer(request, 'Done.')
}
const { database, engine } = await engineForFile({ providers: [live] })

afterAll(() => held.resolve())

const of = (agent: { readonly slug: string }) => ({ agent: { slug: agent.slug } })

/** Runs of an agent of their own that have reached the status. */
async function runsOf(count: number, play: 'held' | 'fails', status: 'RUNNING' | 'FAILED') {
  const model = play === 'held' ? { model: 'live/held' } : {}
  const agent = await engine.define(() => ({ error: { kind: 'BAD_REQUEST', retryable: false } }), model)
  const call = { projectId: engine.project.id, agent, input: 'Do it.' }
  const runs = await Promise.all(Array.from({ length: count }, () => engine.operations.triggerRun(call)))
  for (const { runId } of runs)
    if (status === 'RUNNING') await untilStatus(engine, database, runId, status)
    else await engine.finished(runId)
  return { agent, runIds: runs.map(({ runId }) => runId) }
}

const statusesOf = async (ids: readonly string[]) =>
  (await database.prisma.run.findMany({ where: { id: { in: [...ids] } } })).map(({ status }) => status)

function abort(call: object) {
  const by = { projectId: engine.project.id, by: 'ann', dryRun: false }
  return engine.operations.batches.abortRuns({ ...by, filter: {}, ...call })
}

function retry(call: object) {
  const by = { projectId: engine.project.id, by: 'ann', dryRun: false, trace: null }
  return engine.operations.batches.retryRuns({ ...by, filter: {}, ...call })
}

describe('ADM-2 abortRuns', () => {
  it('finds the active runs first, then aborts them, and finds none the next time', async () => {
    held = Promise.withResolvers<void>()
    const { agent, runIds } = await runsOf(3, 'held', 'RUNNING')
    const call = {
      projectId: engine.project.id,
      agent,
      input: 'Later.',
      startAt: new Date(Date.now() + 3_600_000),
    }
    const { runId: queued } = await engine.operations.triggerRun(call)
    const bystanders = await runsOf(1, 'held', 'RUNNING')
    const none = { hasMore: false, runIds: [], failures: [] }
    const { runIds: found, ...dry } = await abort({ filter: of(agent), dryRun: true })
    expect(dry).toEqual({ dryRun: true, matched: 4, hasMore: false, failures: [] })
    expect(found.toSorted()).toEqual([...runIds, queued].toSorted())
    expect(found[0]).toBe(queued)
    const some = await abort({ filter: of(agent), dryRun: true, limit: 1 })
    expect(some).toEqual({ dryRun: true, matched: 1, hasMore: true, runIds: [queued], failures: [] })
    expect(await abort({ filter: { ...of(agent), status: ['QUEUED'] }, dryRun: true })).toMatchObject({
      matched: 1,
    })
    expect(await statusesOf(runIds)).toEqual(['RUNNING', 'RUNNING', 'RUNNING'])
    const done = await abort({ filter: of(agent), reason: 'Enough.' })
    expect(done).toMatchObject({ dryRun: false, matched: 4, hasMore: false, failures: [] })
    expect(done.runIds.toSorted()).toEqual([...runIds, queued].toSorted())
    expect(await abort({ filter: of(agent) })).toEqual({ ...none, dryRun: false, matched: 0 })
    for (const runId of runIds) await engine.finished(runId)
    expect(await statusesOf([...runIds, queued])).toEqual(Array(4).fill('CANCELLED'))
    expect(await statusesOf(bystanders.runIds)).toEqual(['RUNNING'])
    const row = await database.prisma.run.findUniqueOrThrow({ where: { id: runIds[0] ?? '' } })
    expect(row).toMatchObject({ abortReason: 'Enough.', abortedBy: 'ann' })
    held.resolve()
    for (const runId of bystanders.runIds) await engine.finished(runId)
  })

  it('takes no more than its limit at once, and the rest when it is repeated', async () => {
    const { agent } = await runsOf(1, 'fails', 'FAILED')
    const later = {
      projectId: engine.project.id,
      agent,
      input: 'Later.',
      startAt: new Date(Date.now() + 3_600_000),
    }
    for (let n = 0; n < 3; n++) await engine.operations.triggerRun(later)
    expect(await abort({ filter: of(agent), limit: 2 })).toMatchObject({ matched: 2, hasMore: true })
    expect(await abort({ filter: of(agent), limit: 2 })).toMatchObject({ matched: 1, hasMore: false })
  })

  it.for([
    ['an empty filter', {}],
    ['a filter of nulls', { filter: { status: null, agent: null, rootsOnly: true } }],
    ['an empty text', { filter: { search: '', rootsOnly: false } }],
    ['no tags', { filter: { tags: [] } }],
    ['no metadata', { filter: { metadata: {} } }],
    ['a cost from 0 on', { filter: { minCostUsd: '0.00' } }],
    ['a duration from 0 on', { filter: { minDurationMs: 0, metadata: {} } }],
    ['all statuses', { filter: { status: runStatus.options } }],
    ['a limit of 0', { filter: { search: 'x' }, limit: 0 }],
    ['a limit of 5001', { filter: { search: 'x' }, limit: 5_001 }],
  ] as const)('refuses %s', async ([, call]) => {
    for (const change of [abort, retry])
      await expect(change({ ...call, dryRun: true })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('takes a field that says something beside those that say nothing', async () => {
    const filter = { tags: [], metadata: {}, minCostUsd: '0', triggeredBy: 'nobody' }
    expect(await abort({ filter, dryRun: true })).toMatchObject({ matched: 0 })
    expect(await abort({ filter: { minCostUsd: '1000' }, dryRun: true })).toMatchObject({ matched: 0 })
    expect(await abort({ filter: { tags: ['of nobody'] }, dryRun: true })).toMatchObject({ matched: 0 })
    expect(await abort({ filter: { ids: [] }, dryRun: true })).toMatchObject({ matched: 0 })
  })

  it('reaches no run of another project', async () => {
    const { agent } = await runsOf(1, 'fails', 'FAILED')
    const { agentId } = await database.prisma.run.findFirstOrThrow({ where: { agent: { slug: agent.slug } } })
    const other = { projectId: '01a1fc06-04c2-77c6-8fd1-f6493b2473ef', filter: { agent: { id: agentId } } }
    expect(await retry({ ...other, dryRun: true })).toMatchObject({ matched: 0 })
  })
})

describe('ADM-2 retryRuns', () => {
  it('retries each run once, however often and by however many it is called', async () => {
    const { agent, runIds } = await runsOf(3, 'fails', 'FAILED')
    const filter = { ...of(agent), status: ['FAILED'] as const, createdBefore: new Date() }
    const dry = await retry({ filter, dryRun: true })
    expect(dry.matched).toBe(3)
    expect(dry.runIds.toSorted()).toEqual(runIds.toSorted())
    const outcomes = await Promise.all([retry({ filter }), retry({ filter })])
    const made = new Set(outcomes.flatMap((outcome) => outcome.runIds))
    expect(outcomes.flatMap(({ failures }) => failures)).toEqual([])
    expect(made.size).toBe(3)
    expect(await retry({ filter })).toMatchObject({ matched: 0, runIds: [] })
    const rows = await database.prisma.run.findMany({ where: { id: { in: [...made] } } })
    expect(rows.map(({ forkedFromId }) => forkedFromId).toSorted()).toEqual(runIds.toSorted())
    expect(rows.map(({ triggeredBy }) => triggeredBy)).toEqual(['ann', 'ann', 'ann'])
    for (const id of made) await engine.finished(id)
  })

  it('says of each run that cannot be retried why', async () => {
    const agent = await engine.define(() => ({ text: 'Hi.' }), { busySession: 'REJECT' })
    const call = { projectId: engine.project.id, agent, input: 'Do it.', sessionKey: 'busy' }
    const first = await engine.finished((await engine.operations.triggerRun(call)).runId)
    held = Promise.withResolvers<void>()
    const busy = await engine.define(() => ({ text: '' }), { model: 'live/held' })
    const { runId } = await engine.operations.triggerRun({ ...call, agent: busy })
    await untilStatus(engine, database, runId, 'RUNNING')
    expect(await retry({ filter: of(agent) })).toMatchObject({
      matched: 1,
      runIds: [],
      failures: [{ runId: first.runId, code: 'SESSION_BUSY', message: expect.stringContaining('"busy"') }],
    })
    held.resolve()
    await engine.finished(runId)
  })
})

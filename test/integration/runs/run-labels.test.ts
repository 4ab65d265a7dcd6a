import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import type { UpdateRun } from '../../../src/domain/operations.ts'
import type { GivenLabels } from '../../../src/domain/run-labels.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { createLiveModel } from '../../support/live-model.ts'
import { definePlayer, play, playParts, runsOf } from '../../support/trees.ts'

const live = createLiveModel()

playParts(live)

const { database, engine } = await engineForFile({
  providers: [live],
  tools: [testTool('look', async () => 'seen')],
})
await definePlayer(engine)

const given = { tags: ['nightly', 'billing'], metadata: { customer: 42, region: 'eu', trial: false } }

const stored = { tags: ['billing', 'nightly'], metadata: given.metadata }

/** The tags and metadata of a run, and whether the rows of its tags say of it what its own row says. */
async function labelsOf(runId: string) {
  const { tags, metadata, ...run } = await database.prisma.run.findUniqueOrThrow({
    where: { id: runId },
    include: { tags: { orderBy: { tag: 'asc' } } },
  })
  for (const row of tags)
    expect(row).toMatchObject({ projectId: run.projectId, createdAt: run.createdAt, runId: run.id })
  return { tags: tags.map(({ tag }) => tag), metadata }
}

describe('RUN-10 a run has the tags and metadata', () => {
  test('of its trigger, each tag once; none of a trigger without any', async () => {
    const tags = [' nightly', 'billing', 'nightly ']
    expect(await labelsOf(await play(engine, {}, { ...given, tags }))).toEqual(stored)
    expect(await labelsOf(await play(engine, {}))).toEqual({ tags: [], metadata: {} })
    expect(await labelsOf(await play(engine, {}, { metadata: { n: 1 } }))).toEqual({
      tags: [],
      metadata: { n: 1 },
    })
  })

  test('of its parent, at every depth', async () => {
    const part = { turns: [[{ spawn: { turns: [[{ spawn: {} }]] } }, { spawn: {} }]] }
    const rootId = await play(engine, part, given)
    await engine.finished(rootId)
    const runs = await runsOf(database, rootId)
    expect(runs).toHaveLength(4)
    for (const { id } of runs) expect(await labelsOf(id)).toEqual(stored)
  })

  test('of the run that it forks, retries or replays', async () => {
    const { history } = engine.operations
    const runId = await play(engine, { turns: [[{ tool: 'look' }]] }, given)
    await engine.finished(runId)
    const origin = { projectId: engine.project.id, runId }
    const fork = await history.forkRun({ ...origin, afterStep: 1, input: 'Go on.' })
    const retry = await history.retryRun(origin)
    const replay = await history.replayRun({ ...origin, tools: 'RECORDED' })
    for (const made of [fork, retry, replay]) expect(await labelsOf(made.runId)).toEqual(stored)
  })

  test('of the run of a workflow', async () => {
    const { project, operations } = engine
    const plan = { actions: [{ name: 'see', type: 'TOOL', target: 'look', outputKey: 'seen' }] }
    await operations.workflows.createWorkflow({
      projectId: project.id,
      slug: 'report',
      definition: { name: 'Report', agent: 'player', plan },
    })
    const call = { projectId: project.id, workflow: { slug: 'report' }, idempotencyKey: 'once' }
    const { runId } = await operations.workflows.runWorkflow({ ...call, ...given })
    expect(await labelsOf(runId)).toEqual(stored)
    await expect(operations.workflows.runWorkflow(call)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    })
  })
})

test('RUN-10 RUN-8 tags and metadata are part of the input of an idempotency key', async () => {
  const first = await play(engine, {}, { ...given, idempotencyKey: 'labelled' })
  expect(await play(engine, {}, { ...given, idempotencyKey: 'labelled' })).toBe(first)
  await expect(
    play(engine, {}, { ...given, tags: ['other'], idempotencyKey: 'labelled' }),
  ).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
})

const many = (count: number) => Array.from({ length: count }, (_, n) => `tag-${n}`)

const entries = (count: number): Json => Object.fromEntries(many(count).map((key) => [key, true]))

test.each<[GivenLabels, readonly string[]]>([
  [{ tags: many(21) }, ['tags']],
  [{ tags: ['good', ' '] }, ['tags', '1']],
  [{ tags: ['x'.repeat(101)] }, ['tags', '0']],
  [{ tags: ['two\nlines'] }, ['tags', '0']],
  [{ tags: ['half \ud800'] }, ['tags', '0']],
  [{ metadata: ['list'] }, ['metadata']],
  [{ metadata: 'text' }, ['metadata']],
  [{ metadata: entries(51) }, ['metadata']],
  [{ metadata: { '': 1 } }, ['metadata']],
  [{ metadata: { ['k'.repeat(101)]: 1 } }, ['metadata']],
  [{ metadata: { 'nul \u0000': 1 } }, ['metadata']],
  [{ metadata: { deep: { a: 1 } } }, ['metadata', 'deep']],
  [{ metadata: { nothing: null } }, ['metadata', 'nothing']],
  [{ metadata: { long: 'x'.repeat(501) } }, ['metadata', 'long']],
  [{ metadata: { nul: '\u0000' } }, ['metadata', 'nul']],
])('RUN-10 a trigger is refused, and says where: %j', async (labels, path) => {
  await expect(play(engine, {}, labels)).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { path } })
})

test('RUN-10 takes as many tags and as much metadata as the bounds allow', async () => {
  const tags = many(20).map((tag) => tag.padEnd(100, '-'))
  const values = many(50).map((key) => [key.padEnd(100, '-'), 'v'.repeat(500)])
  const metadata = Object.fromEntries(values)
  expect(await labelsOf(await play(engine, {}, { tags, metadata }))).toEqual({
    tags: tags.toSorted(),
    metadata,
  })
})

describe('RUN-10 updateRun', () => {
  const update = (runId: string, change: Omit<UpdateRun, 'projectId' | 'runId'>) =>
    engine.operations.updateRun({ projectId: engine.project.id, runId, ...change })

  test('adds, removes and replaces tags, and sets and removes entries of the metadata', async () => {
    const runId = await play(engine, {}, given)
    await engine.finished(runId)
    await update(runId, { addTags: ['urgent', 'billing'], removeTags: ['nightly', 'unknown'] })
    expect(await labelsOf(runId)).toEqual({ ...stored, tags: ['billing', 'urgent'] })
    await update(runId, { tags: ['only', 'only '], metadata: { region: null, customer: 43, added: 'yes' } })
    expect(await labelsOf(runId)).toEqual({
      tags: ['only'],
      metadata: { customer: 43, trial: false, added: 'yes' },
    })
    await update(runId, {})
    expect(await labelsOf(runId)).toEqual({
      tags: ['only'],
      metadata: { customer: 43, trial: false, added: 'yes' },
    })
    await update(runId, { tags: [], metadata: { customer: null, trial: null, added: null } })
    expect(await labelsOf(runId)).toEqual({ tags: [], metadata: {} })
  })

  test('changes an active run without delaying it', async () => {
    const runId = await play(engine, { turns: [[{ tool: 'look' }], [{ tool: 'look' }]] })
    await engine.seen(runId, 'StepStarted')
    await update(runId, { addTags: ['seen'], metadata: { seen: true } })
    const run = await engine.finished(runId)
    expect(run.row).toMatchObject({ status: 'COMPLETED', recoveries: 0 })
    expect(await labelsOf(runId)).toEqual({ tags: ['seen'], metadata: { seen: true } })
  })

  test('loses no change of many at once, and keeps the bound of all together', async () => {
    const runId = await play(engine, {})
    await engine.finished(runId)
    const changes = many(30).map((tag) => update(runId, { addTags: [tag], metadata: { [tag]: 1 } }))
    const outcomes = await Promise.allSettled(changes)
    const made = many(30).filter((_, n) => outcomes[n]?.status === 'fulfilled')
    expect(made).toHaveLength(20)
    const { tags, metadata } = await labelsOf(runId)
    expect(tags).toEqual(made.toSorted())
    expect(metadata).toEqual(Object.fromEntries(made.map((tag) => [tag, 1])))
  })

  test.each<[Omit<UpdateRun, 'projectId' | 'runId'>, readonly string[]]>([
    [{ tags: ['a'], addTags: ['b'] }, ['tags']],
    [{ tags: ['a'], removeTags: ['b'] }, ['tags']],
    [{ addTags: ['a'], removeTags: ['a'] }, ['addTags']],
    [{ addTags: [''] }, ['addTags', '0']],
    [{ removeTags: ['x'.repeat(101)] }, ['removeTags', '0']],
    [{ tags: many(21) }, ['tags']],
    [{ addTags: many(19) }, ['addTags']],
    [{ metadata: 7 }, ['metadata']],
    [{ metadata: { deep: {} } }, ['metadata', 'deep']],
    [{ metadata: entries(48) }, ['metadata']],
  ])('is refused, says where, and changes nothing: %j', async (change, path) => {
    const runId = await play(engine, {}, given)
    await expect(update(runId, change)).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { path } })
    expect(await labelsOf(runId)).toEqual(stored)
  })

  test('knows no run of another project, and none whose tree is being removed', async () => {
    const runId = await play(engine, {}, given)
    await engine.finished(runId)
    const call = { runId, addTags: ['mine'] }
    await expect(engine.operations.updateRun({ projectId: uuidv7(), ...call })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await database.prisma.run.update({ where: { id: runId }, data: { removedAt: new Date() } })
    await expect(update(runId, { addTags: ['late'] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await labelsOf(runId)).toEqual(stored)
  })
})

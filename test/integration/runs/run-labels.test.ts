import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import type { GivenLabels } from '../../../src/domain/run-labels.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createTestEngine, type TestEngine, testTool } from '../../support/engine.ts'
import { createLiveModel } from '../../support/live-model.ts'
import { definePlayer, play, playParts, runsOf } from '../../support/trees.ts'

let database: TestDatabase

let engine: TestEngine

const live = createLiveModel()

playParts(live)

beforeAll(async () => {
  database = await createTestDatabase()
  engine = await createTestEngine(database, {
    providers: [live],
    tools: [testTool('look', async () => 'seen')],
  })
  await definePlayer(engine)
})

afterAll(async () => {
  await engine.close()
  await database.drop()
})

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

test('RUN-10 RUN-8 tags and metadata are part of what an idempotency key stands for', async () => {
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

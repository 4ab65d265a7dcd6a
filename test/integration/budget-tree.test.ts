import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effectiveLimits } from '../../src/domain/limits.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createTestEngine, type TestEngine } from '../support/engine.ts'
import { answer, createLiveModel } from '../support/live-model.ts'

const live = createLiveModel()
let database: TestDatabase
let engine: TestEngine

beforeAll(async () => {
  database = await createTestDatabase()
  engine = await createTestEngine(database, { providers: [live], concurrency: 20 })
})

afterAll(async () => {
  await engine.close()
  await database.drop()
})

test('LIM-9 sixteen children at once spend no more than their parent has, and stop softly', async () => {
  live.plays.root = async function* (request) {
    yield answer(request, 'Begun.')
  }
  const begun = Promise.withResolvers<void>()
  live.plays.child = async function* (request) {
    await begun.promise
    yield answer(request, 'Mine.')
  }
  const root = await engine.run(() => ({ text: '' }), {
    agent: { model: 'live/root' },
    trigger: { maxCostUsd: '0.06' },
  })
  const { slug } = await engine.define(() => ({ text: '' }), { model: 'live/child' })
  const { id: agentId } = await database.prisma.agent.findFirstOrThrow({ where: { slug } })
  const children = Array.from({ length: 16 }, () => uuidv7())
  for (const id of children) {
    await engine.services.runs.insert({
      id,
      projectId: engine.project.id,
      agentId,
      agentVersion: 1,
      sessionKey: null,
      busySession: 'ENQUEUE',
      parent: { runId: root.runId, rootId: root.runId, ancestorIds: [root.runId] },
      input: 'Do your part.',
      context: {},
      plan: null,
      workflow: null,
      effectiveLimits: effectiveLimits({}, {}, 1),
      idempotencyKey: null,
      inputHash: null,
    })
  }
  begun.resolve()
  const runs = await Promise.all(children.map((id) => engine.finished(id)))
  const spent = await database.prisma.modelCall.aggregate({
    where: { rootId: root.runId },
    _sum: { costUsd: true },
  })
  expect(String(spent._sum.costUsd)).toBe('0.06')
  expect(runs.filter(({ row }) => row.status === 'COMPLETED')).toHaveLength(5)
  const stopped = runs.filter(({ row }) => row.status === 'PAUSED')
  expect(stopped.map(({ row }) => row.terminationReason)).toEqual(Array(11).fill('COST_LIMIT'))
  const left = await database.prisma.reservation.count({ where: { projectId: engine.project.id } })
  expect(left).toBe(0)
})

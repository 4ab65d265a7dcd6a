import { expect, it } from 'vitest'
import { sequence } from '../../../src/models/scripted.ts'
import { testTool } from '../../support/engine.ts'
import { engineForTest } from '../../support/for-file.ts'

const answer = sequence({ text: 'Done.' })

it('LIM-12 of the runs that wait for a place the most urgent begins first, then the oldest', async () => {
  const release = Promise.withResolvers<void>()
  const wait = testTool('wait', async () => release.promise)
  const {
    engine,
    database: { prisma },
  } = await engineForTest({ tools: [wait] })
  await prisma.project.update({ where: { id: engine.project.id }, data: { maxConcurrentRuns: 1 } })
  const holding = sequence({ toolCalls: [{ name: 'wait', arguments: {} }] }, { text: 'Done.' })
  await engine.seen(await engine.trigger(holding), 'ActionStarted')
  const ids: string[] = []
  for (const priority of [0, 0, 7, -3]) ids.push(await engine.trigger(answer, { trigger: { priority } }))
  release.resolve()
  await Promise.all(ids.map((id) => engine.finished(id)))
  const begun = await prisma.eventSegment.findMany({
    where: { runId: { in: ids }, firstSeq: 1 },
    orderBy: { commitXid: 'asc' },
  })
  const [first, second, third, fourth] = ids
  expect(begun.map(({ runId }) => runId)).toEqual([third, first, second, fourth])
})

it('CTX-5 a run that is to begin later does not hold up its session, and begins no sooner', async () => {
  const {
    engine,
    database: { prisma },
  } = await engineForTest({})
  const startAt = new Date(Date.now() + 1_500)
  const later = await engine.trigger(answer, { trigger: { sessionKey: 'talk', startAt } })
  const now = await engine.trigger(answer, { trigger: { sessionKey: 'talk' } })
  expect((await engine.finished(now)).row.status).toBe('COMPLETED')
  expect(await prisma.run.findUnique({ where: { id: later } })).toMatchObject({ status: 'QUEUED', startAt })
  const { row } = await engine.finished(later)
  expect(row.startedAt?.getTime()).toBeGreaterThanOrEqual(startAt.getTime())
})

it.each([
  ['priority', { priority: 101 }],
  ['priority', { priority: 0.5 }],
  ['startAt', { startAt: new Date(Date.now() + 400 * 24 * 3_600_000) }],
])('API triggerRun refuses a %s that is out of bounds', async (field, trigger) => {
  const { engine } = await engineForTest({})
  const refused = engine.trigger(answer, { trigger })
  await expect(refused).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining(field),
  })
})

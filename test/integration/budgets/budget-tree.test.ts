import { expect, test } from 'vitest'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()

const { database, engine } = await engineForFile({ providers: [live], concurrency: 20 })

test('LIM-9 SUB-3 sixteen children at once spend no more than their parent has, and stop softly', async () => {
  const { slug } = await engine.define(() => ({ text: '' }), { model: 'live/child' })
  live.plays.root = async function* (request) {
    const isFirst = request.messages.length === 1
    const calls = Array.from({ length: 16 }, (_, n) => ({
      name: 'spawn_agent',
      arguments: { agent: slug, input: `Do part ${n}.` },
    }))
    yield answer(request, isFirst ? '' : 'Done.', isFirst ? calls : [])
  }
  live.plays.child = async function* (request) {
    yield answer(request, 'Mine.')
  }
  const root = await engine.run(() => ({ text: '' }), {
    // Which of them are stopped side by side is chance; that many like errors in a row would ask a human (LIM-7).
    agent: { model: 'live/root', subagents: [slug], maxParallel: 16, maxIdenticalErrors: 100 },
    trigger: { maxCostUsd: '0.06' },
  })
  const runs = await database.prisma.run.findMany({ where: { parentId: root.runId } })
  const spent = await database.prisma.modelCall.aggregate({
    where: { rootId: root.runId },
    _sum: { costUsd: true },
  })
  expect(String(spent._sum.costUsd)).toBe('0.06')
  expect(runs.filter(({ status }) => status === 'COMPLETED')).toHaveLength(5)
  const stopped = runs.filter(({ status }) => status === 'PAUSED')
  expect(stopped.map(({ terminationReason }) => terminationReason)).toEqual(Array(11).fill('COST_LIMIT'))
  expect(root.row).toMatchObject({ status: 'PAUSED', terminationReason: 'COST_LIMIT' })
  expect(root.of('ActionFailed').map(({ errorCode }) => errorCode)).toEqual(Array(11).fill('CHILD_STOPPED'))
  const left = await database.prisma.reservation.count({ where: { projectId: engine.project.id } })
  expect(left).toBe(0)
})

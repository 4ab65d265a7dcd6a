import { describe, expect, test } from 'vitest'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()

let open = Promise.withResolvers<void>()

const hold = testTool('hold', async () => {
  await open.promise
  return 'held'
})

const { database, engine } = await engineForFile({ providers: [live], tools: [hold] })

/** A run that is in its first step, whose agent is so sure of itself when it is asked. */
async function startedRun(name: string, confidence: number) {
  open = Promise.withResolvers()
  live.plays[name] = async function* (request) {
    if (request.responseFormat?.name === 'confidence')
      return yield answer(request, JSON.stringify({ confidence, reason: 'So it seems.' }))
    const turn = request.messages.filter(({ role }) => role === 'assistant').length
    yield turn < 3 ? answer(request, '', [{ name: 'hold', arguments: { turn } }]) : answer(request, 'Done.')
  }
  const runId = await engine.trigger(() => ({ text: '' }), { agent: { model: `live/${name}` } })
  await engine.seen(runId, 'ActionStarted')
  return { runId, call: { projectId: engine.project.id, runId } }
}

const asksOf = (runId: string) => database.prisma.modelCall.count({ where: { runId, purpose: 'CONFIDENCE' } })

describe('a caller that asks for the confidence of the agent', () => {
  test('JDG-3 EVT-11 has it asked once, after the next step; a sure one goes on', async () => {
    const { runId, call } = await startedRun('sure', 0.9)
    await engine.operations.checkConfidence({ ...call, by: 'Kim' })
    open.resolve()
    const { row, of } = await engine.finished(runId)
    expect(of('ConfidenceRequested')).toEqual([{ requestedBy: 'Kim', receivedAt: expect.any(String) }])
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
    expect(await asksOf(runId)).toBe(1)
    const steps = await database.prisma.step.findMany({ where: { runId }, orderBy: { number: 'asc' } })
    const asked = steps.find(({ validation }) => JSON.stringify(validation)?.includes('confidence'))
    expect(asked?.validation).toMatchObject({ confidence: { confidence: 0.9, cause: 'REQUESTED' } })
  })

  test('JDG-3 one that is not sure is put before a human', async () => {
    const { runId, call } = await startedRun('unsure', 0.2)
    await engine.operations.checkConfidence(call)
    open.resolve()
    await engine.seen(runId, 'GateOpened')
    const run = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
    expect(run.status).toBe('WAITING')
  })

  test('JDG-3 is refused where the run has ended', async () => {
    const { runId, call } = await startedRun('over', 1)
    open.resolve()
    await engine.finished(runId)
    await expect(engine.operations.checkConfidence(call)).rejects.toMatchObject({ code: 'RUN_NOT_ACTIVE' })
  })
})

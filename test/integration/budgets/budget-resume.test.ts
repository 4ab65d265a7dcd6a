import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { ResumeRun } from '../../../src/domain/operations.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { testTool } from '../../support/engine.ts'
import { engineForTest } from '../../support/for-file.ts'
import { openForest } from './budget-forest.ts'

const at = new Date('2026-11-21T12:00:00Z')

describe('a resumed run', () => {
  const count = testTool('count', async (args) => args)
  const turn = (n: number) => ({ toolCalls: [{ name: 'count', arguments: { n } }] })

  /** Pauses a run after one step, lets a child of it spend, and resumes it. */
  async function resumed(more: Partial<ResumeRun>, agent: { maxCostUsd?: string; maxTokens?: number }) {
    const { engine, database: own } = await engineForTest({ tools: [count] })
    const paused = await engine.run(sequence(turn(1), turn(2), turn(3), { text: 'Done.' }), {
      agent: { maxSteps: 1, ...agent },
    })
    const { projectId } = await own.prisma.run.findUniqueOrThrow({ where: { id: paused.runId } })
    const children = await openForest(own.pool)
    const parent = { id: paused.runId, epoch: 1, projectId, ancestorIds: [] }
    const [child] = await children.plant(projectId, [{ parent }])
    if (!child) throw new Error('Nothing was planted.')
    await own.pool.query(`update "Run" set status = 'COMPLETED' where id = $1`, [child.id])
    await children.record(child, { messageId: uuidv7(), costUsd: '0.5', inputTokens: 1_000, at })
    await own.pool.query(`delete from "Budget"`)
    const spent = await engine.services.budgets.spent(paused.runId)
    await engine.operations.resumeRun({ projectId, runId: paused.runId, ...more })
    const row = await own.prisma.run.findUniqueOrThrow({ where: { id: paused.runId } })
    await engine.finished(paused.runId, paused.events.length)
    return { spent, effective: row.effectiveLimits }
  }

  test('LIM-9 RUN-5 gets its money and tokens on top of its usage and that of the runs below it', async () => {
    const limits = await resumed({ maxCostUsd: '2', maxTokens: 50_000 }, {})
    expect(limits).toMatchObject({ spent: { costUsd: expect.stringMatching(/^0\.5[1-9]/) } })
    const { spent, effective } = JSON.parse(JSON.stringify(limits))
    expect(effective.maxCostUsd).toEqual({
      value: (Number(spent.costUsd) + 2).toString(),
      source: 'resume',
      initial: null,
      initialSource: 'default',
    })
    expect(effective.maxTokens).toMatchObject({ value: spent.tokens + 50_000, source: 'resume' })
    expect(effective.maxTokens).toMatchObject({ initial: 10_000_000, initialSource: 'project' })
  })

  test('LIM-9 RUN-5 absent limits are granted anew as they were at first', async () => {
    const { spent, effective } = JSON.parse(JSON.stringify(await resumed({}, { maxTokens: 60_000 })))
    expect(effective.maxTokens).toMatchObject({
      value: spent.tokens + 60_000,
      source: 'resume',
      initial: 60_000,
    })
    expect(effective.maxCostUsd).toMatchObject({ value: null })
  })

  test('LIM-9 a number of tokens that is none is refused, by the trigger too', async () => {
    const {
      engine: { operations, project, trigger },
    } = await engineForTest({ tools: [count] })
    const refusal = { code: 'INVALID_INPUT', data: { path: ['maxTokens'] } }
    for (const maxTokens of [0, -1, 1.5, 1e16]) {
      const call = { projectId: project.id, runId: uuidv7(), maxTokens }
      await expect(operations.resumeRun(call)).rejects.toMatchObject(refusal)
      const triggered = trigger(sequence({ text: 'x' }), { trigger: { maxTokens } })
      await expect(triggered).rejects.toMatchObject(refusal)
    }
  })
})

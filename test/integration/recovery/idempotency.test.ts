import { describe, expect, test } from 'vitest'
import type { TriggerRun } from '../../../src/domain/operations.ts'
import { createTestEngine } from '../../support/engine.ts'
import { engineForFile, forTest } from '../../support/for-file.ts'

const { database, engine } = await engineForFile()
const agent = await engine.define(() => ({ text: 'Done.' }))
const call = { projectId: engine.project.id, agent, input: 'Do it.', context: { a: 1, b: [2] }, maxSteps: 3 }

const trigger = (more: Partial<TriggerRun>) => engine.operations.triggerRun({ ...call, ...more })

describe('the idempotency key', () => {
  test('RUN-8 fifty triggers at once with one key make one run', async () => {
    const same = { idempotencyKey: 'fifty', sessionKey: 'same session' }
    const all = await Promise.all(Array.from({ length: 50 }, () => trigger(same)))
    expect(new Set(all.map((answer) => answer.runId)).size).toBe(1)
    expect(await database.prisma.run.count({ where: { idempotencyKey: 'fifty' } })).toBe(1)
    const { types } = await engine.finished(all[0]?.runId ?? '')
    expect(types.filter((type) => type === 'RunStarted')).toHaveLength(1)
  })

  test('RUN-8 the same fields in another order are the same input, also after the run has ended', async () => {
    const first = await trigger({ idempotencyKey: 'order' })
    await engine.finished(first.runId)
    const again = await trigger({ idempotencyKey: 'order', context: { b: [2], a: 1 }, timeoutMs: undefined })
    expect(again).toEqual(first)
  })

  test.for([
    { input: 'Do something else.' },
    { context: { a: 1, b: [3] } },
    { maxSteps: 4 },
    { maxSteps: undefined },
    { timeoutMs: 1_000 },
    { maxCostUsd: '1' },
    { sessionKey: 's' },
    { priority: 1 },
    { startAt: new Date('2026-01-01') },
  ] satisfies Partial<TriggerRun>[])(
    'RUN-8 the same key with %o is a conflict, and stores nothing',
    async (other) => {
      const idempotencyKey = `conflict ${JSON.stringify(other)} ${Object.keys(other).join()}`
      await trigger({ idempotencyKey })
      const before = await database.prisma.run.count()
      await expect(trigger({ idempotencyKey, ...other })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
        data: { key: idempotencyKey },
        message: expect.stringContaining('priority and startAt'),
      })
      expect(await database.prisma.run.count()).toBe(before)
    },
  )

  test('RUN-8 another agent under the same key is a conflict; its id instead of its slug is not', async () => {
    const { runId } = await trigger({ idempotencyKey: 'agent' })
    const { agentId } = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
    expect(await trigger({ idempotencyKey: 'agent', agent: { id: agentId } })).toEqual({ runId })
    const agent = await engine.define(() => ({ text: 'Another.' }))
    await expect(trigger({ idempotencyKey: 'agent', agent })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    })
  })

  test('RUN-8 a key belongs to its project', async () => {
    const other = forTest(await createTestEngine(database))
    const { runId } = await trigger({ idempotencyKey: 'shared' })
    const elsewhere = await other.trigger(() => ({ text: 'x' }), { trigger: { idempotencyKey: 'shared' } })
    expect(elsewhere).not.toBe(runId)
  })

  test('RUN-8 without a key each trigger is a run', async () => {
    const [one, two] = await Promise.all([trigger({}), trigger({})])
    expect(one.runId).not.toBe(two.runId)
  })
})

describe('input of a trigger', () => {
  test.for([
    [{ input: '' }, 'INVALID_INPUT', 'input'],
    [{ input: ' \n' }, 'INVALID_INPUT', 'input'],
    [{ input: 'a\u0000b' }, 'INVALID_INPUT', 'input'],
    [{ input: 'ü'.repeat(524_289) }, 'INPUT_TOO_LARGE', 'input'],
    [{ maxSteps: 0 }, 'INVALID_INPUT', 'maxSteps'],
    [{ maxSteps: 1.5 }, 'INVALID_INPUT', 'maxSteps'],
    [{ timeoutMs: 604_800_001 }, 'INVALID_INPUT', 'timeoutMs'],
    [{ maxCostUsd: '0' }, 'INVALID_INPUT', 'maxCostUsd'],
    [{ maxCostUsd: '1e3' }, 'INVALID_INPUT', 'maxCostUsd'],
    [{ sessionKey: '' }, 'INVALID_INPUT', 'sessionKey'],
    [{ idempotencyKey: 'k'.repeat(201) }, 'INVALID_INPUT', 'idempotencyKey'],
    [{ context: [1] }, 'INVALID_INPUT', 'context'],
    [{ context: { a: 'x'.repeat(1_048_576) } }, 'INPUT_TOO_LARGE', 'context'],
  ] as const)('RUN-8 is checked before anything is stored: %o', async ([more, code, field]) => {
    const before = await database.prisma.run.count()
    await expect(trigger(more)).rejects.toMatchObject({ code, data: { path: [field] } })
    expect(await database.prisma.run.count()).toBe(before)
  })

  test('RUN-8 an agent that is not there is not found', async () => {
    await expect(trigger({ agent: { slug: 'nobody' } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

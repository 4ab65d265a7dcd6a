import { describe, expect, test } from 'vitest'
import type { Tool, ToolContext, ToolEffect } from '../../../src/domain/tool.ts'
import { Worker } from '../../../src/engine/worker/worker.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { makeRowsCurrent } from '../../support/current-rows.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile, engineForTest } from '../../support/for-file.ts'
import { loseOwner } from '../../support/lose-owner.ts'

const contexts: ToolContext[] = []

/** Its first call in a run takes its owner away when the start of the call is durable. */
function falling(effect: ToolEffect): Tool {
  const execute = async (_args: unknown, context: ToolContext) => {
    const { runId } = context
    contexts.push(context)
    if (callsOf(runId).length > 1) return 'second'
    const running = async () => {
      await makeRowsCurrent(database)
      return database.prisma.action.count({ where: { runId, status: 'RUNNING' } })
    }
    await expect.poll(running).toBe(1)
    await loseOwner(database, runId)
    return 'first'
  }
  return testTool(effect, execute, { effect })
}

const callsOf = (runId: string) => contexts.filter((context) => context.runId === runId)

const { database, engine } = await engineForFile({
  tools: [falling('read'), falling('idempotent'), falling('once')],
})

const script = (tool: ToolEffect) =>
  sequence({ toolCalls: [{ name: tool, arguments: {} }] }, { text: 'Done.' })

describe('a call that its owner left running', () => {
  test.for(['read', 'idempotent'] as const)(
    'TAS-5 is repeated when it is %s, under the same key',
    async (effect) => {
      const { row, runId, of } = await engine.run(script(effect))
      expect(row).toMatchObject({ status: 'COMPLETED', recoveries: 1 })
      expect(of('ActionCompleted')).toMatchObject([{ output: 'second' }])
      expect(callsOf(runId).map((call) => call.idempotencyKey)).toEqual(Array(2).fill(`${runId}/1/${effect}`))
      expect(await database.prisma.action.findFirst({ where: { runId } })).toMatchObject({ attempt: 2 })
    },
  )

  test('TAS-5 never is when it is once: the model reads that its outcome is unknown', async () => {
    const { row, runId, of } = await engine.run(script('once'))
    expect(row).toMatchObject({ status: 'COMPLETED', recoveries: 1, summary: 'Done.' })
    expect(callsOf(runId)).toHaveLength(1)
    expect(of('ActionFailed')).toMatchObject([{ errorCode: 'OUTCOME_UNKNOWN' }])
    const told = await database.prisma.message.findFirst({ where: { runId, role: 'TOOL' } })
    expect(told?.content).toMatchObject({
      isError: true,
      text: expect.stringMatching(/not repeated.*unknown/),
    })
  })

  test('TAS-5 the answer that asked for it is not paid for again', async () => {
    const { runId, of, row } = await engine.run(script('read'))
    expect(await database.prisma.modelCall.count({ where: { runId } })).toBe(2)
    expect(of('RunCompleted')).toMatchObject([{ usage: { requests: 2, costUsd: '0.02' } }])
    expect(row.epoch).toBe(3)
  })

  test('DUR-1 the log stays whole: no number twice, no step twice, one end', async () => {
    const { events, of } = await engine.run(script('once'))
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
    expect(of('StepStarted')).toHaveLength(2)
    expect(of('StepCompleted')).toHaveLength(2)
    expect(of('RunRecovered')).toEqual([{ recoveries: 1 }])
    expect(of('RunCompleted')).toHaveLength(1)
  })
})

/** Its first call never ends; `started` tells that it began. */
function hanging(effect: ToolEffect) {
  const started = Promise.withResolvers<void>()
  const calls: ToolContext[] = []
  const execute = (_args: unknown, context: ToolContext) => {
    calls.push(context)
    started.resolve()
    return calls.length > 1 ? Promise.resolve('second') : new Promise(() => {})
  }
  return { started: started.promise, calls, tool: testTool(effect, execute, { effect }) }
}

describe('a call that is cut off', () => {
  test.for([
    { effect: 'read', calls: 2, end: 'ActionCompleted' },
    { effect: 'idempotent', calls: 2, end: 'ActionCompleted' },
    { effect: 'once', calls: 1, end: 'ActionFailed' },
  ] as const)(
    'TAS-5 DUR-4 by a shutdown is, when it is $effect, to the next owner as after a crash',
    async ({ effect, calls, end }) => {
      const cut = hanging(effect)
      const { engine } = await engineForTest({ tools: [cut.tool] })
      const runId = await engine.trigger(script(effect))
      await cut.started
      await engine.worker.close(0)
      const next = new Worker({ services: engine.services, concurrency: 1, leaseMs: 10_000 })
      next.start()
      try {
        const { row, types } = await engine.finished(runId)
        expect(row).toMatchObject({ status: 'COMPLETED', recoveries: 0, epoch: 2 })
        expect(types.filter((type) => type === 'ActionCompleted' || type === 'ActionFailed')).toEqual([end])
        expect(new Set(cut.calls.map((call) => call.idempotencyKey)).size).toBe(1)
        expect(cut.calls).toHaveLength(calls)
      } finally {
        await next.close(0)
      }
    },
  )

  test.for([
    { effect: 'read', errorCode: 'TOOL_INTERRUPTED' },
    { effect: 'once', errorCode: 'OUTCOME_UNKNOWN' },
  ] as const)('TAS-5 by an abort is $errorCode when it is $effect', async ({ effect, errorCode }) => {
    const cut = hanging(effect)
    const { engine } = await engineForTest({ tools: [cut.tool] })
    const runId = await engine.trigger(script(effect))
    await cut.started
    await engine.operations.abortRun({ projectId: engine.project.id, runId })
    expect((await engine.finished(runId)).of('ActionFailed')).toMatchObject([{ errorCode }])
  })
})

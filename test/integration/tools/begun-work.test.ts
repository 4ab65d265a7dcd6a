import { expect, test } from 'vitest'
import { CallAsks } from '../../../src/domain/call-dialog.ts'
import type { Tool } from '../../../src/domain/tool.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { engineForTest, forTest } from '../../support/for-file.ts'
import { decide, openGates, untilStatus } from '../../support/gates.ts'

async function outcomeOf(execute: Tool['execute'], more: Partial<Tool> = {}) {
  const { engine, database } = await engineForTest({ tools: [testTool('work', execute, more)] })
  const script = sequence({ text: '', toolCalls: [{ name: 'work', arguments: {} }] }, { text: 'Done.' })
  const { of, runId } = await engine.run(script, { agent: { tools: ['work'] } })
  const [action] = await database.prisma.action.findMany({ where: { runId } })
  return { of, action }
}

test('TAS-15 the id of work that goes on elsewhere is kept with the call until the call forgets it', async () => {
  const keys: string[] = []
  const { action } = await outcomeOf(async (_args, context) => {
    const start = (key: string) => {
      keys.push(key)
      return { job: keys.length }
    }
    const first = await context.begin('job', start)
    await expect(context.begin('job', start)).rejects.toThrow('is used twice')
    first?.forget()
    const second = await context.begin('job', start)
    return [first?.id, second?.id, await context.begin('none', () => null)]
  })
  expect(action).toMatchObject({
    output: [{ job: 1 }, { job: 2 }, null],
    audit: { steps: { job: { state: 'begun', value: { job: 2 } } } },
  })
  expect(new Set(keys).size).toBe(1)
})

test('TAS-15 a once call begins its work once, and says so before', async () => {
  const { action } = await outcomeOf(
    async (_args, context) => {
      const work = await context.begin('job', () => 'job-1')
      work?.forget()
      await expect(context.begin('job', () => 'job-2')).rejects.toThrow('is used twice')
      return work?.id
    },
    { effect: 'once', isResumable: true },
  )
  expect(action).toMatchObject({ status: 'SUCCEEDED', output: 'job-1' })
  const refused = await outcomeOf(async (_args, context) => context.begin('job', () => 'job-1'), {
    effect: 'once',
  })
  expect(refused.of('ActionFailed')[0]?.error).toMatch(/declare it with isResumable: true/)
})

test('TAS-15 LIM-12 the work is cancelled where the time of the call is up, and not where it ends well', async () => {
  const cancelled: string[] = []
  const cancel = (id: string) => void cancelled.push(id)
  await outcomeOf(async (_args, context) => (await context.begin('job', () => 'short', cancel))?.id)
  expect(cancelled).toEqual([])
  const { of } = await outcomeOf(
    async (_args, context) => {
      await context.begin('job', () => 'long', cancel)
      return new Promise(() => undefined)
    },
    { timeoutMs: 300 },
  )
  expect(of('ActionFailed')).toMatchObject([{ errorCode: 'TOOL_TIMEOUT' }])
  expect(cancelled).toEqual(['long'])
})

test('TAS-15 ELICIT-1 a once call that asks before its work has begun begins it behind the answer', async () => {
  let begun = 0
  const execute: Tool['execute'] = async (_args, context) => {
    const work = await context.begin('job', async () => {
      begun += 1
      const resumed = (await context.dialog?.resumed()) ?? null
      if (resumed === null) throw new CallAsks([{ question: 'Which one?' }], { of: 'job' })
      return { state: resumed.state, status: resumed.outcomes[0]?.status ?? null }
    })
    return work?.id
  }
  const tool = testTool('work', execute, { effect: 'once', isResumable: true })
  const { engine, database } = await engineForTest({ tools: [tool] })
  const script = sequence({ text: '', toolCalls: [{ name: 'work', arguments: {} }] }, { text: 'Done.' })
  const runId = await engine.trigger(script, { agent: { tools: ['work'] } })
  await untilStatus(engine, database, runId, 'WAITING')
  const [waiting] = await database.prisma.action.findMany({ where: { runId } })
  expect(waiting?.audit).toMatchObject({ steps: { 'asked 1': { state: 'done' } } })
  expect(waiting?.audit).not.toHaveProperty(['steps', 'job'])
  const [gate] = await openGates(database, runId)
  await decide(engine, gate?.id, 'ANSWER', { answer: { answer: 'This one.' } })
  expect((await engine.finished(runId)).row.status).toBe('COMPLETED')
  const [action] = await database.prisma.action.findMany({ where: { runId } })
  expect(action).toMatchObject({
    status: 'SUCCEEDED',
    output: { state: { of: 'job' }, status: 'ANSWERED' },
    audit: { steps: { job: { state: 'begun' } } },
  })
  expect(begun).toBe(2)
})

test('TAS-15 DUR-1 the work of a run that is aborted at rest is cancelled, once more where a process dies over it, and nothing else is done', async () => {
  const done: string[] = []
  const hung = Promise.withResolvers<void>()
  const at = (process: string) =>
    testTool(
      'work',
      async (_args, context) => {
        await context.step('before', () => void done.push(`${process} before`))
        const start = (id: string) => () => {
          done.push(`${process} starts ${id}`)
          return id
        }
        const cancel = async (id: string) => {
          const isFirst = done.push(`${process} cancels ${id}`) < 4
          if (process === 'third' && isFirst) throw new Error('It is away.')
          if (process !== 'second') return
          hung.resolve()
          await new Promise(() => undefined)
        }
        await context.begin('one', start('one'), cancel)
        const two = await context.begin('two', start('two'), cancel)
        done.push(`${process} goes on`)
        await context.waitUntil('later', new Date(Date.now() + 3_600_000))
        return two?.id
      },
      { effect: 'once', isResumable: true },
    )
  const { engine, database } = await engineForTest({ tools: [at('first')] })
  const script = sequence({ text: '', toolCalls: [{ name: 'work', arguments: {} }] }, { text: 'Done.' })
  const runId = await engine.trigger(script, { agent: { tools: ['work'] } })
  await untilStatus(engine, database, runId, 'WAITING')
  const { scripts, project } = engine
  await engine.close()
  expect(done.splice(0)).toEqual(['first before', 'first starts one', 'first starts two', 'first goes on'])

  const leaseMs = 1_000
  const second = await createTestEngine(database, { scripts, project, leaseMs, tools: [at('second')] })
  await second.operations.abortRun({ projectId: project.id, runId, reason: 'Not needed.', by: 'ops' })
  await hung.promise
  await second.die()
  const third = forTest(await createTestEngine(database, { scripts, project, tools: [at('third')] }))
  const { row, of } = await third.finished(runId)
  expect(row.status).toBe('CANCELLED')
  expect(of('ActionFailed')).toHaveLength(1)
  const cancels = (process: string) => [`${process} cancels one`, `${process} cancels two`]
  // It is tried again.
  expect(done).toEqual([...cancels('second'), ...cancels('third'), 'third cancels one'])
})

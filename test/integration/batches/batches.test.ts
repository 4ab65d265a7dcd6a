import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/domain/json.ts'
import { agent, hasResult, lookAndSay, openBatchStage, say } from '../../support/batch-stage.ts'
import { eventually } from '../../support/eventually.ts'
import { forFile, forTest } from '../../support/for-file.ts'
import { untilStatus } from '../../support/gates.ts'
import { shiftedClock } from '../../support/shifted-clock.ts'

const stage = forFile(await openBatchStage())
const { server, database, callsOf } = stage
const engine = await stage.open()
const pricing = 'BATCH' as const

beforeEach(() => {
  Object.assign(server, {
    isFast: true,
    isPaid: false,
    answer: lookAndSay,
    onRequest: () => undefined,
    sort: (lines: readonly unknown[]) => lines,
  })
  server.direct.splice(0)
  server.asked.splice(0)
})

// An engine of one test, which may be slow or without batches, would take runs of the next.
afterEach(() => stage.shutAll(engine))

const start = (trigger = {}, more = {}) =>
  engine.trigger(() => ({}), { agent: { ...agent, ...more }, trigger: { pricing, ...trigger } })

const waiting = (runId: string) => untilStatus(engine, database, runId, 'WAITING')

const warnings = (run: Awaited<ReturnType<typeof engine.finished>>) =>
  run.of('Warning').map(({ code, message }) => `${code} ${message}`)

const unsettled = () => database.prisma.batchCall.count({ where: { settledAt: null } })

describe('runs with the pricing BATCH', () => {
  test('BATCH-2 wait without an owner, and their requests are kept sealed', async () => {
    server.isFast = false
    const secret = 'What grows in the garden of Hesperides?'
    const runId = await start({ input: secret })
    await waiting(runId)
    const row = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
    expect(row).toMatchObject({ leaseOwner: null, batchDeadlineMs: 86_400_000 })
    const [gate] = await database.prisma.gate.findMany({ where: { runId } })
    expect(gate).toMatchObject({ kind: 'BATCH', status: 'OPEN', actionId: null })
    const [call] = await database.prisma.batchCall.findMany({ where: { runId } })
    expect(String(Buffer.from(call?.request ?? []))).not.toContain('Hesperides')
    server.isFast = true
    expect((await engine.finished(runId)).row.summary).toBe('A tree.')
    const after = await database.prisma.batchCall.findMany({ where: { runId } })
    for (const { request, response } of after) {
      expect(request).toBeNull()
      expect(String(Buffer.from(response ?? []))).not.toContain('resp_1')
    }
  })

  test('BATCH-3 take the first answer of two, and none to a request that was never sent', async () => {
    const other = await start()
    server.sort = (lines) => {
      const [line = {}] = lines
      const second = (given: JsonObject) => ({
        ...given,
        response: { status_code: 200, body: say('No.').body },
      })
      const strangers = [randomUUID(), 'no id', other, ''].map((custom_id) => second({ ...line, custom_id }))
      return [...strangers, second({ ...line, custom_id: 7 }), ...lines, ...lines.map(second), { odd: [] }]
    }
    const run = await engine.finished(await start())
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'A tree.' })
    expect(await callsOf(run.runId)).toHaveLength(2)
    expect((await engine.finished(other)).row.summary).toBe('A tree.')
  })

  test.for([99_999, 204, 0.5])('BATCH-2 take the status %s for an error of the provider', async (status) => {
    server.answer = () => ({ status, body: { error: { message: 'Odd.' } } })
    const modelRetry = { maxAttempts: 1, baseMs: 1, capMs: 1 }
    const run = await engine.finished(await start({}, { modelRetry }))
    expect(run.row.status).toBe('FAILED')
    expect((await callsOf(run.runId)).map(({ errorCode }) => errorCode)).toEqual(['OVERLOADED'])
    await eventually(unsettled).toBe(0)
  })

  test('BATCH-3 are sent once each by two dispatchers, and answered in any order', async () => {
    await stage.open({ project: engine.project, scripts: engine.scripts })
    server.sort = (lines) => lines.toReversed()
    const runIds = await Promise.all(Array.from({ length: 12 }, (_, at) => start({ input: `Number ${at}` })))
    const runs = await Promise.all(runIds.map((runId) => engine.finished(runId)))
    expect(runs.map(({ row }) => row.summary)).toEqual(runIds.map(() => 'A tree.'))
    for (const runId of runIds) {
      const calls = await callsOf(runId)
      expect(calls.map((call) => call.pricing)).toEqual(['BATCH', 'BATCH'])
      for (const { messageId } of calls) {
        const sent = server.batched.get(messageId)
        const of = JSON.stringify(sent?.input)
        expect(of).toContain(`Number ${runIds.indexOf(runId)}"`)
      }
    }
  })

  test('BATCH-3 ask again in the next batch where one ended without their answer', async () => {
    const lost = new Set<string>()
    server.answer = (body, id) => {
      if (hasResult(body) || lost.size > 0) return lookAndSay(body)
      lost.add(id)
      return null
    }
    const run = await engine.finished(await start())
    expect(run.row.summary).toBe('A tree.')
    const [first] = await database.prisma.batchCall.findMany({ where: { id: [...lost][0] ?? '' } })
    expect(first).toMatchObject({ sends: 2, state: 'ANSWERED' })
    expect(await callsOf(run.runId)).toHaveLength(2)
  })

  test('BATCH-2 fail over and retry by the rules of every call', async () => {
    let tries = 0
    server.answer = (body) => {
      tries += 1
      if (tries === 1) return { status: 500, body: { error: { message: 'Oops.', type: 'server_error' } } }
      return lookAndSay(body)
    }
    const run = await engine.finished(await start())
    expect(run.row.summary).toBe('A tree.')
    const calls = await callsOf(run.runId)
    expect(calls.map(({ attempt, errorCode, pricing: of }) => [attempt, errorCode, of])).toEqual([
      [1, 'OVERLOADED', 'BATCH'],
      [2, null, 'BATCH'],
      [1, null, 'BATCH'],
    ])
  })

  test('BATCH-2 end as other runs do where the model refuses their request', async () => {
    const error = { message: 'Too rude.', type: 'invalid_request_error', code: 'invalid_prompt' }
    server.answer = () => ({ status: 400, body: { error } })
    const run = await engine.finished(
      await start({}, { modelRetry: { maxAttempts: 2, baseMs: 1, capMs: 1 } }),
    )
    expect(run.row).toMatchObject({ status: 'FAILED' })
    expect(run.row.errorMessage).toContain('Too rude.')
    expect(server.direct).toEqual([])
  })

  test('BATCH-1 ask a server without batches at the full price, with one Warning', async () => {
    server.onRequest = (route) => (route === 'POST /v1/files' ? 404 : undefined)
    const run = await engine.finished(await start())
    expect(run.row.summary).toBe('A tree.')
    expect(warnings(run)).toEqual([
      expect.stringMatching(
        /^BATCH_LEFT openai\/gpt-5.6-sol is asked at the full price: .*As the test wants it/,
      ),
    ])
    expect((await callsOf(run.runId)).map((call) => call.pricing)).toEqual([null, null])
    expect(server.direct).toHaveLength(2)
  })

  test('BATCH-1 ask a provider without batches at the full price, with one Warning', async () => {
    const run = await engine.run(() => ({ text: 'Done.' }), { trigger: { pricing } })
    expect(warnings(run)).toEqual([
      expect.stringMatching(/^BATCH_LEFT .* is asked at the full price: scripted has no batch API\.$/),
    ])
  })

  test('BATCH-1 ask at the full price where no key is there to keep requests with', async () => {
    const open = await stage.open({ vault: null })
    const run = await open.run(() => ({}), { agent, trigger: { pricing } })
    expect(run.row.summary).toBe('A tree.')
    expect(warnings(run)[0]).toContain('RUNGRAPH_ENCRYPTION_KEY')
  })

  test('BATCH-4 go on at the full price after their deadline, and book the answer that came late', async () => {
    Object.assign(server, { isFast: false, isPaid: true })
    const runId = await start({ batchDeadlineMs: 2_500 })
    const run = await engine.finished(runId)
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'A tree.' })
    expect(warnings(run)).toEqual([
      'BATCH_LEFT openai/gpt-5.6-sol is asked at the full price: the deadline of its batches is over.',
    ])
    // Nobody waits for it: it is cancelled, and what was answered by then is paid.
    await eventually(() => server.asked).toContain('POST /v1/batches/:id/cancel')
    await eventually(() => unsettled()).toBe(0)
    await eventually(async () => (await callsOf(runId)).map((call) => call.pricing).sort()).toEqual([
      'BATCH',
      null,
      null,
    ])
    expect(await database.prisma.reservation.count({ where: { runId } })).toBe(0)
  })

  test('BATCH-4 book an answer once that came after their deadline, before their next owner looked', async () => {
    Object.assign(server, { isFast: false, isPaid: true })
    const own = await stage.open({
      replaceBatches: (store) => ({
        ...store,
        find: async (callId) => {
          // Who settles it reads the answer, too.
          const isAnswered = (await store.find(callId))?.state === 'ANSWERED'
          if (!isAnswered) await eventually(() => unsettled()).toBe(0)
          return store.find(callId)
        },
      }),
    })
    const run = await own.run(() => ({}), { agent, trigger: { pricing, batchDeadlineMs: 2_500 } })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'A tree.' })
    const paid = async () => (await callsOf(run.runId)).map((call) => `${call.pricing} ${call.errorCode}`)
    await eventually(async () => (await paid()).sort()).toEqual(['BATCH TIMEOUT', 'null null', 'null null'])
  })

  test('BATCH-4 end at once when they are aborted, and their batch is cancelled', async () => {
    server.isFast = false
    const runId = await start()
    await waiting(runId)
    await eventually(() => server.asked.filter((route) => route === 'POST /v1/batches').length).toBe(1)
    await engine.operations.abortRun({ projectId: engine.project.id, runId })
    const { row } = await engine.finished(runId)
    expect(row.status).toBe('CANCELLED')
    await eventually(() => unsettled()).toBe(0)
    expect(server.asked).toContain('POST /v1/batches/:id/cancel')
    expect(await callsOf(runId)).toEqual([])
  })

  test('BATCH-4 do not send the requests of runs that were aborted before', async () => {
    const slow = await stage.open({
      batchEveryMs: 3_600_000,
      project: engine.project,
      scripts: engine.scripts,
    })
    server.onRequest = (route) => (route === 'POST /v1/files' ? 503 : undefined)
    const runId = await slow.trigger(() => ({}), { agent, trigger: { pricing } })
    await waiting(runId)
    await slow.operations.abortRun({ projectId: slow.project.id, runId })
    await eventually(() => unsettled()).toBe(0)
    expect(server.asked).not.toContain('POST /v1/batches')
  })

  test('BATCH-5 hold the price of a batch while they wait, and count what it saved', async () => {
    server.isFast = false
    const runId = await start({ maxCostUsd: '0.02' })
    await waiting(runId)
    const held = await database.prisma.reservation.findMany({ where: { runId } })
    expect(held.map(({ costUsd }) => costUsd.toFixed())).toEqual(['0.005'])
    server.isFast = true
    const run = await engine.finished(runId)
    expect(run.of('RunCompleted')).toMatchObject([{ usage: { costUsd: '0.01', savedUsd: '0.01' } }])
    expect(await database.prisma.reservation.count({ where: { runId } })).toBe(0)
    const [budget] = await database.prisma.budget.findMany({ where: { key: `run:${runId}` } })
    expect([budget?.spentUsd.toFixed(), budget?.reservedUsd.toFixed()]).toEqual(['0.01', '0'])
  })

  test('BATCH-5 count an answer that their owner cannot read as spent, and wait for no hold of it', async () => {
    const alone = forTest(await openBatchStage())
    Object.assign(alone.server, { isFast: true, answer: lookAndSay })
    const own = await alone.open({
      replaceBatches: (store) => ({
        ...store,
        // As with another key for encryption.
        find: async (callId) => {
          const found = await store.find(callId)
          return found && { ...found, response: null }
        },
      }),
    })
    const { runId, row, of } = await own.run(() => ({}), { agent, trigger: { pricing, maxCostUsd: '0.018' } })
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'COST_LIMIT' })
    expect(of('Warning')[0]?.message).toContain('the answer of its batch cannot be read')
    expect(await alone.database.prisma.reservation.count({ where: { runId } })).toBe(0)
    const [budget] = await alone.database.prisma.budget.findMany({ where: { key: `run:${runId}` } })
    expect(budget?.spentUsd.toFixed()).toBe('0.015')
  })

  test('BATCH-2 read a message that came while they waited after the answer', async () => {
    server.isFast = false
    const seen: string[] = []
    server.answer = (body) => {
      seen.push(JSON.stringify(body.input))
      return lookAndSay(body)
    }
    const runId = await start()
    await waiting(runId)
    await engine.operations.steerRun({ projectId: engine.project.id, runId, message: 'And the sky?' })
    server.isFast = true
    await engine.finished(runId)
    expect(seen.at(-1)).toMatch(/function_call_output.*And the sky\?/)
  })

  test('BATCH-3 are answered whatever the clock of their process', async () => {
    for (const aheadMs of [-3_600_000, 3_600_000]) {
      const other = await stage.open({ clock: shiftedClock(aheadMs) })
      const run = await other.run(() => ({}), { agent, trigger: { pricing } })
      expect([run.row.summary, warnings(run)]).toEqual(['A tree.', []])
    }
  })

  test('BATCH-3 leave no file of theirs at the provider', async () => {
    await engine.finished(await start())
    await eventually(() => server.files.size).toBe(0)
  })

  test('BATCH-2 bound the plans of a step that are rejected', async () => {
    server.answer = () => say('{"plan": {"actions": [{"name": "a", "type": "TOOL", "target": "nothing"}]}}')
    const run = await engine.finished(await start({}, { planner: 'PLAN' }))
    expect(run.row).toMatchObject({ status: 'FAILED', errorCode: 'PLAN_INVALID' })
    expect(await callsOf(run.runId)).toHaveLength(4)
  })

  test('BATCH-1 checks what callers ask for', async () => {
    await expect(start({ pricing: 'STANDARD', batchDeadlineMs: 5_000 })).rejects.toThrow(/batchDeadlineMs/)
    await expect(start({ batchDeadlineMs: 10 })).rejects.toThrow(/from 1000 to 604800000/)
  })
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { fc } from '@fast-check/vitest'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BusySession } from '../../../src/domain/agent-settings.ts'
import { isRungraphError } from '../../../src/domain/errors.ts'
import type { TriggerRun } from '../../../src/domain/operations.ts'
import { isFinishing } from '../../../src/domain/run-event.ts'
import { toWordId } from '../../../src/domain/word-id.ts'
import type { Script } from '../../../src/models/scripted.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { engineForFile, engineForTest, forTest } from '../../support/for-file.ts'

let opened = Promise.withResolvers<void>()

const gate = testTool('gate', async () => opened.promise)

/** An agent of each policy, which calls `gate` before it answers with its input. */
const agents = new Map<BusySession, { readonly slug: string }>()

const holdThenSay: Script = ({ turn, input }) =>
  turn === 0 ? { toolCalls: [{ name: 'gate', arguments: {} }] } : { text: `Did: ${input}` }

const { database, engine } = await engineForFile({ tools: [gate] })
for (const policy of ['ENQUEUE', 'REJECT', 'INTERRUPT'] as const)
  agents.set(policy, await engine.define(holdThenSay, { busySession: policy }))

beforeEach(() => {
  opened = Promise.withResolvers()
})

async function trigger(
  policy: BusySession,
  sessionKey: string,
  input: string,
  more: Partial<TriggerRun> = {},
): Promise<string> {
  const call = { projectId: engine.project.id, agent: agents.get(policy), input, sessionKey, ...more }
  return (await engine.operations.triggerRun(call)).runId
}

/** A run that is held in a tool. */
async function held(policy: BusySession, sessionKey: string, input: string): Promise<string> {
  const runId = await trigger(policy, sessionKey, input)
  await engine.seen(runId, 'ActionStarted')
  return runId
}

function statusOf(runId: string) {
  return database.prisma.run.findUniqueOrThrow({ where: { id: runId }, select: { status: true } })
}

describe('REJECT', () => {
  test('CTX-5 a trigger on a busy session is refused with the run that blocks it, and stores nothing', async () => {
    const first = await held('REJECT', 'reject', 'One.')
    await expect(trigger('REJECT', 'reject', 'Two.')).rejects.toMatchObject({
      code: 'SESSION_BUSY',
      data: { key: 'reject', runId: first },
    })
    expect(await database.prisma.run.count({ where: { session: { key: 'reject' } } })).toBe(1)
    opened.resolve()
    await engine.finished(first)
    const next = await trigger('REJECT', 'reject', 'Three.')
    expect((await engine.finished(next)).row.summary).toBe('Did: Three.')
  })

  test('CTX-5 of twenty triggers at once one is taken', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => trigger('REJECT', 'twenty', `Number ${n}.`)),
    )
    const taken = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const refusals = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(taken).toHaveLength(1)
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'SESSION_BUSY' })
    expect(await database.prisma.run.count({ where: { session: { key: 'twenty' } } })).toBe(1)
    opened.resolve()
    await engine.finished(taken[0] ?? '')
  })

  test('CTX-5 RUN-8 a trigger that is sent again gets its run, busy or not', async () => {
    const idempotencyKey = 'again'
    const first = await trigger('REJECT', 'repeated', 'One.', { idempotencyKey })
    const repeats = await Promise.all(
      Array.from({ length: 10 }, () => trigger('REJECT', 'repeated', 'One.', { idempotencyKey })),
    )
    expect(new Set(repeats)).toEqual(new Set([first]))
    opened.resolve()
    await engine.finished(first)
  })

  test('CTX-5 a paused run, and runs of other sessions, projects or no session, block nothing', async () => {
    const call: Script = ({ toolsDisabled }) =>
      toolsDisabled ? { text: 'So far.' } : { toolCalls: [{ name: 'none', arguments: {} }] }
    const paused = await engine.run(call, {
      agent: { maxSteps: 1 },
      trigger: { sessionKey: 'free' },
    })
    expect(paused.row.status).toBe('PAUSED')
    await held('REJECT', 'other', 'Elsewhere.')
    await trigger('REJECT', 'other project', 'Nowhere.', { sessionKey: undefined })
    const { engine: stranger } = await engineForTest({ tools: [gate] })
    await stranger.trigger(holdThenSay, { trigger: { sessionKey: 'free' } })
    const runId = await trigger('REJECT', 'free', 'Here.')
    opened.resolve()
    expect((await engine.finished(runId)).row.summary).toBe('Did: Here.')
  })

  test('CTX-5 the same key in another project is another session, though one database holds both', async () => {
    const other = forTest(await createTestEngine(database, { tools: [gate], concurrency: 0 }))
    await other.trigger(holdThenSay, { trigger: { sessionKey: 'shared key' } })
    const runId = await trigger('REJECT', 'shared key', 'Mine.')
    opened.resolve()
    expect((await engine.finished(runId)).row.status).toBe('COMPLETED')
  })
})

describe('INTERRUPT', () => {
  test('CTX-5 ends running and queued runs, and begins when all of them have stopped', async () => {
    const first = await held('ENQUEUE', 'interrupt', 'One.')
    const second = await trigger('ENQUEUE', 'interrupt', 'Two.')
    const third = await trigger('INTERRUPT', 'interrupt', 'Three.')
    const ended = [await engine.finished(first), await engine.finished(second)]
    for (const { row } of ended) {
      expect(row).toMatchObject({ status: 'CANCELLED', terminationReason: 'ABORTED' })
      expect(row.abortReason).toContain(toWordId('run', third))
    }
    opened.resolve()
    const { row } = await engine.finished(third)
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Did: Three.' })
    for (const { row: earlier } of ended)
      expect(earlier.completedAt?.getTime()).toBeLessThanOrEqual(row.startedAt?.getTime() ?? 0)
  })

  test('CTX-5 RUN-8 a trigger that is sent again does not interrupt its own run', async () => {
    const idempotencyKey = 'interrupting'
    const first = await trigger('INTERRUPT', 'own', 'One.', { idempotencyKey })
    expect(await trigger('INTERRUPT', 'own', 'One.', { idempotencyKey })).toBe(first)
    opened.resolve()
    expect((await engine.finished(first)).row.status).toBe('COMPLETED')
  })

  test('CTX-5 leaves a paused run as it is', async () => {
    const call: Script = ({ toolsDisabled }) =>
      toolsDisabled ? { text: 'So far.' } : { toolCalls: [{ name: 'none', arguments: {} }] }
    const { runId } = await engine.run(call, { agent: { maxSteps: 1 }, trigger: { sessionKey: 'resting' } })
    const next = await trigger('INTERRUPT', 'resting', 'Two.')
    opened.resolve()
    await engine.finished(next)
    expect(await statusOf(runId)).toEqual({ status: 'PAUSED' })
  })

  test('CTX-5 twenty at once: one is left, the others were interrupted, and no two ran together', async () => {
    const delays = fc.sample(fc.nat({ max: 30 }), { numRuns: 20, seed: 20261121 })
    const ids = await Promise.all(
      delays.map(async (turns, n) => {
        for (let turn = 0; turn < turns; turn++) await nextTurn()
        return trigger('INTERRUPT', 'crowd', `Number ${n}.`)
      }),
    )
    opened.resolve()
    const runs = await Promise.all(ids.map((runId) => engine.finished(runId)))
    const statuses = runs.map(({ row }) => row.status)
    expect(statuses.filter((status) => status === 'COMPLETED')).toHaveLength(1)
    expect(statuses.filter((status) => status === 'CANCELLED')).toHaveLength(19)
    for (const { types } of runs) expect(types.filter(isFinishing)).toHaveLength(1)
    const stretches = runs
      .flatMap(({ row }) => (row.startedAt && row.completedAt ? [{ ...row, from: row.startedAt }] : []))
      .toSorted((a, b) => a.from.getTime() - b.from.getTime())
    for (const [n, { from }] of stretches.entries())
      expect(stretches[n - 1]?.completedAt?.getTime() ?? 0).toBeLessThanOrEqual(from.getTime())
  })
})

describe('a run that is not to start yet', () => {
  const tomorrow = () => new Date(Date.now() + 24 * 3_600_000)

  test('CTX-5 makes no session busy: it neither blocks nor is interrupted', async () => {
    const later = await trigger('ENQUEUE', 'reminded', 'Remind me.', { startAt: tomorrow() })
    opened.resolve()
    for (const policy of ['REJECT', 'INTERRUPT'] as const) {
      const runId = await trigger(policy, 'reminded', 'Now.')
      expect((await engine.finished(runId)).row.summary).toBe('Did: Now.')
    }
    expect(await statusOf(later)).toEqual({ status: 'QUEUED' })
  })

  test.for(['REJECT', 'INTERRUPT'] as const)(
    'CTX-5 with the policy %s is taken on a busy session, and disturbs nobody',
    async (policy) => {
      const key = `later ${policy}`
      const first = await held('ENQUEUE', key, 'One.')
      const later = await trigger(policy, key, 'Two.', { startAt: tomorrow() })
      expect(await statusOf(first)).toEqual({ status: 'RUNNING' })
      expect(await statusOf(later)).toEqual({ status: 'QUEUED' })
      opened.resolve()
      expect((await engine.finished(first)).row.status).toBe('COMPLETED')
    },
  )

  test('CTX-5 whose time has come makes its session busy like any other', async () => {
    const first = await held('ENQUEUE', 'due', 'One.')
    const due = await trigger('ENQUEUE', 'due', 'Two.', { startAt: new Date(Date.now() - 1_000) })
    const last = await trigger('INTERRUPT', 'due', 'Three.', { startAt: new Date(Date.now() - 1_000) })
    expect((await engine.finished(first)).row.status).toBe('CANCELLED')
    expect((await engine.finished(due)).row.status).toBe('CANCELLED')
    opened.resolve()
    expect((await engine.finished(last)).row.status).toBe('COMPLETED')
  })
})

test('CTX-5 ENQUEUE neither refuses nor interrupts, however many come', async () => {
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push(await trigger('ENQUEUE', 'queue', `Number ${n}.`))
  opened.resolve()
  const runs = await Promise.all(ids.map((runId) => engine.finished(runId)))
  expect(runs.map(({ row }) => row.summary)).toEqual(ids.map((_, n) => `Did: Number ${n}.`))
})

test('CTX-5 a refusal has the remedy', async () => {
  const first = await held('REJECT', 'words', 'One.')
  const error: unknown = await trigger('REJECT', 'words', 'Two.').catch((refusal: unknown) => refusal)
  expect(isRungraphError(error) && error.message).toContain('steerRun')
  opened.resolve()
  await engine.finished(first)
})

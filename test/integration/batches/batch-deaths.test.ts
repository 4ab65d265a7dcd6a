import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { BatchStore } from '../../../src/domain/batch-store.ts'
import type { RunCommit } from '../../../src/domain/run-log.ts'
import type { EngineServices } from '../../../src/engine/run/run-context.ts'
import { agent, lookAndSay, openBatchStage, say } from '../../support/batch-stage.ts'
import { createDoomed } from '../../support/doomed.ts'
import type { FinishedRun, TestEngine } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { forFile } from '../../support/for-file.ts'
import { openLives } from '../../support/live-through-death.ts'
import { eachPoint } from '../../support/trials.ts'

const stage = forFile(await openBatchStage())
const { server, database, callsOf, options, open, shutAll } = stage

beforeEach(() => {
  Object.assign(server, { isFast: true, answer: lookAndSay, onRequest: () => undefined })
})

const start = (engine: TestEngine) => engine.trigger(() => ({}), { agent, trigger: { pricing: 'BATCH' } })

/** Whatever died: each turn has one answer, which is paid once, and the log has no gap and no word of a discarded message. */
async function expectWhole(run: FinishedRun): Promise<void> {
  expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'A tree.' })
  expect(run.events.map(({ seq }) => seq)).toEqual(run.events.map((_, place) => place + 1))
  expectNothingDiscarded(run)
  expect((await callsOf(run.runId)).map(({ pricing, errorCode }) => [pricing, errorCode])).toEqual([
    ['BATCH', null],
    ['BATCH', null],
  ])
  const unsettled = () =>
    database.prisma.batchCall.count({
      where: { runId: run.runId, settledAt: null, state: { not: 'QUEUED' } },
    })
  await eventually(unsettled).toBe(0)
}

function expectNothingDiscarded({ events }: FinishedRun): void {
  const discarded: unknown[] = []
  for (const { type, data } of events) {
    if (type === 'AttemptDiscarded') discarded.push(data.messageId)
    if (type === 'TextDelta') expect(discarded).not.toContain(data.messageId)
  }
}

const sentBatches = () => server.batches.length

/** What a process that is dead was looking at is free for the next one, as it is after its time. */
const passHolds = () =>
  database.prisma.batch.updateMany({
    where: { state: { not: 'ENDED' } },
    data: { nextLookAt: new Date() },
  })

const burials: (() => void)[] = []

afterEach(async () => {
  for (const bury of burials.splice(0)) bury()
  await shutAll()
})

/** A store whose process dies before, or after, the first call of a function of it. */
function dyingAt(name: keyof BatchStore, when: 'before' | 'after') {
  const death = Promise.withResolvers<void>()
  let isDead = false
  const burial = Promise.withResolvers<never>()
  burial.promise.catch(() => undefined)
  const nothing = { collect: false, settle: false, batchIds: [] }
  const hang = (own: string) => (own === 'due' ? nothing : burial.promise)
  const replaceBatches = (store: BatchStore): BatchStore => {
    const entries = Object.entries(store).map(([own, member]: [string, unknown]) => [
      own,
      async (...parameters: readonly unknown[]) => {
        if (isDead) return hang(own)
        const isIt = own === name
        if (isIt) isDead = true
        if (isIt && when === 'before') {
          death.resolve()
          return burial.promise
        }
        const result: unknown = await Reflect.apply(Object(member), store, parameters)
        if (!isIt) return result
        death.resolve()
        return burial.promise
      },
    ])
    return Object.fromEntries(entries) as BatchStore
  }
  burials.push(() => burial.reject(new Error('The process is dead.')))
  return { replaceBatches, dead: death.promise }
}

describe('a process that dies', () => {
  const points = ['add', 'collect', 'requests', 'sent', 'save', 'end', 'settle'] as const
  for (const point of points)
    for (const when of ['before', 'after'] as const)
      test(`BATCH-3 ${when} it writes at "${point}" leaves each turn answered once`, async () => {
        const { replaceBatches, dead } = dyingAt(point, when)
        const first = await open({ replaceBatches })
        const before = sentBatches()
        const runId = await start(first)
        await dead
        await first.die()
        await passHolds()
        const next = await open({ project: first.project, scripts: first.scripts })
        await expectWhole(await next.finished(runId))
        // What the provider has is found there: nothing is sent and paid twice.
        expect(sentBatches() - before).toBe(2)
      }, 60_000)

  test('BATCH-2 at any commit of the run leaves each turn answered once', async () => {
    const live = async (nth: number) => {
      const { first, outlive, hasDied, close } = await openLives(database, nth, options)
      try {
        const runId = await start(first)
        const run = await outlive((engine) => engine.finished(runId))
        if (hasDied()) await expectWhole(run)
        return hasDied()
      } finally {
        await close()
      }
    }
    expect(await eachPoint(live, { least: 7 })).toBeGreaterThan(6)
  }, 240_000)

  test('BATCH-2 EVT-4 whose answer was shown, and not recorded, leaves its words discarded: they come in another message', async () => {
    server.answer = () => say('A tree.')
    const shown = Promise.withResolvers<void>()
    let isShown = false
    const doomed = createDoomed(({ modelCalls = [] }) => isShown && modelCalls.length > 0)
    const replace = (services: EngineServices) => {
      const { log, runs } = doomed.replace(services)
      return {
        runs,
        log: {
          ...log,
          commit: async (commit: RunCommit) => {
            const written = await log.commit(commit)
            isShown ||= commit.events.some(({ type }) => type === 'TextDelta')
            if (isShown) shown.resolve()
            return written
          },
        },
        // It is between the words and the record of the call.
        budgets: {
          settle: async (...spend: Parameters<EngineServices['budgets']['settle']>) => {
            await shown.promise
            return services.budgets.settle(...spend)
          },
        },
      }
    }
    const first = await open({ replace })
    burials.push(doomed.bury)
    const runId = await start(first)
    await doomed.dead
    await first.die()
    const next = await open({ project: first.project, scripts: first.scripts })
    const run = await next.finished(runId)
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'A tree.' })
    expect(run.events.filter(({ type }) => type === 'AttemptDiscarded')).toHaveLength(1)
    expectNothingDiscarded(run)
    expect((await callsOf(runId)).map(({ pricing, errorCode }) => [pricing, errorCode])).toEqual([
      ['BATCH', null],
    ])
    expect(await database.prisma.reservation.count({ where: { runId } })).toBe(0)
  }, 60_000)

  test('BATCH-4 books a late answer once, and frees its budget, also where it cannot be read at first', async () => {
    Object.assign(server, { isFast: false, isPaid: true })
    onTestFinished(() => void Object.assign(server, { isPaid: false }))
    let failures = 0
    const replaceBatches = (store: BatchStore): BatchStore => ({
      ...store,
      find: async (callId) => {
        const call = await store.find(callId)
        if (call?.state !== 'ANSWERED' || failures > 0) return call
        failures += 1
        throw new Error('The connection is lost.')
      },
    })
    const engine = await open({ replaceBatches })
    const late = { pricing: 'BATCH', batchDeadlineMs: 2_500, maxCostUsd: '0.10' } as const
    const { row, runId } = await engine.run(() => ({}), { agent, trigger: late })
    expect(row.status).toBe('COMPLETED')
    await eventually(async () =>
      (await callsOf(runId)).map(({ pricing, errorCode }) => `${pricing} ${errorCode}`).sort(),
    ).toEqual(['BATCH TIMEOUT', 'null null', 'null null'])
    expect(failures).toBe(1)
    expect(await database.prisma.reservation.count({ where: { runId } })).toBe(0)
  })

  test('BATCH-3 finds at the provider a batch whose acceptance it did not hear of', async () => {
    let drops = 2
    server.onRequest = (route) => (route === 'POST /v1/batches' && drops-- > 0 ? 'drop' : undefined)
    const engine = await open()
    const before = sentBatches()
    await expectWhole(await engine.finished(await start(engine)))
    expect(sentBatches() - before).toBe(2)
  })

  test('BATCH-3 waits for a provider that is away', async () => {
    const seen = new Map<string, number>()
    server.onRequest = (route) => {
      seen.set(route, (seen.get(route) ?? 0) + 1)
      return (seen.get(route) ?? 0) % 2 === 1 ? 503 : undefined
    }
    const engine = await open()
    await expectWhole(await engine.finished(await start(engine)))
  }, 60_000)
})

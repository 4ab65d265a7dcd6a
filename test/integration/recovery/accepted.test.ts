import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import type { ClaimedRun, Held, LocalSlots } from '../../../src/domain/run-store.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { createTestDatabase } from '../../support/database.ts'
import { takeJobs } from '../../support/dispatch.ts'
import { createTestEngine, type EngineOptions } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { commitOf, openTestStores, type TestStores } from '../../support/stores.ts'

const database = forFile(await createTestDatabase())

/** Stores of a process whose worker has `places`, and what was begun there. */
async function openPlaced(places: number, options: { readonly maxConcurrentRuns?: number } = {}) {
  const begun: ClaimedRun[] = []
  const lost: Held[] = []
  let free = places
  const slots: LocalSlots = {
    reserve: () => {
      if (free === 0) return null
      free -= 1
      return {
        begin: (run) => void begun.push(run),
        free: () => {
          free += 1
        },
        abandon: (held) => {
          free += 1
          lost.push(held)
        },
      }
    },
  }
  const stores = await openTestStores(database, { ...options, slots })
  return { stores, begunIds: () => begun.map(({ id }) => id), begun, lost, free: () => free }
}

function nameOf(statement: unknown): unknown {
  return typeof statement === 'object' && statement !== null && 'name' in statement ? statement.name : null
}

const waitingJobs = () => takeJobs(database, 'runs')

function finish(stores: TestStores, { id, epoch }: ClaimedRun) {
  return stores.log.commit(commitOf({ runId: id, epoch }, [], { run: { status: 'COMPLETED' } }))
}

describe('a run that is accepted by a process with a free place', () => {
  it('DUR-1 DUR-2 is claimed as it is stored, without a job', async () => {
    const { stores, begun, free } = await openPlaced(2)
    const [id = ''] = await stores.queue(1)
    expect(begun).toMatchObject([{ id, epoch: 1, firstClaim: true, recovered: false, hasNoEvents: true }])
    const row = await database.prisma.run.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ status: 'RUNNING', epoch: 1, leaseOwner: `worker ${stores.key}` })
    expect(await waitingJobs()).toEqual([])
    expect(await stores.claim({ limit: 5 })).toEqual([])
    expect(free()).toBe(1)
    await stores.close()
  })

  it('DUR-1 goes to the queue where no place is free', async () => {
    const { stores, begunIds } = await openPlaced(1)
    const [first = '', second = ''] = await stores.queue(2)
    expect(begunIds()).toEqual([first])
    expect(await waitingJobs()).toEqual([second])
    await stores.close()
  })

  it('LIM-12 goes to the queue where its project has none, or older runs wait there; the place stays free', async () => {
    const { stores, begun, begunIds, free } = await openPlaced(5, { maxConcurrentRuns: 1 })
    const [first = '', second = ''] = await stores.queue(2)
    expect(begunIds()).toEqual([first])
    const [running] = begun
    if (!running) throw new Error('It was begun.')
    await finish(stores, running)
    const [third = ''] = await stores.queue(1)
    expect(begunIds()).toEqual([first])
    expect(free()).toBe(4)
    expect((await waitingJobs()).toSorted()).toEqual([second, third].toSorted())
    await stores.close()
  })

  it('CTX-6 goes to the queue where its session is busy', async () => {
    const { stores, begunIds } = await openPlaced(5)
    const [first = '', second = ''] = await stores.queue(2, { sessionKey: 'talk' })
    expect(begunIds()).toEqual([first])
    const [other = ''] = await stores.queue(1, { sessionKey: 'another talk' })
    expect(begunIds()).toEqual([first, other])
    expect(await waitingJobs()).toEqual([second])
    await stores.close()
  })

  it('RUN-8 gives the place back where the idempotency key brought a run before, or nothing could be stored', async () => {
    const { stores, begunIds, free, lost } = await openPlaced(5)
    const key = { idempotencyKey: 'once', inputHash: 'same' }
    const [first] = await stores.queue(1, key)
    expect(await stores.queue(1, key)).toEqual([first])
    expect(begunIds()).toEqual([first])
    const refused = stores.queue(1, { agentId: '00000000-0000-7000-8000-000000000000' })
    await expect(refused).rejects.toThrow()
    // Whether it was claimed is not known.
    expect(lost).toMatchObject([{ epoch: 1 }])
    expect(free()).toBe(4)
    await stores.close()
  })

  it('DUR-1 LIM-12 RUN-8 of many at once are claimed in one statement as far as places go, and the others get their jobs', async () => {
    const { stores, begunIds, free } = await openPlaced(10, { maxConcurrentRuns: 3 })
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    const keys = ['one', 'two', 'two', 'three', 'four', 'five']
    const inserted = await Promise.all(
      keys.map((idempotencyKey) => stores.runs.insert({ ...stores.newRun(), idempotencyKey })),
    )
    const names = statements.mock.calls.map(([sent]) => nameOf(sent))
    statements.mockRestore()
    expect(names.filter((name) => name === 'rungraph-insert-runs')).toHaveLength(1)
    expect(names).not.toContain('rungraph-claim')
    expect(inserted.map(({ kind }) => kind)).toEqual([
      ...['inserted', 'inserted', 'known', 'inserted', 'inserted', 'inserted'],
    ])
    const ids = inserted.flatMap((one) => (one.kind === 'inserted' ? [one.runId] : []))
    expect(begunIds().toSorted()).toEqual(ids.slice(0, 3).toSorted())
    expect((await waitingJobs()).toSorted()).toEqual(ids.slice(3).toSorted())
    expect(free()).toBe(7)
    await stores.close()
  })

  it('DUR-1 that cannot be stored takes none of the others down that came with it', async () => {
    const { stores } = await openPlaced(0)
    const inputs = ['Good.', 'Not \u0000 storable.', 'Good, too.']
    const results = await Promise.allSettled(
      inputs.map((input) => stores.runs.insert({ ...stores.newRun(), input })),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await takeJobs(database, 'runs')
    await stores.close()
  })

  it('waits for its time in the queue', async () => {
    const { stores, begunIds } = await openPlaced(5)
    await stores.queue(1, { startAt: new Date(Date.now() + 3_600_000) })
    expect(begunIds()).toEqual([])
    await stores.close()
  })
})

const said = sequence({ text: 'Said.' })

/** An engine, and how many runs its worker has claimed from the queue. */
async function openCounted(options: Pick<EngineOptions, 'concurrency'>) {
  const own = await createTestDatabase()
  let looks = 0
  let claimed = 0
  const engine = await createTestEngine(own, {
    ...options,
    replace: (services) => ({
      runs: {
        claim: async (claim) => {
          looks += 1
          const runs = await services.runs.claim(claim)
          claimed += runs.length
          return runs
        },
      },
    }),
  })
  const close = async () => {
    await engine.close()
    await own.drop()
  }
  return { engine, close, looks: () => looks, claimed: () => claimed }
}

describe('the worker of a process that accepts runs', () => {
  it('DUR-1 does not look into a queue that it knows is empty each time a run ends', async () => {
    const { engine, close, looks } = await openCounted({ concurrency: 5 })
    for (let run = 0; run < 30; run++) await engine.run(said)
    // It looks at the beginning, and then once a second.
    expect(looks()).toBeLessThan(15)
    await close()
  })

  it('DUR-1 learns while its slots are taken whether more waits for them', async () => {
    const { engine, close, looks, claimed } = await openCounted({ concurrency: 1 })
    const pairs = 20
    for (let pair = 0; pair < pairs; pair++) {
      const runIds = await Promise.all([engine.trigger(said), engine.trigger(said)])
      for (const runId of runIds) await engine.finished(runId)
    }
    // The second of a pair came from the queue, and nobody looked for a third: that would be two looks for each.
    expect(claimed()).toBeGreaterThan(14)
    expect(looks()).toBeLessThan(2 * pairs)
    await close()
  })
})

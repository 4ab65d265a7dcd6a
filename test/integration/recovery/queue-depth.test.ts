import { beforeEach, describe, expect, it } from 'vitest'
import { readQueueDepth } from '../../../src/store/runs/queue-depth.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { commitOf, openTestStores, rest, type TestStores } from '../../support/stores.ts'

let stores: TestStores

const none = { queued: 0, returned: 0, orphaned: 0, oldestMs: 0 }

const database = forFile(await createTestDatabase())

beforeEach(async () => {
  stores = await openTestStores(database)
  return async () => {
    await stores.close()
    await database.prisma.run.updateMany({ data: { status: 'CANCELLED' } })
  }
})

const depth = () => readQueueDepth(database.pool)

/** Sets the time back by which a run without an owner is as old as it is. */
async function age(runId: string): Promise<void> {
  const { rowCount } = await database.pool.query(
    `update "Run" set "leaseExpiresAt" = "leaseExpiresAt" - interval '10 minutes' where id = $1`,
    [runId],
  )
  expect(rowCount).toBe(1)
}

async function owned() {
  const [held] = await stores.claimed(1)
  if (held === undefined) throw new Error('One was asked for.')
  return held
}

describe('OPS-1 the queue of runs that wait for a worker', () => {
  it('has no run that a living worker holds', async () => {
    await owned()
    expect(await depth()).toEqual(none)
  })

  it('has a run whose worker lost its lock, at once, and its age from the end of the lease on', async () => {
    const { runId } = await owned()
    await stores.die()
    expect(await depth()).toEqual({ ...none, orphaned: 1 })
    await age(runId)
    const { oldestMs } = await depth()
    expect(oldestMs).toBeGreaterThan(8 * 60_000)
    expect(oldestMs).toBeLessThan(10 * 60_000)
  })

  it('has a run whose lease expired, though its worker holds its lock', async () => {
    const { runId } = await owned()
    await age(runId)
    expect(await depth()).toMatchObject({ ...none, orphaned: 1, oldestMs: expect.any(Number) })
  })

  it('has a run whose next claim is put off, as its owners were lost again and again', async () => {
    const { runId } = await owned()
    await database.prisma.run.update({
      where: { id: runId },
      data: { crashesSinceProgress: 4, claimedAt: new Date() },
    })
    await stores.die()
    expect(await depth()).toMatchObject({ orphaned: 1 })
  })

  it('has a run that was released, with its age from then on', async () => {
    const held = await owned()
    await stores.runs.release([held])
    expect(await depth()).toMatchObject({ returned: 1, orphaned: 0 })
    expect((await depth()).oldestMs).toBeLessThan(60_000)
    await age(held.runId)
    expect((await depth()).oldestMs).toBeGreaterThan(9 * 60_000)
  })

  it('has a run that was woken, with its age from then on, and not while it waits', async () => {
    const held = await owned()
    const unowned = { leaseOwner: null, leaseKey: null }
    await stores.log.commit(commitOf(held, [], { run: { status: 'WAITING', ...unowned } }))
    expect(await depth()).toEqual(none)
    const { runId } = held
    await stores.log.commit({ runId, epoch: null, from: ['WAITING'], events: [], run: { status: 'RUNNING' } })
    expect(await depth()).toMatchObject({ returned: 1 })
    await age(runId)
    expect((await depth()).oldestMs).toBeGreaterThan(9 * 60_000)
  })

  it('has a run no more that has ended', async () => {
    const held = await owned()
    const ended = { status: 'COMPLETED', leaseOwner: null, leaseKey: null } as const
    await stores.log.commit(commitOf(held, [rest()], { run: ended }))
    expect(await depth()).toEqual(none)
  })
})

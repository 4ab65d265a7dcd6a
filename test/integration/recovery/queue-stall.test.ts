import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/domain/clock.ts'
import { QueueWatch, sweepOnce } from '../../../src/engine/worker/sweep.ts'
import { createTestDatabase } from '../../support/database.ts'
import { dispatchOf } from '../../support/dispatch.ts'
import { forFile } from '../../support/for-file.ts'
import { openTestStores } from '../../support/stores.ts'

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))

/** Sweeps as a process does, by a clock that the test sets, in seconds. */
function sweeping() {
  const process = { hasPlace: true, seconds: 0 }
  const queue = new QueueWatch({ hasSlot: () => process.hasPlace, now: () => process.seconds * 1_000 })
  const { runs, wakeups } = stores
  const services = { runs, wakeups, dispatch: dispatchOf(database.pool), clock: systemClock, random: () => 0 }
  const sweepAt = async (seconds: number) => {
    process.seconds = seconds
    await sweepOnce({ ...services, report: () => undefined }, queue)
    return queue.readiness().status
  }
  return { process, queue, sweepAt }
}

/** Somebody who holds the row of a run and does not let go: claims pass it by, and find nothing. */
async function hold(runId: string): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: database.connectionString })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select 1 from "Run" where id = $1 for update', [runId])
  return holder
}

describe('DUR-4 a queue that stalls', () => {
  it('makes a process with a free place unready, until the waiting runs are claimed', async () => {
    const [runId = ''] = await stores.queue(1)
    const holder = await hold(runId)
    expect(await stores.runs.claim({ limit: 5 })).toEqual([])
    const { queue, sweepAt } = sweeping()
    expect(await sweepAt(0)).toBe('ready')
    expect(await sweepAt(12)).toBe('ready')
    expect(await sweepAt(13)).toBe('unready')
    expect(queue.readiness()).toMatchObject({ reason: expect.stringContaining('for 13 s, a slot is free') })
    await holder.end()
    expect((await stores.runs.claim({ limit: 5 })).map(({ id }) => id)).toEqual([runId])
    expect(await sweepAt(14)).toBe('ready')
  })

  it('is none where the process is busy, and counts from when it is not', async () => {
    const [runId = ''] = await stores.queue(1)
    const { process, sweepAt } = sweeping()
    process.hasPlace = false
    expect(await sweepAt(0)).toBe('ready')
    expect(await sweepAt(100)).toBe('ready')
    process.hasPlace = true
    expect(await sweepAt(101)).toBe('ready')
    expect(await sweepAt(112)).toBe('ready')
    expect(await sweepAt(114)).toBe('unready')
    expect((await stores.runs.claim({ limit: 5 })).map(({ id }) => id)).toEqual([runId])
  })

  it('is none where runs wait for a place of their project, or for their turn among those that killed their owners', async () => {
    const { prisma } = database
    const limits = (maxConcurrentRuns: number) =>
      prisma.project.update({ where: { id: stores.projectId }, data: { maxConcurrentRuns } })
    await limits(0)
    const [waiting = '', suspect = ''] = await stores.queue(2)
    const lost = {
      status: 'RUNNING',
      leaseOwner: 'gone',
      leaseExpiresAt: new Date(0),
      crashesSinceProgress: 4,
    } as const
    await prisma.run.update({ where: { id: suspect }, data: lost })
    const { sweepAt } = sweeping()
    expect(await sweepAt(0)).toBe('ready')
    expect(await sweepAt(60)).toBe('ready')
    await limits(10)
    expect((await stores.runs.claim({ limit: 5 })).map(({ id }) => id).sort()).toEqual(
      [waiting, suspect].sort(),
    )
  })
})

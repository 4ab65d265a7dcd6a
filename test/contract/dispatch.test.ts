import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installBossDispatch, openBossDispatch } from '../../src/dispatch/boss-dispatch.ts'
import type { Dispatch, Job, Lane } from '../../src/domain/dispatch.ts'
import { inTransaction } from '../../src/sql/transaction.ts'
import { createTestDatabase } from '../support/database.ts'
import { takeJobs } from '../support/dispatch.ts'
import { forFile } from '../support/for-file.ts'
import { createLocalDispatch } from '../support/local-dispatch.ts'

let dispatch: Dispatch

const database = forFile(await createTestDatabase())

const carriers: readonly (readonly [string, () => Promise<Dispatch>])[] = [
  ['in this process', async () => createLocalDispatch()],
  [
    'pg-boss',
    async () => {
      await installBossDispatch(database.pool)
      await database.pool.query('delete from pgboss.job')
      return openBossDispatch({ pool: database.pool, report: console.error, isKeeper: true })
    },
  ],
]

function run(key: string, more: Partial<Job> = {}): Job {
  return { lane: 'runs', key, ...more }
}

function taken(limit: number, lane: Lane = 'runs'): Promise<readonly string[]> {
  return takeJobs({ pool: database.pool, dispatch }, lane, limit)
}

/** Everything that waits and is due, in the order in which it would be taken one by one. */
async function drained(): Promise<readonly string[]> {
  const keys: string[] = []
  for (;;) {
    const [key] = await taken(1)
    if (key === undefined) return keys
    keys.push(key)
  }
}

class Refused extends Error {}

describe.each(carriers)(
  'jobs carried by %s',
  (_, open) => {
    beforeEach(async () => {
      dispatch = await open()
    })
    afterEach(() => dispatch.close())

    it('DISPATCH-1 are delivered to one worker each, the most urgent first and then the oldest', async () => {
      await dispatch.enqueue([run('a'), run('b')])
      await dispatch.enqueue([run('c', { priority: 5 }), run('d', { priority: -5 })])
      expect(await drained()).toEqual([
        'c',
        expect.stringMatching(/[ab]/),
        expect.stringMatching(/[ab]/),
        'd',
      ])
      expect(await taken(10)).toEqual([])
    })

    it('DISPATCH-2 of one key wait once, and come again when they were taken', async () => {
      expect(await dispatch.enqueue([run('a'), run('b'), run('a')])).toBe(2)
      expect(await dispatch.enqueue([run('a'), run('c')])).toBe(1)
      expect((await taken(10)).toSorted()).toEqual(['a', 'b', 'c'])
      expect(await dispatch.enqueue([run('a')])).toBe(1)
      expect(await taken(10)).toEqual(['a'])
    })

    it('DISPATCH-3 are there when their transaction commits, not before, and never when it does not', async () => {
      await inTransaction(database.pool, async (_client, transaction) => {
        await dispatch.enqueue([run('a')], transaction)
        expect(await taken(10)).toEqual([])
      })
      const refused = inTransaction(database.pool, async (_client, transaction) => {
        await dispatch.enqueue([run('b')], transaction)
        throw new Refused()
      })
      await expect(refused).rejects.toThrow(Refused)
      expect(await taken(10)).toEqual(['a'])
    })

    it('DISPATCH-4 taken in a transaction that does not commit wait as before', async () => {
      await dispatch.enqueue([run('a'), run('b')])
      const refused = inTransaction(database.pool, async (_client, transaction) => {
        expect(await dispatch.fetch('runs', { limit: 1 }, transaction)).toHaveLength(1)
        expect(await taken(10)).toHaveLength(1)
        throw new Refused()
      })
      await expect(refused).rejects.toThrow(Refused)
      expect(await taken(10)).toHaveLength(1)
      expect(await taken(10)).toEqual([])
    })

    it('DISPATCH-5 taken by many at once go to one each', async () => {
      const keys = Array.from({ length: 60 }, (_none, place) => `run-${place}`)
      await dispatch.enqueue(keys.map((key) => run(key)))
      const all = await Promise.all(Array.from({ length: 12 }, () => taken(7)))
      expect(all.flat().toSorted()).toEqual(keys.toSorted())
    })

    it('DISPATCH-6 of other lanes are left alone', async () => {
      await dispatch.enqueue([run('a'), { lane: 'gates', key: 'g' }])
      expect(await taken(10)).toEqual(['a'])
      expect(await taken(10, 'gates')).toEqual(['g'])
    })

    it('DISPATCH-7 are not due before their time', async () => {
      const dueAt = new Date(Date.now() + 700)
      await dispatch.enqueue([run('later', { dueAt, priority: 9 }), run('now')])
      expect(await taken(10)).toEqual(['now'])
      await vi.waitFor(async () => expect(await taken(10)).toEqual(['later']), {
        timeout: 10_000,
        interval: 20,
      })
      expect(Date.now()).toBeGreaterThanOrEqual(dueAt.getTime())
    })

    it('DISPATCH-13 of a group stay where a fetch leaves the group out, and those without one come', async () => {
      await dispatch.enqueue([
        run('a', { group: 'one', priority: 5 }),
        run('b', { group: 'two' }),
        run('c', { priority: -5 }),
      ])
      const fetched = await inTransaction(database.pool, async (_client, transaction) => {
        const jobs = await dispatch.fetch('runs', { limit: 10, exceptGroups: ['one'] }, transaction)
        await dispatch.delete('runs', jobs, transaction)
        return jobs
      })
      expect(fetched.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toMatchObject([
        { key: 'b', group: 'two' },
        { key: 'c', group: null },
      ])
      expect(await taken(10)).toEqual(['a'])
    })

    it('DISPATCH-14 leave their lane empty when they are taken or not due yet, and not when they are given back', async () => {
      expect(await dispatch.isEmpty('runs')).toBe(true)
      await dispatch.enqueue([
        run('later', { dueAt: new Date(Date.now() + 3_600_000) }),
        { lane: 'gates', key: 'g' },
      ])
      expect(await dispatch.isEmpty('runs')).toBe(true)
      await dispatch.enqueue([run('now', { group: 'one' })])
      expect(await dispatch.isEmpty('runs')).toBe(false)
      const refused = inTransaction(database.pool, async (_client, transaction) => {
        await dispatch.fetch('runs', { limit: 1 }, transaction)
        throw new Refused()
      })
      await expect(refused).rejects.toThrow(Refused)
      expect(await dispatch.isEmpty('runs')).toBe(false)
      expect(await taken(10)).toEqual(['now'])
      expect(await dispatch.isEmpty('runs')).toBe(true)
    })

    it('DISPATCH-8 are performed when they come due, also those that waited before anybody performed', async () => {
      const { perform, heard } = listener()
      await dispatch.enqueue([
        { lane: 'gates', key: 'early' },
        { lane: 'gates', key: 'late', dueAt: new Date(Date.now() + 1_200) },
      ])
      const stop = await dispatch.work('gates', perform)
      await heard(1)
      expect(perform.mock.calls).toEqual([['early']])
      await heard(2)
      expect(perform.mock.calls).toEqual([['early'], ['late']])
      await stop()
    })

    it('DISPATCH-9 that fail are performed again, later each time', async () => {
      const times: number[] = []
      const { perform, heard } = listener(() => {
        times.push(performance.now())
        if (times.length < 3) throw new Error('Not yet.')
      })
      const stop = await dispatch.work('gates', perform)
      await dispatch.enqueue([{ lane: 'gates', key: 'g' }])
      await heard(3)
      const [first = 0, second = 0, third = 0] = times
      expect(second - first).toBeGreaterThan(300)
      expect(third - second).toBeGreaterThan(700)
      await stop()
      expect(await taken(10, 'gates')).toEqual([])
    })

    it('DISPATCH-10 in progress are waited for when their worker stops', async () => {
      const begun = Promise.withResolvers<void>()
      const go = Promise.withResolvers<void>()
      const order: string[] = []
      const stop = await dispatch.work('gates', async () => {
        begun.resolve()
        await go.promise
        order.push('performed')
      })
      await dispatch.enqueue([{ lane: 'gates', key: 'g' }])
      await begun.promise
      const stopped = stop().then(() => order.push('stopped'))
      go.resolve()
      await stopped
      expect(order).toEqual(['performed', 'stopped'])
    })

    it('DISPATCH-11 performed by several go to one each', async () => {
      const one = listener()
      const other = listener()
      const stops = await Promise.all([
        dispatch.work('gates', one.perform),
        dispatch.work('gates', other.perform),
      ])
      const keys = Array.from({ length: 30 }, (_none, place) => `gate-${place}`)
      await dispatch.enqueue(keys.map((key) => ({ lane: 'gates', key })))
      const performed = () => [...one.perform.mock.calls, ...other.perform.mock.calls].flat().toSorted()
      await vi.waitFor(() => expect(performed()).toHaveLength(30), { timeout: 15_000 })
      await Promise.all(stops.map((stop) => stop()))
      expect(performed()).toEqual(keys.toSorted())
    })

    it('DISPATCH-15 of a lane with one poller are performed five at once, and fail each by itself', async () => {
      const five = Promise.withResolvers<void>()
      const begun: string[] = []
      const stop = await dispatch.work('events', async (key) => {
        begun.push(key)
        if (begun.length === 5) five.resolve()
        await five.promise
        if (key === 'c' && begun.length === 5) throw new Error('Not yet.')
      })
      await dispatch.enqueue(['a', 'b', 'c', 'd', 'e'].map((key) => ({ lane: 'events', key })))
      await vi.waitFor(() => expect(begun).toHaveLength(6), { timeout: 15_000 })
      await stop()
      expect(begun.toSorted()).toEqual(['a', 'b', 'c', 'c', 'd', 'e'])
      expect(await taken(10, 'events')).toEqual([])
    })

    it('DISPATCH-12 that come round are scheduled once, however often it is said', async () => {
      await dispatch.schedule({ lane: 'maintenance', key: 'yearly', cron: '0 0 1 1 *' })
      await dispatch.schedule({ lane: 'maintenance', key: 'yearly', cron: '0 0 1 1 *' })
      expect(await taken(10, 'maintenance')).toEqual([])
    })
  },
  60_000,
)

/** A worker, and a promise that resolves when it has been called so often. */
function listener(act: () => void = () => undefined) {
  const perform = vi.fn(async (_key: string) => act())
  const heard = (times: number) =>
    vi.waitFor(() => expect(perform.mock.calls.length).toBeGreaterThanOrEqual(times), { timeout: 15_000 })
  return { perform, heard }
}

import { describe, expect, it, vi } from 'vitest'
import { keepTime } from '../../../src/app/open-database.ts'
import { createDatabaseClock } from '../../../src/database/database-clock.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forTest } from '../../support/for-file.ts'

describe('the clock of the database', () => {
  it('DUR-6 is that of the machine until it is compared', () => {
    const before = Date.now()
    const now = createDatabaseClock().now()
    expect(now).toBeGreaterThanOrEqual(before)
    expect(now).toBeLessThanOrEqual(Date.now())
  })

  it('DUR-6 goes on from the time of the database by the time that passes', async () => {
    const { clock, adjust, pass } = scene()
    await adjust({ time: 1_000_000, takes: 20 })
    expect(clock.now()).toBe(1_000_010)
    pass(90_000)
    expect(clock.now()).toBe(1_090_010)
  })

  it('DUR-6 stays where an answer allows it, and moves where none does', async () => {
    const { clock, adjust } = scene()
    await adjust({ time: 1_000_000, takes: 20 })
    await adjust({ time: 1_000_024, takes: 20 })
    expect(clock.now()).toBe(1_000_030)
    await adjust({ time: 2_000_000, takes: 4 })
    expect(clock.now()).toBe(2_000_002)
    await adjust({ time: 1_000_000, takes: 4 })
    expect(clock.now()).toBe(1_000_002)
  })

  it('DUR-6 keeps its time while the database does not answer', async () => {
    const { clock, adjust, pass } = scene()
    await adjust({ time: 1_000_000, takes: 20 })
    await expect(clock.adjust(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    pass(5_000)
    expect(clock.now()).toBe(1_005_010)
  })

  it('DUR-6 is compared once when a process starts', async () => {
    const database = forTest(await createTestDatabase())
    const query = vi.spyOn(database.pool, 'query')
    const stop = await keepTime(createDatabaseClock(), database, () => undefined)
    expect(query).toHaveBeenCalledTimes(1)
    await stop()
    expect(query).toHaveBeenCalledTimes(1)
  })
})

/** A clock in a process whose time passes when it is told to; each question to the database takes some of it. */
function scene() {
  let elapsed = 500
  const pass = (ms: number) => {
    elapsed += ms
  }
  const clock = createDatabaseClock(() => elapsed)
  const adjust = ({ time, takes }: { readonly time: number; readonly takes: number }) =>
    clock.adjust(async () => {
      pass(takes)
      return time
    })
  return { clock, adjust, pass }
}

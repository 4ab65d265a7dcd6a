import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { atOnce, inSlices, itemsInSlices, mapSliced, pauseWhenLong } from '../../../src/domain/in-slices.ts'

/** The clock, which only the work moves. */
let now = 0

beforeEach(async () => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  await turn()
})
afterEach(() => vi.restoreAllMocks())

/** Work of so many items, each of which takes so many milliseconds; `seen` has them as they are done. */
const work = (count: number, ms: number, seen: (string | number)[] = []) =>
  mapSliced(
    Array.from({ length: count }, (_, n) => n),
    (n) => {
      now += ms
      seen.push(n)
      return n * 2
    },
  )

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** How many turns the event loop takes until the promise has resolved. */
async function turnsUntil(promise: Promise<unknown>): Promise<number> {
  let isDone = false
  void promise.then(() => {
    isDone = true
  })
  let turns = 0
  for (; !isDone; turns++) await turn()
  return turns
}

describe('work in slices', () => {
  test('is done at once where it fits into one', () => {
    expect(inSlices(work(3, 1))).toEqual([0, 2, 4])
  })

  test('lets the event loop turn after each 10 ms', async () => {
    const sliced = inSlices(work(100, 1))
    expect(sliced).toBeInstanceOf(Promise)
    const turns = await turnsUntil(Promise.resolve(sliced))
    expect(turns).toBeGreaterThanOrEqual(9)
    expect(turns).toBeLessThanOrEqual(12)
    expect(await sliced).toEqual(atOnce(work(100, 1)))
  })

  test('shares the slice of a turn with other work', async () => {
    const seen: number[] = []
    const all = Array.from({ length: 5 }, () => inSlices(work(10, 1, seen)))
    // The first has used the slice; each of the others takes one step of it.
    expect(seen).toHaveLength(10 + 4)
    for (const result of await Promise.all(all)) expect(result).toHaveLength(10)
  })

  test('rejects with an error thrown after a pause', async () => {
    function* failing() {
      yield* work(20, 1)
      throw new Error('It broke.')
    }
    await expect(inSlices(failing())).rejects.toThrow('It broke.')
  })

  test('those that pause continue in their order, in the next turn', async () => {
    expect(pauseWhenLong()).toBeNull()
    now += 10
    const order: number[] = []
    const waiting = [1, 2, 3].map(async (n) => {
      await pauseWhenLong()
      order.push(n)
    })
    await Promise.resolve()
    expect(order).toEqual([])
    await Promise.all(waiting)
    expect(order).toEqual([1, 2, 3])
    expect(pauseWhenLong()).toBeNull()
  })

  test('a list yields while its items are read', async () => {
    const read: number[] = []
    const reading = itemsInSlices([1, 2, 3, 4, 5, 6]).map(async (coming) => {
      const item = await coming
      now += 5
      read.push(item)
    })
    expect(await turnsUntil(Promise.all(reading))).toBeGreaterThanOrEqual(2)
    expect(read).toEqual([1, 2, 3, 4, 5, 6])
  })
})

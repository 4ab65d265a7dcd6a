import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { schedule } from '../../../../src/engine/actions/scheduler.ts'

describe('the scheduler', () => {
  test.prop([
    fc.nat({ max: 12 }).chain((count) => fc.shuffledSubarray([...Array(count).keys()], { minLength: count })),
    fc.integer({ min: 1, max: 6 }),
    fc.scheduler(),
  ])(
    'DAG-2 LIM-12 never runs more than maxParallel, each action once, and gives results in plan order',
    async (actions, maxParallel, s) => {
      const begun: number[] = []
      let running = 0
      let most = 0
      const results = schedule(actions, maxParallel, async (action) => {
        begun.push(action)
        running += 1
        most = Math.max(most, running)
        await s.schedule(Promise.resolve())
        running -= 1
        return `result of ${action}`
      })
      await s.waitFor(results)
      expect(most).toBe(Math.min(maxParallel, actions.length))
      expect(begun).toEqual(actions)
      expect(await results).toEqual(actions.map((action) => `result of ${action}`))
    },
  )

  test('DAG-2 a free place is taken at once, not when a whole wave has ended', async () => {
    const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
    const begun: number[] = []
    const all = schedule([0, 1, 2, 3], 2, async (place) => {
      begun.push(place)
      await gates[place]?.promise
    })
    gates[1]?.resolve()
    await new Promise(setImmediate)
    expect(begun).toEqual([0, 1, 2])
    gates[2]?.resolve()
    await new Promise(setImmediate)
    expect(begun).toEqual([0, 1, 2, 3])
    gates[0]?.resolve()
    gates[3]?.resolve()
    await all
  })

  test('DAG-2 results that are undefined keep their places', async () => {
    expect(await schedule([1, 2, 3], 5, async (n) => (n === 2 ? undefined : n))).toEqual([1, undefined, 3])
    expect(await schedule([], 5, async () => 1)).toEqual([])
  })
})

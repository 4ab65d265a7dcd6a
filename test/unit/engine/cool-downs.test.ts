import { describe, expect, test } from 'vitest'
import { createCoolDowns } from '../../../src/engine/cool-downs.ts'

function setUp() {
  const time = { now: 1_000_000 }
  return { time, coolDowns: createCoolDowns({ elapsed: () => time.now }) }
}

const minute = 60_000

describe('a cool-down', () => {
  test('MOD-5 does not affect models that never failed', () => {
    const { coolDowns, time } = setUp()
    expect(coolDowns.until('openai#1')).toBeLessThanOrEqual(time.now)
  })

  test('MOD-5 grows each time that it fails again right after: 1, 5, 25, 60, 60 minutes', () => {
    const { coolDowns, time } = setUp()
    const rests = [1, 2, 3, 4, 5].map(() => {
      coolDowns.start('openai#1')
      const rest = coolDowns.until('openai#1') - time.now
      time.now += rest
      return rest / minute
    })
    expect(rests).toEqual([1, 5, 25, 60, 60])
  })

  test('MOD-5 is as long as the provider asks, where that is longer', () => {
    const { coolDowns, time } = setUp()
    coolDowns.start('openai/a#1', 10 * minute)
    expect(coolDowns.until('openai/a#1')).toBe(time.now + 10 * minute)
  })

  test.for([Number.POSITIVE_INFINITY, 1e303, 400 * 24 * 60 * minute])(
    'MOD-5 is a day at most, though the provider asks for %d ms',
    (askedMs) => {
      const { coolDowns, time } = setUp()
      coolDowns.start('openai/a#1', askedMs)
      expect(coolDowns.until('openai/a#1')).toBe(time.now + 24 * 60 * minute)
    },
  )

  test('MOD-5 ends with an answer, and the next failure is a first one', () => {
    const { coolDowns, time } = setUp()
    coolDowns.start('openai#1')
    coolDowns.start('openai#1')
    coolDowns.clear('openai#1')
    expect(coolDowns.until('openai#1')).toBeLessThanOrEqual(time.now)
    coolDowns.start('openai#1')
    expect(coolDowns.until('openai#1')).toBe(time.now + minute)
  })

  test('MOD-5 is forgotten an hour after it ended', () => {
    const { coolDowns, time } = setUp()
    coolDowns.start('openai#1')
    time.now += 61 * minute
    coolDowns.start('openai#1')
    expect(coolDowns.until('openai#1')).toBe(time.now + minute)
  })

  test('MOD-5 of one key says nothing of another', () => {
    const { coolDowns } = setUp()
    coolDowns.start('openai#1')
    expect(coolDowns.until('openai#2')).toBe(0)
  })
})

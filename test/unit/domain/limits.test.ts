import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { effectiveLimits } from '../../../src/domain/limits.ts'

const wish = fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined })
const wishOrNull = fc.oneof(wish, fc.constant(null))

describe('the limits in force', () => {
  test('LIM-1 a sub-agent that names no step limit has 50 steps', () => {
    expect(effectiveLimits({}, { maxSteps: null }, 1).maxSteps).toEqual({ value: 50, source: 'default' })
  })

  test('LIM-2 a top-level agent that names none is unlimited', () => {
    expect(effectiveLimits({}, { maxSteps: null }, 0).maxSteps).toEqual({ value: null, source: 'default' })
  })

  test('LIM-4 LIM-12 the rest has the defaults that ENGINE.md names', () => {
    expect(effectiveLimits({}, {}, 0)).toMatchObject({
      graceMs: { value: 30_000, source: 'default' },
      actionTimeoutMs: { value: 60_000, source: 'default' },
      maxResultBytes: { value: 1_048_576, source: 'default' },
      maxParallel: { value: 5, source: 'default' },
    })
  })

  test.prop([wish, wishOrNull, fc.nat({ max: 3 })])(
    'LIM-5 LIM-11 the trigger beats the agent, the agent beats the default, and each says so',
    (trigger, agent, depth) => {
      const { timeoutMs } = effectiveLimits({ timeoutMs: trigger }, { timeoutMs: agent }, depth)
      const expected =
        trigger !== undefined
          ? { value: trigger, source: 'trigger' }
          : typeof agent === 'number'
            ? { value: agent, source: 'agent' }
            : { value: null, source: 'default' }
      expect(timeoutMs).toEqual(expected)
    },
  )
})

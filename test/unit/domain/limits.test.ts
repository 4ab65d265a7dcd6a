import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { effectiveLimits, noDefaultLimits } from '../../../src/domain/limits.ts'

const limit = fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined })
const limitOrNull = fc.oneof(limit, fc.constant(null))

describe('the limits in force', () => {
  test('LIM-1 a sub-agent that names no step limit has 50 steps', () => {
    expect(effectiveLimits({}, { maxSteps: null }, 1).maxSteps).toEqual({ value: 50, source: 'default' })
  })

  test('LIM-2 a top-level agent that names none is unlimited', () => {
    expect(effectiveLimits({}, {}, 0).maxSteps).toEqual({ value: null, source: 'default' })
    expect(effectiveLimits({}, { maxSteps: null }, 0).maxSteps).toEqual({ value: null, source: 'agent' })
  })

  test('LIM-4 LIM-12 the rest has the defaults of docs/internals/specification.md', () => {
    expect(effectiveLimits({}, {}, 0)).toMatchObject({
      graceMs: { value: 30_000, source: 'default' },
      actionTimeoutMs: { value: 60_000, source: 'default' },
      maxResultBytes: { value: 1_048_576, source: 'default' },
      maxParallel: { value: 5, source: 'default' },
    })
  })

  test.prop([limitOrNull, limitOrNull, fc.option(fc.nat()), fc.nat({ max: 3 })])(
    'LIM-5 LIM-11 LIM-14 the trigger beats the agent, the agent the project, and each says so; null is none',
    (trigger, agent, project, depth) => {
      const limits = { ...noDefaultLimits, timeoutMs: project }
      const { timeoutMs } = effectiveLimits({ timeoutMs: trigger }, { timeoutMs: agent }, depth, limits)
      if (trigger !== undefined) expect(timeoutMs).toEqual({ value: trigger, source: 'trigger' })
      else if (agent !== undefined) expect(timeoutMs).toEqual({ value: agent, source: 'agent' })
      else expect(timeoutMs).toEqual({ value: project, source: project === null ? 'default' : 'project' })
    },
  )

  test('LIM-1 LIM-14 a sub-agent that names no step limit has the project’s where that is less than 50', () => {
    const stepsOf = (maxSteps: number) =>
      effectiveLimits({}, { maxSteps: null }, 1, { ...noDefaultLimits, maxSteps }).maxSteps
    expect(stepsOf(49)).toEqual({ value: 49, source: 'project' })
    expect(stepsOf(51)).toEqual({ value: 50, source: 'default' })
  })
})

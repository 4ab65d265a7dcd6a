import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  actionHash,
  actionRetryDelay,
  isReplannedDifferently,
} from '../../../../src/engine/actions/attempts.ts'
import { planOf } from './plan-builders.ts'

describe('retrying an action', () => {
  test('DAG-10 three attempts by default, at most 2 s and 4 s apart', () => {
    const retry = planOf([{ name: 'a' }]).actions[0]?.retry ?? { maxAttempts: 0, backoffMs: 0 }
    expect([1, 2, 3].map((attempt) => actionRetryDelay(retry, attempt, 1))).toEqual([2_000, 4_000, null])
    expect([1, 2].map((attempt) => actionRetryDelay(retry, attempt, 0))).toEqual([1_000, 2_000])
  })

  test.prop([
    fc.integer({ min: 1, max: 9 }),
    fc.nat({ max: 60_000 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ])(
    'DAG-10 waits at least half of the backoff, and never longer than a minute',
    (attempt, backoffMs, random) => {
      const delay = actionRetryDelay({ maxAttempts: 10, backoffMs }, attempt, random) ?? -1
      const full = Math.min(60_000, backoffMs * 2 ** attempt)
      expect(delay).toBeGreaterThanOrEqual(Math.floor(full / 2))
      expect(delay).toBeLessThanOrEqual(full)
    },
  )

  test('DAG-9 DAG-10 the order of parameters makes no other action; any value does', () => {
    const action = { type: 'TOOL', target: 'search', parameters: { q: 'x', deep: { a: 1, b: 2 } } } as const
    const turned = { ...action, parameters: { deep: { b: 2, a: 1 }, q: 'x' } }
    const earlier = [actionHash(action)]
    expect(isReplannedDifferently(earlier, turned)).toBe(false)
    expect(isReplannedDifferently(earlier, { ...turned, parameters: { q: 'y', deep: { a: 1, b: 2 } } })).toBe(
      true,
    )
    expect(isReplannedDifferently(earlier, { ...action, target: 'other' })).toBe(true)
  })
})

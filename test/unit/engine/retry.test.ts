import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { ModelError, modelErrorKinds } from '../../../src/domain/model.ts'
import { retryDelay } from '../../../src/engine/retry.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const attempt = fc.integer({ min: 1, max: 4 })
const kind = fc.constantFrom(...modelErrorKinds)

function failure(retryAfterMs?: number, retryable = true): ModelError {
  return new ModelError('OVERLOADED', 'busy', { retryable, retryAfterMs })
}

describe('the wait before another try', () => {
  test('MOD-4 doubles from a second, with full jitter', () => {
    const longest = [1, 2, 3, 4].map((n) => retryDelay(failure(), n, 0.999_999_9))
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000])
    expect([1, 2, 3, 4].map((n) => retryDelay(failure(), n, 0))).toEqual([0, 0, 0, 0])
  })

  test.prop([attempt, random])('MOD-4 lies between nothing and the cap of its attempt', (n, share) => {
    const delay = retryDelay(failure(), n, share)
    expect(delay).toBeGreaterThanOrEqual(0)
    expect(delay).toBeLessThanOrEqual(Math.min(60_000, 1_000 * 2 ** (n - 1)))
    expect(Number.isInteger(delay)).toBe(true)
  })

  test.prop([attempt, random, fc.integer({ min: 0, max: 60_000 })])(
    'MOD-4 is never less than what the provider asks for',
    (n, share, retryAfterMs) => {
      expect(retryDelay(failure(retryAfterMs), n, share)).toBeGreaterThanOrEqual(retryAfterMs)
    },
  )

  test.prop([fc.integer({ min: 5, max: 100 }), random, kind])(
    'MOD-4 the fifth try is the last',
    (n, share, of) => {
      expect(retryDelay(new ModelError(of, 'no', { retryable: true }), n, share)).toBeNull()
    },
  )

  test.prop([attempt, random, kind])('MOD-4 what may not be tried again is not', (n, share, of) => {
    expect(retryDelay(new ModelError(of, 'no', { retryable: false }), n, share)).toBeNull()
  })

  test('MOD-5 a provider that asks for more than a minute is left for the next model', () => {
    expect(retryDelay(failure(60_000), 1, 0)).toBe(60_000)
    expect(retryDelay(failure(60_001), 1, 0)).toBeNull()
  })
})

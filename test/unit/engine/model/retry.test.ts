import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { agentDefinition } from '../../../../src/domain/agent.ts'
import type { ModelRetry } from '../../../../src/domain/agent-settings.ts'
import { ModelError, modelErrorKinds } from '../../../../src/domain/model.ts'
import { retryDelay } from '../../../../src/engine/model/failover.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

const attempt = fc.integer({ min: 1, max: 4 })

const kind = fc.constantFrom(...modelErrorKinds)

const byDefault: ModelRetry = { maxAttempts: 5, baseMs: 1_000, capMs: 60_000 }

function failure(retryAfterMs?: number, retryable = true): ModelError {
  return new ModelError('OVERLOADED', 'busy', { retryable, retryAfterMs })
}

function delay(error: ModelError, tries: number, share: number, retry = byDefault): number | null {
  return retryDelay(error, { tries, random: share, retry })
}

describe('the wait before another try', () => {
  test('MOD-4 LOOP-8 an agent that says nothing of it has five tries, from a second to a minute', () => {
    expect(agentDefinition.parse({ name: 'a', model: 'openai/x' }).modelRetry).toEqual(byDefault)
  })

  test('MOD-4 doubles from a second, with full jitter', () => {
    const longest = [1, 2, 3, 4].map((n) => delay(failure(), n, 0.999_999_9))
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000])
    expect([1, 2, 3, 4].map((n) => delay(failure(), n, 0))).toEqual([0, 0, 0, 0])
  })

  test.prop([attempt, random])('MOD-4 lies between nothing and the cap of its attempt', (n, share) => {
    const waited = delay(failure(), n, share)
    expect(waited).toBeGreaterThanOrEqual(0)
    expect(waited).toBeLessThanOrEqual(Math.min(60_000, 1_000 * 2 ** (n - 1)))
    expect(Number.isInteger(waited)).toBe(true)
  })

  test.prop([attempt, random, fc.integer({ min: 0, max: 60_000 })])(
    'MOD-4 is never less than the provider asks for',
    (n, share, retryAfterMs) => {
      expect(delay(failure(retryAfterMs), n, share)).toBeGreaterThanOrEqual(retryAfterMs)
    },
  )

  test.prop([fc.integer({ min: 5, max: 100 }), random, kind])(
    'MOD-4 the fifth try is the last',
    (n, share, of) => {
      expect(delay(new ModelError(of, 'no', { retryable: true }), n, share)).toBeNull()
    },
  )

  test.prop([attempt, random, kind])('MOD-4 an error that may not be retried is not', (n, share, of) => {
    expect(delay(new ModelError(of, 'no', { retryable: false }), n, share)).toBeNull()
  })

  test('MOD-5 a provider that asks for more than a minute is left for the next model', () => {
    expect(delay(failure(60_000), 1, 0)).toBe(60_000)
    expect(delay(failure(60_001), 1, 0)).toBeNull()
  })

  test('LOOP-8 an agent may want it otherwise: other tries, another beginning, another cap', () => {
    const retry = { maxAttempts: 4, baseMs: 10, capMs: 25 }
    expect([1, 2, 3, 4].map((n) => delay(failure(), n, 0.999_999, retry))).toEqual([10, 20, 25, null])
    expect(delay(failure(26), 1, 0, retry)).toBeNull()
  })
})

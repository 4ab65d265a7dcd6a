import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../src/domain/webhook.ts'
import { deliveryDelay, maxAttempts, settlementOf } from '../../../src/webhooks/receivers.ts'

const now = Date.parse('2026-11-21T12:00Z')

function refused(more: Partial<Extract<Answer, { kind: 'refused' }>> = {}): Answer {
  return {
    kind: 'refused',
    error: 'It answered with the status 500.',
    statusCode: 500,
    isGone: false,
    retryAfterMs: null,
    ...more,
  }
}

describe('HOOK-2 the outcome of a delivery', () => {
  it('is delivered when it was taken, at whichever attempt', () => {
    for (const attempt of [1, 7, maxAttempts, 99])
      expect(settlementOf({ kind: 'taken', statusCode: 204 }, attempt, { now, random: 0 })).toEqual({
        kind: 'delivered',
        statusCode: 204,
      })
  })

  it('is tried again until the last attempt, and given up then', () => {
    const kinds = Array.from(
      { length: 17 },
      (_, n) => settlementOf(refused(), n + 1, { now, random: 0.5 }).kind,
    )
    expect(kinds.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 'failed'))
    expect(kinds.slice(15)).toEqual(['abandoned', 'abandoned'])
  })

  it('outlasts hours: eleven on average, and never less than seven', () => {
    const hoursAt = (random: number) =>
      Array.from({ length: maxAttempts - 1 }, (_, n) => deliveryDelay(n + 1, random)).reduce(
        (a, b) => a + b,
      ) / 3_600_000
    expect(hoursAt(0)).toBeGreaterThan(7)
    expect(hoursAt(0.5)).toBeCloseTo(11, 0)
    expect(hoursAt(0.999)).toBeLessThan(15)
  })

  it('waits as long as the receiver asked, three hours at most', () => {
    const waitOf = (retryAfterMs: number) => {
      const settlement = settlementOf(refused({ retryAfterMs }), 1, { now, random: 0 })
      return settlement.kind === 'failed' ? settlement.retryAt.getTime() - now : null
    }
    expect(waitOf(120_000)).toBe(120_000)
    expect(waitOf(1)).toBe(2_500)
    expect(waitOf(86_400_000)).toBe(3 * 3_600_000)
  })

  propertyTest.prop([fc.integer({ min: 1, max: 15 }), fc.double({ min: 0, max: 0.999, noNaN: true })])(
    'waits twice as long after each attempt, half of it by chance, and at most three hours',
    (attempt, random) => {
      const whole = Math.min(5_000 * 2 ** (attempt - 1), 3 * 3_600_000)
      expect(deliveryDelay(attempt, random)).toBeGreaterThanOrEqual(whole / 2)
      expect(deliveryDelay(attempt, random)).toBeLessThanOrEqual(whole)
      expect(deliveryDelay(attempt, 0)).toBeLessThanOrEqual(deliveryDelay(attempt, random))
    },
  )
})

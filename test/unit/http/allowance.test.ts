import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { TokenBucket } from '../../../src/http/access/callers.ts'

const setting = 'RUNGRAPH_REQUESTS_PER_MINUTE'

function open(perMinute: number, maxKeys?: number) {
  let at = 0
  const allowance = new TokenBucket({
    perMinute,
    setting,
    now: () => at,
    ...(maxKeys === undefined ? {} : { maxKeys }),
  })
  return {
    allowance,
    pass: (ms: number) => {
      at += ms
    },
  }
}

describe('API-7 an allowance of requests', () => {
  test('is used up at once, and comes back one by one', () => {
    const { allowance, pass } = open(60)
    for (let nth = 0; nth < 60; nth++) expect(allowance.take('a')).toBeNull()
    expect(allowance.take('a')).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'More than 60 requests in a minute. Try again in 1 s, or raise RUNGRAPH_REQUESTS_PER_MINUTE.',
    })
    pass(999)
    expect(allowance.take('a')).not.toBeNull()
    pass(1)
    expect(allowance.take('a')).toBeNull()
    expect(allowance.take('a')).not.toBeNull()
  })

  test('is one for each key', () => {
    const { allowance } = open(1)
    expect([allowance.take('a'), allowance.take('b')]).toEqual([null, null])
    expect(allowance.take('a')).not.toBeNull()
  })

  test('tells where a key stands', () => {
    const { allowance, pass } = open(60)
    expect(allowance.rateLimitStatus('a')).toEqual({ max: 60, remaining: 60, fullInSeconds: 0 })
    allowance.take('a', 45)
    expect(allowance.rateLimitStatus('a')).toEqual({ max: 60, remaining: 15, fullInSeconds: 45 })
    pass(10_000)
    expect(allowance.rateLimitStatus('a')).toEqual({ max: 60, remaining: 25, fullInSeconds: 35 })
  })

  test('lets more through than it ever has as if it were all', () => {
    const { allowance } = open(5)
    expect(allowance.take('a', 10)).toBeNull()
    expect(allowance.take('a')).toMatchObject({ data: { retryAfterSeconds: 12 } })
  })

  test('forgets callers with a full allowance, and keeps no more keys than it may', () => {
    const { allowance, pass } = open(1)
    for (let nth = 0; nth < 1_000; nth++) allowance.take(`key ${nth}`)
    expect(allowance.size).toBe(1_000)
    pass(60_000)
    allowance.take('another')
    expect(allowance.size).toBe(1)
    const few = open(1, 10)
    for (let nth = 0; nth < 1_000; nth++) few.allowance.take(`key ${nth}`)
    expect(few.allowance.size).toBe(10)
  })

  const steps = fc.array(
    fc.record({
      waitMs: fc.nat(20_000),
      key: fc.constantFrom('a', 'b'),
      count: fc.integer({ min: 1, max: 5 }),
    }),
    {
      maxLength: 200,
    },
  )

  property.prop([fc.integer({ min: 5, max: 120 }), steps])(
    'never gives a key more than its minute and what came back since',
    (perMinute, asked) => {
      const { allowance, pass } = open(perMinute)
      const given = { a: 0, b: 0 }
      let atMs = 0
      for (const { waitMs, key, count } of asked) {
        pass(waitMs)
        atMs += waitMs
        if (allowance.take(key, count) === null) given[key === 'a' ? 'a' : 'b'] += count
      }
      const most = perMinute + (atMs / 60_000) * perMinute + 1e-6
      expect(Math.max(given.a, given.b)).toBeLessThanOrEqual(most)
    },
  )

  property.prop([fc.integer({ min: 5, max: 120 }), steps])(
    'gives what it refused once the time that it named has passed',
    (perMinute, asked) => {
      const { allowance, pass } = open(perMinute)
      for (const { waitMs, key, count } of asked) {
        pass(waitMs)
        const refusal = allowance.take(key, count)
        if (refusal === null) continue
        pass(refusal.data.retryAfterSeconds * 1_000)
        expect(allowance.take(key, count)).toBeNull()
      }
    },
  )
})

import { describe, expect, it, test } from 'vitest'
import { failureRate, toPeriod, toTimeZone } from '../../../src/domain/statistics.ts'

const now = new Date('2026-11-30T12:00:00Z')

const time = (text: string) => new Date(`${text}T12:00:00Z`)

describe('API-50 the period of statistics', () => {
  it('is the last 30 days, or those before its end', () => {
    expect(toPeriod({}, now)).toEqual({ since: time('2026-10-31'), until: now, isOpen: true })
    expect(toPeriod({ since: null, until: time('2026-11-20') }, now)).toEqual({
      since: time('2026-10-21'),
      until: time('2026-11-20'),
      isOpen: false,
    })
  })

  it('has 400 days and no more', () => {
    expect(toPeriod({ since: time('2025-10-26') }, now).since).toEqual(time('2025-10-26'))
    expect(() => toPeriod({ since: new Date(time('2025-10-26').getTime() - 1) }, now)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', data: expect.objectContaining({ path: ['since'] }) }),
    )
  })

  test.for([
    [{ since: now }, /before the present time/],
    [{ since: time('2026-11-02'), until: time('2026-11-01') }, /before `until`/],
  ] as const)('that is empty is refused: %j', ([range, words]) => {
    expect(() => toPeriod(range, now)).toThrow(words)
  })
})

describe('API-50 the time zone of statistics', () => {
  test.for([
    [null, 'UTC'],
    [undefined, 'UTC'],
    ['europe/berlin', 'Europe/Berlin'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
  ])('of %s is %s', ([name, zone]) => {
    expect(toTimeZone(name)).toBe(zone)
  })

  test.for(['+02:00', 'Mars/Base', '', "UTC'; drop table x", 'x'.repeat(10_000)])(
    'is a name of a place: %s is refused in few words',
    (name) => {
      let problem = ''
      try {
        toTimeZone(name)
      } catch (error) {
        problem = String(error)
      }
      expect(problem).toMatch(/timeZone .+ is not an IANA time zone/)
      expect(problem.length).toBeLessThan(250)
    },
  )
})

test('API-50 a failure rate is of those that succeeded or failed', () => {
  expect(failureRate({ failed: 1, succeeded: 3 })).toBe(0.25)
  expect(failureRate({ failed: 0, succeeded: 3 })).toBe(0)
  expect(failureRate({ failed: 0, succeeded: 0 })).toBeNull()
})

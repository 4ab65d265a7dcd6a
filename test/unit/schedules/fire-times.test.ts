import { describe, expect, it } from 'vitest'
import { fireTimesAfter, lastFireTime, nextFireTime } from '../../../src/schedules/fire-times.ts'
import { trialsOf } from '../../support/trials.ts'

const minuteMs = 60_000

const hourMs = 60 * minuteMs

const dayMs = 24 * hourMs

function iso(times: readonly number[]): readonly string[] {
  return times.map((time) => new Date(time).toISOString().slice(0, 16))
}

function inBerlin(cron: string, after: string, count: number): readonly string[] {
  return iso(fireTimesAfter({ cron, timeZone: 'Europe/Berlin' }, Date.parse(after), count))
}

describe('SCHED-4 in Berlin, where clocks go from 2:00 to 3:00 on 29 March 2026 and from 3:00 to 2:00 on 25 October', () => {
  it('a time that does not exist happens an hour later by the clocks', () => {
    expect(inBerlin('30 2 * * *', '2026-03-27T12:00Z', 3)).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:30', // 3:30 in summer
      '2026-03-30T00:30',
    ])
    expect(inBerlin('30 2 29 3 *', '2026-01-01T00:00Z', 1)).toEqual(['2026-03-29T01:30'])
  })

  it('times that coincide by that fire once', () => {
    expect(inBerlin('0,30 2,3 * * *', '2026-03-29T00:00Z', 3)).toEqual([
      '2026-03-29T01:00',
      '2026-03-29T01:30',
      '2026-03-30T00:00',
    ])
  })

  it('a time that comes twice happens the first time', () => {
    expect(inBerlin('30 2 * * *', '2026-10-24T12:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30'])
    // Also for who begins to look between the two.
    expect(inBerlin('30 2 * * *', '2026-10-25T00:45Z', 1)).toEqual(['2026-10-26T01:30'])
    expect(inBerlin('*/20 2 * * *', '2026-10-24T12:00Z', 4)).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T00:20',
      '2026-10-25T00:40',
      '2026-10-26T01:00',
    ])
  })

  it('an expression for each hour fires each hour, in each of the two', () => {
    expect(inBerlin('15 * * * *', '2026-10-24T23:30Z', 3)).toEqual([
      '2026-10-25T00:15',
      '2026-10-25T01:15',
      '2026-10-25T02:15',
    ])
    expect(inBerlin('15 * * * *', '2026-03-28T23:30Z', 3)).toEqual([
      '2026-03-29T00:15',
      '2026-03-29T01:15',
      '2026-03-29T02:15',
    ])
  })

  it('the rest of the day is as on others', () => {
    expect(inBerlin('0 9 * * *', '2026-03-28T12:00Z', 2)).toEqual(['2026-03-29T07:00', '2026-03-30T07:00'])
    expect(inBerlin('0 9 * * *', '2026-10-24T12:00Z', 2)).toEqual(['2026-10-25T08:00', '2026-10-26T08:00'])
  })
})

/** One expression, as the parser reads it and as sets. */
interface Case {
  readonly cron: string
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
}

const every = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, n) => from + n * step)

const cases: readonly Case[] = [
  { cron: '* * * * *', minutes: every(0, 59), hours: every(0, 23) },
  { cron: '7,37 * * * *', minutes: [7, 37], hours: every(0, 23) },
  { cron: '30 2 * * *', minutes: [30], hours: [2] },
  { cron: '15 0 * * *', minutes: [15], hours: [0] },
  { cron: '*/20 1-3 * * *', minutes: every(0, 59, 20), hours: [1, 2, 3] },
  { cron: '0 */2 * * *', minutes: [0], hours: every(0, 23, 2) },
]

/** Around changes of clocks, of an hour, half an hour and two, at night and at midnight; and where there are none. */
const places: readonly (readonly [timeZone: string, around: string])[] = [
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['America/New_York', '2027-03-14T07:00Z'],
  ['America/New_York', '2027-11-07T06:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['Asia/Beirut', '2026-03-28T22:00Z'],
  ['Antarctica/Troll', '2026-03-29T01:00Z'],
  ['Antarctica/Troll', '2026-10-25T01:00Z'],
  ['America/St_Johns', '2026-11-01T04:30Z'],
  ['Asia/Kathmandu', '2026-05-01T00:00Z'],
  ['UTC', '2026-05-01T00:00Z'],
]

/** Local time in each minute of three days, as if it were UTC; the second and third are examined. */
function clocksOf(timeZone: string, from: number): ReadonlyMap<number, number> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const moments = every(from - dayMs - minuteMs, from + 2 * dayMs, minuteMs)
  return new Map(moments.map((moment) => [moment, Date.parse(`${format.format(moment).replace(' ', 'T')}Z`)]))
}

/** Looks at each minute, and at those that the clocks leave out. */
function byLooking({ minutes, hours }: Case, clocks: ReadonlyMap<number, number>, from: number) {
  const isMeant = (shown: number) =>
    minutes.includes(new Date(shown).getUTCMinutes()) && hours.includes(new Date(shown).getUTCHours())
  const found = new Set<number>()
  const seen = new Set<number>()
  for (const [moment, shown] of clocks) {
    const before = clocks.get(moment - minuteMs) ?? shown
    for (let left = before + minuteMs; left < shown; left += minuteMs)
      if (isMeant(left)) found.add(moment + (left - before - minuteMs))
    if (isMeant(shown) && (hours.length === 24 || !seen.has(shown))) found.add(moment)
    seen.add(shown)
  }
  return [...found].filter((moment) => moment > from && moment < from + 2 * dayMs).toSorted((a, b) => a - b)
}

describe('SCHED-4 the times of an expression are those that clocks show', () => {
  it.each(places)('in %s around %s', (timeZone, around) => {
    const from = Date.parse(around) - dayMs
    const clocks = clocksOf(timeZone, from)
    for (const given of cases) {
      const expected = byLooking(given, clocks, from)
      const rhythm = { cron: given.cron, timeZone }
      expect(iso(fireTimesAfter(rhythm, from, expected.length)), given.cron).toEqual(iso(expected))
      // The same from wherever one begins.
      for (const after of trialsOf(every(from, from + 2 * dayMs - 3 * hourMs, 47 * minuteMs + 1_234))) {
        const next = expected.find((time) => time > after)
        if (next !== undefined) expect(nextFireTime(rhythm, after), `${given.cron} ${after}`).toBe(next)
      }
    }
  })
})

describe('SCHED-4 the days of an expression', () => {
  it.each([
    ['0 9 * * 1-5', '2026-11-20T12:00Z', ['2026-11-23T09:00', '2026-11-24T09:00']],
    ['0 9 * * MON,7', '2026-11-20T12:00Z', ['2026-11-22T09:00', '2026-11-23T09:00']],
    ['0 0 29 2 *', '2026-11-20T12:00Z', ['2028-02-29T00:00', '2032-02-29T00:00']],
    ['0 0 31 * *', '2026-11-20T12:00Z', ['2026-12-31T00:00', '2027-01-31T00:00']],
    ['0 0 L * *', '2026-11-20T12:00Z', ['2026-11-30T00:00', '2026-12-31T00:00']],
    ['0 0 * * 1#1', '2026-11-20T12:00Z', ['2026-12-07T00:00', '2027-01-04T00:00']],
    // Where both are given, either of them is enough, as cron has it.
    ['0 0 13 * 5', '2026-11-28T12:00Z', ['2026-12-04T00:00', '2026-12-11T00:00', '2026-12-13T00:00']],
  ])('%s', (cron, after, times) => {
    expect(iso(fireTimesAfter({ cron, timeZone: 'UTC' }, Date.parse(after), times.length))).toEqual(times)
  })
})

describe('SCHED-3 the last time up to a moment', () => {
  const now = Date.parse('2026-11-20T12:00:30Z')

  it.each([
    ['* * * * *', '2026-08-20T12:00Z', '2026-11-20T12:00'],
    ['0 3 * * *', '2026-08-20T03:00Z', '2026-11-20T03:00'],
    ['0 3 1 * *', '2026-01-01T03:00Z', '2026-11-01T03:00'],
    ['0 3 1 1 *', '2026-01-01T03:00Z', '2026-01-01T03:00'],
    ['0 12 20 11 *', '2026-11-20T12:00Z', '2026-11-20T12:00'],
    ['*/5 3 20 8 *', '2026-08-20T03:00Z', '2026-08-20T03:55'],
  ])('of %s since %s', (cron, first, last) => {
    expect(iso([lastFireTime({ cron, timeZone: 'UTC' }, Date.parse(first), now)])).toEqual([last])
  })
})

import { describe, expect, test } from 'vitest'
import { addTo, fromLocalText, startOf, toLocalText } from '../../src/console/period/calendar.ts'
import { pointAt, readPeriod, toPeriod, type UsualPeriod } from '../../src/console/period/period.ts'

const usual: UsualPeriod = { last: '24h', zone: 'UTC', buckets: ['hour', 'day', 'week', 'month'] }

const at = Date.parse

describe('CON-1: periods of time', () => {
  test('CON-1: a day begins at midnight of its zone, and has as many hours as its clocks', () => {
    const starts = (zone: string) => {
      const start = startOf('day', at('2026-10-25T10:17:00Z'), zone)
      return [new Date(start).toISOString(), (addTo('day', start, 1, zone) - start) / 3_600_000]
    }
    expect(starts('UTC')).toEqual(['2026-10-25T00:00:00.000Z', 24])
    expect(starts('Europe/Berlin')).toEqual(['2026-10-24T22:00:00.000Z', 25])
    expect(starts('Asia/Kathmandu')).toEqual(['2026-10-24T18:15:00.000Z', 24])
  })

  test('CON-1: an hour, a week and a month begin where the zone has them begin', () => {
    const now = at('2026-11-25T10:17:00Z')
    const start = (bucket: 'hour' | 'week' | 'month') =>
      toLocalText(startOf(bucket, now, 'Asia/Kolkata'), 'Asia/Kolkata')
    expect([start('hour'), start('week'), start('month')]).toEqual([
      '2026-11-25T15:00',
      '2026-11-23T00:00',
      '2026-11-01T00:00',
    ])
    expect(fromLocalText('2026-11-25T15:47', 'Asia/Kolkata')).toBe(now)
    expect(fromLocalText('some day', 'UTC')).toBeUndefined()
  })

  test('CON-1: a preset ends now, with whole bars', () => {
    const period = toPeriod({ last: '7d', zone: 'Europe/Berlin' }, at('2026-03-31T20:00:00Z'), usual)
    expect(new Date(period.since).toISOString()).toBe('2026-03-24T23:00:00.000Z')
    expect(period).toMatchObject({ until: null, bucket: 'day', choices: ['hour', 'day', 'week', 'month'] })
    expect(period.points).toHaveLength(7)
    // The clocks went forward on the 29th.
    expect(period.points.map(({ start, end }) => (end - start) / 3_600_000)).toEqual([
      24, 24, 24, 24, 23, 24, 24,
    ])
  })

  test('CON-1: two moments are a period with the rests of its first and last bar', () => {
    const view = readPeriod({ from: '2026-02-01T10:00:00Z', to: '2026-02-09T12:00:00Z', bucket: 'week' })
    const { points, since, until } = toPeriod(view, at('2026-03-01T00:00:00Z'), usual)
    expect([since, until]).toEqual([at('2026-02-01T10:00:00Z'), at('2026-02-09T12:00:00Z')])
    expect(points.map(({ start }) => new Date(start).toISOString().slice(0, 13))).toEqual([
      ...['2026-02-01T10', '2026-02-02T00', '2026-02-09T00'],
    ])
    expect(points.at(-1)?.end).toBe(until)
    expect(pointAt(points, at('2026-02-08T23:59:59Z'))).toBe(1)
    expect(pointAt(points, at('2026-02-10T00:00:00Z'))).toBe(-1)
  })

  test('CON-1: an address with nonsense is read as if it had none', () => {
    expect(readPeriod({ last: 'a while', from: 'then', zone: 'Mars/Olympus', bucket: 'blink' })).toEqual({})
    const { label } = toPeriod({ from: '2027-01-01T00:00:00Z' }, at('2026-01-01T00:00:00Z'), usual)
    expect(label).toBe('Last 24 hours')
  })

  test('CON-1: bars have a size that there is room for', () => {
    const { bucket, choices, points } = toPeriod({ last: '365d' }, at('2026-11-23T12:00:00Z'), usual)
    expect([bucket, choices, points.length]).toEqual(['week', ['day', 'week', 'month'], 53])
  })
})

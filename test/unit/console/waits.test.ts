import { describe, expect, test } from 'vitest'
import { withChildren } from '../../../src/console/pages/run/trace-model.ts'
import { lengthOf, lengthWithout, toAxis, waitsOf, workOf } from '../../../src/console/pages/run/waits.ts'
import { action, call, factsOf, gate, nodesOf, runOf, spawn, step, timeOf } from './traced.ts'

function span(start: number, end: number | null) {
  return { start: timeOf(start), end: end === null ? null : timeOf(end) }
}

const hour = 3_600

/** A call, then a payment that waits three hours for somebody, then a call. */
const held = runOf(
  'r',
  [
    step(1, 0, 3 * hour + 10, {
      modelCalls: [call('c1', 0, 4)],
      actions: [action('pay', 4, 3 * hour + 9)],
    }),
    step(2, 3 * hour + 10, 3 * hour + 20, { modelCalls: [call('c2', 3 * hour + 10, 3 * hour + 20)] }),
  ],
  { gates: [gate('g', 1, 5, 3 * hour + 5, 'pay')] },
)

describe('CON-3 the waits of a run', () => {
  test('are where nothing works: an action that waits at a gate does not', () => {
    const work = workOf(nodesOf(held))
    expect(work).toEqual([span(0, 5), span(3 * hour + 5, 3 * hour + 9), span(3 * hour + 10, 3 * hour + 20)])
    const waits = waitsOf(work, [timeOf(0), timeOf(3 * hour + 20)], false)
    expect(waits).toEqual([span(5, 3 * hour + 5)])
  })

  test('are those of a run below where its steps are known; until then it counts as work', () => {
    const top = runOf('p', [step(1, 0, 4 * hour, { actions: [spawn('r', 0, 4 * hour)] })])
    expect(workOf(nodesOf(top))).toEqual([span(0, 4 * hour)])
    expect(workOf(nodesOf(top, [held]))).toHaveLength(3)
  })

  test('last until now where a run waits, and not where it works', () => {
    const period = [timeOf(0), timeOf(100)] as const
    expect(waitsOf([span(0, 10)], period, false)).toEqual([span(10, 100)])
    expect(waitsOf([span(0, 10)], period, true)).toEqual([])
    expect(waitsOf([span(0, null)], period, false)).toEqual([])
  })

  test('are none where they are short', () => {
    expect(waitsOf([span(0, 1), span(2, 3)], [timeOf(0), timeOf(3)], false)).toEqual([])
    const beside = waitsOf([span(0, 100), span(105, 200)], [timeOf(0), timeOf(200)], false)
    expect(beside).toEqual([span(100, 105)])
  })

  test('are those of a turn in a batch, and of a run below in the queue', () => {
    const batch = { ...gate('g', 1, 2, 3_602), kind: 'BATCH' as const }
    const batched = runOf('r', [step(1, 0, 3_610, { modelCalls: [call('c', 0, 3_610)] })], { gates: [batch] })
    expect(workOf(nodesOf(batched))).toEqual([span(0, 2), span(3_602, 3_610)])
    const top = runOf('p', [step(1, 0, 90, { actions: [spawn('q', 10, null)] })])
    const queued = (startedAt: string | null) =>
      nodesOf(top, [], { children: withChildren(new Map(), [{ ...factsOf('q'), startedAt }]) })
    expect(workOf(queued(null))).toEqual([])
    expect(workOf(queued(new Date(timeOf(60)).toISOString()))).toEqual([span(60, 100)])
  })

  test('and the work make the whole, as the axis, the durations and the sum say it', () => {
    const period = [timeOf(0), timeOf(3 * hour + 20)] as const
    const waits = waitsOf(workOf(nodesOf(held)), period, false)
    const worked = lengthWithout({ start: period[0], end: period[1] }, waits)
    expect([worked, lengthOf(waits)]).toEqual([20_000, 3 * hour * 1_000])
    // The step, and the payment in it.
    expect(lengthWithout({ start: timeOf(0), end: timeOf(3 * hour + 10) }, waits)).toBe(10_000)
    expect(lengthWithout({ start: timeOf(4), end: timeOf(3 * hour + 9) }, waits)).toBe(5_000)
    const shown = toAxis(period, waits)
      .ticks(20)
      .filter(({ time }) => waits.some(({ start, end }) => time > start && time < end))
    expect(shown).toEqual([])
  })

  test('are between the attempts of an action', () => {
    const attempts = [
      {
        number: 1,
        startedAt: '2026-03-02T10:00:00Z',
        completedAt: '2026-03-02T10:00:02Z',
        status: 'FAILED' as const,
      },
      {
        number: 2,
        startedAt: '2026-03-02T10:05:00Z',
        completedAt: '2026-03-02T10:05:02Z',
        status: 'SUCCEEDED' as const,
      },
    ]
    const work = workOf(
      nodesOf(runOf('r', [step(1, 0, 302, { actions: [action('get', 300, 302, { attempts })] })])),
    )
    expect(work).toEqual([span(0, 2), span(300, 302)])
  })
})

describe('CON-3 the axis of a trace', () => {
  const period = [timeOf(0), timeOf(3 * hour + 20)] as const
  const wait = { start: timeOf(5), end: timeOf(3 * hour + 5) }

  test('gives a folded wait a width of its own, and the rest to the work in proportion', () => {
    const axis = toAxis(period, [wait])
    const places = [0, 5, 3 * hour + 5, 3 * hour + 20].map((second) => axis.at(timeOf(second)))
    expect(places).toEqual([0, 23, 31, 100])
    expect(axis.at(timeOf(2.5))).toBe(11.5)
  })

  test('gives a folded wait no more width than it has unfolded', () => {
    const short = { start: timeOf(10), end: timeOf(12) }
    const axis = toAxis([timeOf(0), timeOf(100)], [short])
    expect(axis.at(short.end) - axis.at(short.start)).toBeCloseTo(2)
  })

  test('is in proportion where nothing is folded', () => {
    expect(toAxis([timeOf(0), timeOf(10)], []).at(timeOf(2.5))).toBe(25)
  })

  test('has marks from its beginning, and after a wait from the end of that', () => {
    const ticks = toAxis(period, [wait]).ticks(5)
    expect(ticks.map(({ sinceMs, isAfterWait }) => [sinceMs, isAfterWait])).toEqual([
      ...[
        [0, false],
        [5_000, false],
      ],
      ...[
        [5_000, true],
        [10_000, true],
        [15_000, true],
      ],
    ])
    expect(ticks.at(-1)?.time).toBe(timeOf(3 * hour + 20))
  })

  test('leaves half of the width to the work, however many waits there are', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      ...{ start: timeOf(index * 100 + 10), end: timeOf(index * 100 + 100) },
    }))
    const axis = toAxis([timeOf(0), timeOf(4_010)], many)
    const folds = many.reduce((sum, { start, end }) => sum + axis.at(end) - axis.at(start), 0)
    expect(folds).toBeCloseTo(48)
    expect(axis.at(timeOf(4_010))).toBeCloseTo(100)
  })
})

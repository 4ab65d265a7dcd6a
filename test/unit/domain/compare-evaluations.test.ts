import { describe, expect, test } from 'vitest'
import { compareItems, type ItemOutcome, verdictOf } from '../../../src/domain/compare-evaluations.ts'

function outcome(key: string, passed: number, of: number, score: number | null = null): ItemOutcome {
  return {
    ...{ itemId: key, key, passed, of, costUsd: '0', unpricedCalls: 0, durationMs: null },
    score: score ?? (of === 0 ? null : passed / of),
  }
}

describe('EVAL-2 the verdict on an item', () => {
  test.each([
    [0, 0, null],
    [3, 3, 'PASSED'],
    [0, 3, 'FAILED'],
    [1, 3, 'FLAKY'],
  ])('%i of %i trials: %s', (passed, of, verdict) => {
    expect(verdictOf({ passed, of })).toBe(verdict)
  })
})

describe('EVAL-2 two evaluations', () => {
  test.each([
    ['passes now', outcome('a', 0, 1), outcome('a', 1, 1), 'IMPROVED'],
    ['fails now', outcome('a', 1, 1), outcome('a', 0, 1), 'REGRESSED'],
    ['still fails, with a higher score', outcome('a', 0, 1, 0.2), outcome('a', 0, 1, 0.4), 'IMPROVED'],
    ['still passes, with a lower score', outcome('a', 1, 1, 0.9), outcome('a', 1, 1, 0.8), 'REGRESSED'],
    ['passes now, with a lower score', outcome('a', 0, 1, 0.9), outcome('a', 1, 1, 0.8), 'IMPROVED'],
    ['has the same score but for rounding', outcome('a', 1, 1, 0.1 + 0.2), outcome('a', 1, 1, 0.3), 'SAME'],
    ['was flaky', outcome('a', 1, 2), outcome('a', 2, 2), 'FLAKY'],
    ['is flaky', outcome('a', 2, 2), outcome('a', 1, 2), 'FLAKY'],
    ['was not scored', outcome('a', 0, 0), outcome('a', 1, 1), 'SAME'],
  ] as const)('an item that %s', (_, before, after, change) => {
    expect(compareItems([before], [after])).toEqual([{ key: 'a', change, before, after }])
  })

  test('match items by key, in the order of the later one; those of the baseline alone come last', () => {
    const [a, b, c] = [outcome('a', 1, 1), outcome('b', 1, 1), outcome('c', 1, 1)]
    expect(compareItems([a, b], [c, b]).map(({ key, change }) => `${key} ${change}`)).toEqual([
      'c ADDED',
      'b SAME',
      'a REMOVED',
    ])
  })
})

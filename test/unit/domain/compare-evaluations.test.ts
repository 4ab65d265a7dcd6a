import { describe, expect, test } from 'vitest'
import { compareItems, outcomesOf, verdictOf } from '../../../src/domain/compare-evaluations.ts'
import type { ItemOutcome, ReportedResult } from '../../../src/domain/evaluation.ts'

function outcome(key: string, passed: number, of: number, score: number | null = null): ItemOutcome {
  return {
    ...{ key, passed, of, costUsd: '0', unpricedCalls: 0, durationMs: null },
    score: score ?? (of === 0 ? null : passed / of),
  }
}

function result(key: string, trial: number, fields: Partial<ReportedResult>): ReportedResult {
  const of = { key, trial, input: key, runId: null, output: null, checks: [], error: null }
  return { ...of, status: 'PASSED', score: 1, costUsd: '0', unpricedCalls: 0, durationMs: null, ...fields }
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

test('EVAL-2 the outcome of an item counts the trials that were scored, and means over known values', () => {
  const results = [
    result('a', 1, { costUsd: '0.02', durationMs: 100 }),
    result('a', 2, { status: 'FAILED', score: 0.5, costUsd: '0.01', durationMs: 300 }),
    result('a', 3, { status: 'ERROR', score: null }),
    result('b', 1, { status: 'DIVERGED', score: null }),
  ]
  expect(outcomesOf(results)).toEqual([
    { key: 'a', passed: 1, of: 2, score: 0.75, unpricedCalls: 0, costUsd: '0.01', durationMs: 200 },
    { key: 'b', passed: 0, of: 0, score: null, unpricedCalls: 0, costUsd: '0', durationMs: null },
  ])
})

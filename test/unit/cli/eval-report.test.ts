import { describe, expect, test } from 'vitest'
import {
  concludeReport,
  type EvalReport,
  type EvaluationSums,
  type Result,
  reportItems,
  toTable,
} from '../../../src/cli/evaluation/eval-report.ts'
import { toErrorJUnit, toJUnit } from '../../../src/cli/evaluation/junit.ts'
import { compareItems, type ItemOutcome, verdictOf } from '../../../src/domain/compare-evaluations.ts'

type Trial = Partial<Result> &
  Pick<Result, 'status'> & { readonly costUsd?: string; readonly unpricedCalls?: number }
type Items = Readonly<Record<string, readonly Trial[]>>

/** A report of items with these trials; `before`: those of a baseline. */
function reportOf(
  items: Items,
  { status = 'COMPLETED', before }: Partial<EvaluationSums> & { before?: Items } = {},
): EvalReport {
  const trials = Object.values(items).flat()
  const count = (one: string) => trials.filter((trial) => trial.status === one).length
  const [passedCount, failedCount] = [count('PASSED'), count('FAILED')]
  const scoreSum = trials.reduce((sum, { score }) => sum + (score ?? 0), 0)
  const evaluation: EvaluationSums = {
    ...{ id: 'e', dataSetVersion: 3, agentVersion: 2, mode: 'MODELS', trials: 3, status, error: null },
    ...{ resultCount: trials.length, passedCount, failedCount, divergedCount: count('DIVERGED') },
    errorCount: count('ERROR'),
    score: passedCount + failedCount === 0 ? null : scoreSum / (passedCount + failedCount),
    ...{ costUsd: '0.03', judgeCostUsd: '0.01', unpricedCalls: 0, durationMs: 1_500 },
  }
  const compared = compareItems(outcomesOf(before ?? items), outcomesOf(items)).map(
    ({ key, change, after }) => ({
      ...{ key, change },
      after: after && { ...after, total: after.of, verdict: verdictOf(after) },
    }),
  )
  return {
    ...{ evaluation, agent: 'clerk', dataSet: 'prices', items: reportItems(compared, resultsOf(items)) },
    baseline: before ? { baseline: { id: 'b', agentVersion: 1 }, items: compared } : null,
  }
}

/** What the server says of each item. */
function outcomesOf(items: Items): readonly ItemOutcome[] {
  return Object.entries(items).map(([key, trials]) => {
    const scores = trials.flatMap(({ score }) => score ?? [])
    return {
      ...{
        itemId: key,
        key,
        passed: trials.filter(({ status }) => status === 'PASSED').length,
        of: scores.length,
      },
      score: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length,
      ...{ costUsd: trials[0]?.costUsd ?? '0.01', durationMs: 500 },
      unpricedCalls: trials.reduce((sum, { unpricedCalls = 0 }) => sum + unpricedCalls, 0),
    }
  })
}

function resultsOf(items: Items): readonly Result[] {
  return Object.entries(items).flatMap(([key, trials]) =>
    trials.map((trial, index) => ({
      ...{ key, trial: index + 1, run: null, output: null, checks: [], error: null, score: null, ...trial },
    })),
  )
}

const yes = { status: 'PASSED', score: 1 } as const
const no = { status: 'FAILED', score: 0, error: 'The run is FAILED: out of ink' } as const
const lost = { status: 'ERROR', error: 'The judge came to no verdict.' } as const
const left = { status: 'DIVERGED', error: 'The replay diverged.' } as const

describe('MOD-8 EVAL-7 the cost in the table', () => {
  test('is that of the calls whose price is known, and says how many are not priced', () => {
    const { evaluation, ...report } = reportOf({
      a: [{ ...yes, unpricedCalls: 2, costUsd: '0' }],
      b: [{ ...yes, unpricedCalls: 1 }],
      c: [yes],
    })
    const text = toTable({ ...report, evaluation: { ...evaluation, costUsd: '0.02', unpricedCalls: 3 } })
    expect(text).toMatch(/^a +PASSED +1 of 1 +1.00 +not priced +0.5 s$/m)
    expect(text).toMatch(/^b +PASSED +1 of 1 +1.00 +over 0.01 +0.5 s$/m)
    expect(text).toMatch(/^c +PASSED +1 of 1 +1.00 +0.01 +0.5 s$/m)
    expect(text).toContain('Cost 0.02 USD and 3 calls not priced, judge 0.01 USD. Set the prices in')
  })
})

describe('EVAL-7 the exit code', () => {
  test.each([
    ['all passed', reportOf({ a: [yes] }), null, 0],
    ['one did not', reportOf({ a: [yes], b: [no] }), null, 1],
    ['the score suffices', reportOf({ a: [yes], b: [no] }), 0.5, 0],
    ['the score does not', reportOf({ a: [yes], b: [no] }), 0.51, 1],
    ['nothing regressed', reportOf({ a: [no] }, { before: { a: [no] } }), null, 0],
    ['an item regressed, whatever the score', reportOf({ a: [no] }, { before: { a: [yes] } }), 0, 1],
    ['nothing regressed, and the score is too low', reportOf({ a: [no] }, { before: { a: [no] } }), 0.1, 1],
    ['a replay left its record', reportOf({ a: [yes], b: [left] }), null, 1],
    ['a replay left its record, and the others suffice', reportOf({ a: [yes], b: [left] }), 1, 0],
    ['no replay kept to its record', reportOf({ a: [left] }), 0, 2],
    ['something could not be scored', reportOf({ a: [yes], b: [lost] }), 0, 2],
    ['it was cancelled', reportOf({ a: [yes] }, { status: 'CANCELLED' }), 0, 2],
  ] as const)('where %s', (_, report, minScore, code) => {
    expect(concludeReport(report, minScore).code).toBe(code)
  })
})

describe('EVAL-7 the table', () => {
  test('shows flaky items as n of m, with each reason once', () => {
    const text = toTable(reportOf({ steady: [yes, yes, yes], moody: [yes, no, no] }))
    expect(text).toMatch(/^steady +PASSED +3 of 3 +1\.00 +0\.01 +0\.5 s$/m)
    expect(text).toMatch(
      /^moody +FLAKY +1 of 3 +0\.33 +0\.01 +0\.5 s\n {4}The run is FAILED: out of ink\n\n/m,
    )
    expect(text).toContain('Score 0.667: 4 passed, 2 failed. Cost 0.03 USD, judge 0.01 USD.')
  })

  test('obeys nothing that an answer says to a terminal', () => {
    const text = toTable(reportOf({ 'a\u001b[2J': [{ ...no, error: 'x\r\u001b]0;y\u0007\u202ez' }] }))
    expect(text).not.toMatch(/[^\P{C}\n]/u)
  })
})

describe('EVAL-7 JUnit XML', () => {
  const junitOf = (report: EvalReport) => toJUnit(report, concludeReport(report, null))

  test.each([
    ['it was cancelled', reportOf({ a: [yes] }, { status: 'CANCELLED' }), 'The evaluation is CANCELLED.'],
    ['every replay left its record', reportOf({ a: [left] }), 'No result was scored'],
  ])('has an error where nothing can be said: %s', (_, report, message) => {
    const xml = junitOf(report)
    expect(xml).toContain('tests="2" failures="0" errors="1"')
    expect(xml).toContain(
      `<testcase name="evaluation" classname="prices.clerk" time="0.000"><error message="Not evaluated. ${message}`,
    )
  })

  test('has nothing but the error of an evaluation that did not take place', () => {
    expect(toErrorJUnit({ agent: 'clerk', dataSet: 'prices' }, 'No agent "clerk".')).toBe(`${[
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites><testsuite name="prices: clerk" tests="1" failures="0" errors="1" skipped="0" time="0.000">',
    ].join(
      '\n',
    )}<testcase name="evaluation" classname="prices.clerk" time="0.000"><error message="No agent &#34;clerk&#34;." type="NOT_EVALUATED"/></testcase></testsuite></testsuites>
`)
  })

  test('has a test case for each item', () => {
    const xml = junitOf(reportOf({ good: [yes], moody: [yes, no], lost: [lost], left: [left] }))
    expect(xml).toContain('tests="4" failures="1" errors="1" skipped="1" time="1.500"')
    expect(xml).toContain('<testcase name="good" classname="prices.clerk" time="0.500"/>')
    expect(xml).toContain(
      '<failure message="1 of 2 trials passed, with a mean score of 0.500" type="FLAKY">The run is FAILED: out of ink</failure>',
    )
    expect(xml).toContain('<error message="The judge came to no verdict." type="ERROR">')
    expect(xml).toContain('<skipped message="The replay diverged."/>')
  })

  test('is well-formed, whatever a model says', () => {
    const error = '<b>&"\'\u0000\ud800\u001b\ufffe ]]>\n\u{1f600}'
    const xml = junitOf(reportOf({ '<&"': [{ ...no, error }] }))
    expect(xml).toContain('name="&#60;&#38;&#34;"')
    expect(xml).toContain(
      '>&#60;b&#62;&#38;&#34;&#39;\ufffd\ufffd\ufffd\ufffd ]]&#62;&#10;\u{1f600}</failure>',
    )
  })
})

import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { effectiveLimits } from '../../../src/domain/limits.ts'
import { noTokens } from '../../../src/domain/usage.ts'
import { noCalls } from '../../../src/engine/doom-loop.ts'
import { type Judged, judge } from '../../../src/engine/judge.ts'

const now = 1_000_000

const calm: Judged = {
  limits: effectiveLimits({}, {}, 0),
  stepCount: 1_000,
  costUsd: '1000',
  tokens: { ...noTokens, inputTokens: 900, outputTokens: 100 },
  budgetSpent: null,
  deadlineAt: null,
  timeIsUp: false,
  doomLoop: noCalls,
  outputProblems: null,
  answer: null,
}

/** What each rule needs to speak, in the order of the rules (JDG-1). */
const causes = {
  answer: { answer: { text: 'Done.', reason: 'FINAL_ANSWER' } },
  doomLoop: { doomLoop: { tool: 't', key: 'k', count: 5 } },
  shape: { outputProblems: ['#/a is required'] },
  time: { deadlineAt: now },
  budget: { budgetSpent: 'COST_LIMIT' },
  money: { costUsd: '1' },
  tokens: { tokens: { ...noTokens, inputTokens: 60, outputTokens: 40 } },
  steps: { stepCount: 3 },
} satisfies Record<string, Partial<Judged>>

const limited = effectiveLimits({ maxSteps: 3, maxCostUsd: '1', maxTokens: 100 }, {}, 0)
const young: Judged = {
  ...calm,
  limits: limited,
  stepCount: 0,
  costUsd: '0',
  tokens: { ...noTokens, inputTokens: 99 },
  deadlineAt: now + 1,
}
const order = [
  'FINAL_ANSWER',
  'DOOM_LOOP',
  'ERROR',
  'TIMEOUT',
  'COST_LIMIT',
  'COST_LIMIT',
  'TOKEN_LIMIT',
  'MAX_STEPS',
]

describe('the judge', () => {
  test('LIM-2 lets an unlimited run go on', () => {
    expect(judge(calm, now)).toBeUndefined()
  })

  test('LIM-3 lets a limited run go on to the brink of each limit', () => {
    const brink = { stepCount: 2, costUsd: '0.9999999999', doomLoop: { tool: 't', key: 'k', count: 4 } }
    expect(judge({ ...young, ...brink }, now)).toBeUndefined()
  })

  test('LOOP-1 an answer ends the run with its text', () => {
    expect(judge({ ...young, ...causes.answer }, now)).toEqual({
      kind: 'answer',
      reason: 'FINAL_ANSWER',
      text: 'Done.',
    })
  })

  test('LOOP-3 the answer of a done tool says so', () => {
    const answer = { text: 'All set.', reason: 'DONE_TOOL' } as const
    expect(judge({ ...young, answer }, now)).toEqual({
      kind: 'answer',
      reason: 'DONE_TOOL',
      text: 'All set.',
    })
  })

  test('LIM-6 a doom loop fails the run, without a last word', () => {
    expect(judge({ ...young, ...causes.doomLoop }, now)).toMatchObject({
      kind: 'fail',
      reason: 'DOOM_LOOP',
      code: 'DOOM_LOOP',
    })
  })

  test('LIM-3 LIM-4 LIM-9 time, money, tokens and steps stop it softly', () => {
    const softly = [causes.time, { timeIsUp: true }, causes.budget, causes.money, causes.tokens, causes.steps]
    const reasons = ['TIMEOUT', 'TIMEOUT', 'COST_LIMIT', 'COST_LIMIT', 'TOKEN_LIMIT', 'MAX_STEPS']
    expect(softly.map((cause) => judge({ ...young, ...cause }, now))).toEqual(
      reasons.map((reason) => ({ kind: 'soft-stop', reason })),
    )
  })

  test('LIM-9 money is compared as a decimal, not as text or a float', () => {
    const limits = effectiveLimits({ maxCostUsd: '10' }, {}, 0)
    expect(judge({ ...calm, limits, costUsd: '9.9999999999' }, now)).toBeUndefined()
    expect(judge({ ...calm, limits, costUsd: '10.0000000000' }, now)).toMatchObject({ reason: 'COST_LIMIT' })
  })

  test.prop([fc.subarray(Object.values(causes), { minLength: 1 })])(
    'JDG-1 of several rules that would speak, the first of the list decides',
    (present) => {
      const places = Object.values(causes).map((cause) => present.includes(cause))
      const state: Judged = Object.assign({}, young, ...present)
      expect(judge(state, now)?.reason).toBe(order[places.indexOf(true)])
    },
  )
})

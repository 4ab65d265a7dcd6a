import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { ActionRow } from '../../../../src/domain/run-log.ts'
import { blankAction } from '../../../../src/engine/actions/plan-tool-calls.ts'
import {
  countCall,
  type DoomLoop,
  initialCalls,
  noteOutcomes,
  verdictOnCall,
  wordsOnly,
} from '../../../../src/engine/judge/repetition.ts'

type Call = readonly [tool: string, args: Parameters<typeof countCall>[2]]

function counted(...calls: readonly Call[]): DoomLoop {
  return calls.reduce((loop, [tool, args]) => countCall(loop, tool, args), initialCalls)
}

function verdicts(...calls: readonly Call[]): readonly string[] {
  return calls.map((_, index) => verdictOnCall(counted(...calls.slice(0, index + 1))))
}

const same: Call = ['search', { q: 'a' }]

describe('the doom loop', () => {
  test('LIM-6 the third identical call is refused and the fifth fails the run', () => {
    expect(verdicts(same, same, same, same, same, same)).toEqual([
      'execute',
      'execute',
      'refuse',
      'refuse',
      'fail',
      'fail',
    ])
  })

  test('LIM-6 any different call resets the count to 1', () => {
    expect(counted(same, same, ['search', { q: 'b' }])).toMatchObject({ tool: 'search', count: 1 })
    expect(counted(same, same, ['other', { q: 'a' }])).toMatchObject({ tool: 'other', count: 1 })
    expect(counted(same, same, ['other', {}], same)).toMatchObject({ count: 1 })
  })

  test('LIM-6 the order of keys and the writing of numbers make no difference; the order of lists does', () => {
    expect(counted(['t', { a: 1, b: { c: 2, d: 3 } }], ['t', { b: { d: 3.0, c: 2 }, a: 1 }]).count).toBe(2)
    expect(counted(['t', { a: [1, 2] }], ['t', { a: [2, 1] }]).count).toBe(1)
    expect(counted(['t', { a: '1' }], ['t', { a: 1 }]).count).toBe(1)
  })

  test('LIM-6 a tool and its arguments do not run into each other', () => {
    expect(counted(['t\n{}', {}], ['t', {}]).count).toBe(1)
    expect(counted(['t', { _raw: '{' }], ['t', { _raw: '{ ' }]).count).toBe(1)
  })

  test.prop([fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 20 })])(
    'LIM-6 the count is the length of the last stretch of identical calls',
    (tools) => {
      const stretch = tools.length - 1 - tools.findLastIndex((tool) => tool !== tools.at(-1))
      expect(counted(...tools.map((tool): Call => [tool, {}])).count).toBe(stretch)
    },
  )
})

const row: ActionRow = {
  ...blankAction,
  ...{ id: '', projectId: '', runId: '', stepId: '', name: 'a', target: 't', parameters: {} },
  ...{ position: 0, callId: null, effect: null, audit: {}, status: 'SUCCEEDED' },
}

/** Makes calls one by one, each with what came of it; where a call is refused, nothing does. */
function made(calls: readonly (readonly [at: number, output: number])[]): readonly string[] {
  let loop = initialCalls
  return calls.map(([at, output]) => {
    loop = countCall(loop, 't', { at })
    const verdict = verdictOnCall(loop)
    const refused = { status: 'FAILED', errorCode: 'TOOL_REPEATED' } as const
    loop = noteOutcomes(loop, [{ ...row, output, ...(verdict !== 'execute' && refused) }], false)
    return verdict
  })
}

const period = fc.integer({ min: 2, max: 6 })

describe('a cycle of calls', () => {
  test.prop([period])(
    'LIM-13 its third round is refused from its first call on, its fifth fails the run',
    (length) => {
      const calls = Array.from({ length: 5 * length }, (_, n) => [n % length, 0] as const)
      const verdicts = made(calls)
      expect(verdicts.indexOf('refuse')).toBe(2 * length)
      expect(verdicts.indexOf('fail')).toBe(4 * length)
    },
  )

  test.prop([period, fc.integer({ min: 2, max: 100 })])(
    'LIM-13 one of which something else comes in each round is never refused',
    (length, rounds) => {
      const calls = Array.from(
        { length: rounds * length },
        (_, n) => [n % length, Math.floor(n / length)] as const,
      )
      expect(new Set(made(calls))).toEqual(new Set(['execute']))
    },
  )

  test.prop([fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 200 })])(
    'LIM-13 the memory of calls is bounded, and the same after it was stored',
    (places) => {
      const loop = places.reduce((before, at) => countCall(before, 't', { at }), initialCalls)
      expect(loop.recent.length).toBeLessThanOrEqual(25)
      expect(JSON.stringify(loop).length).toBeLessThan(600)
      expect(countCall(JSON.parse(JSON.stringify(loop)), 't', { at: 3 })).toEqual(
        countCall(loop, 't', { at: 3 }),
      )
    },
  )

  test('LIM-13 the outcomes of a step are noted in the order of its calls; those of a plan are one', () => {
    const both = [
      { ...row, output: 1 },
      { ...row, output: 2 },
    ]
    const calls = counted(['a', {}], ['b', {}])
    const [a, b] = noteOutcomes(calls, both, false).recent.map((fingerprint) => fingerprint.slice(8))
    expect(a).not.toBe(b)
    const [before, plan] = noteOutcomes(calls, both, true).recent.map((fingerprint) => fingerprint.slice(8))
    expect([before, plan]).toEqual(['', expect.stringMatching(/^\S{6}$/)])
  })
})

describe('words', () => {
  test('LIM-6 letter case, punctuation, numbers and spacing make no difference', () => {
    expect(wordsOnly('  I am DONE, attempt 3!\n')).toBe(wordsOnly('i am done - attempt 12'))
    expect(wordsOnly('I am done')).not.toBe(wordsOnly('I am nearly done'))
    expect(wordsOnly('完了しました。')).not.toBe('')
  })
})

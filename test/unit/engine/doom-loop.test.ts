import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { countCall, type DoomLoop, noCalls, verdictOnCall } from '../../../src/engine/doom-loop.ts'

type Call = readonly [tool: string, args: Parameters<typeof countCall>[2]]

function counted(...calls: readonly Call[]): DoomLoop {
  return calls.reduce((loop, [tool, args]) => countCall(loop, tool, args), noCalls)
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

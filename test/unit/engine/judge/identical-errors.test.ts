import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { ActionRow } from '../../../../src/domain/run-log.ts'
import { blankAction } from '../../../../src/engine/actions/plan-tool-calls.ts'
import { countErrors, initialErrors, normalise } from '../../../../src/engine/judge/repetition.ts'

function action(status: ActionRow['status'], error: string | null = null, target = 'work'): ActionRow {
  const place = { id: 'a', projectId: 'p', runId: 'r', stepId: 's', position: 0 }
  const row = { name: target, target, parameters: {}, callId: null, effect: null, audit: {} }
  return { ...blankAction, ...place, ...row, status, error }
}

const down = action('FAILED', 'The service is down.')

const countOf = (...actions: readonly ActionRow[]) => countErrors(initialErrors, actions).count

describe('identical errors', () => {
  test('LIM-7 are counted in a row, across steps, by the call and its error', () => {
    expect(countOf(down, down, down)).toBe(3)
    expect(countErrors(countErrors(initialErrors, [down, down]), [down])).toMatchObject({
      target: 'work',
      error: 'The service is down.',
      count: 3,
    })
    expect(countOf(down, action('FAILED', 'The service is down.', 'other'))).toBe(1)
    expect(countOf(down, action('FAILED', 'It is slow.'))).toBe(1)
    // Two of one turn: nobody has read of the first before the second.
    expect(countOf(action('DENIED', 'No.'), action('DENIED', 'No.'))).toBe(1)
  })

  test('LIM-7 a success starts anew; actions that were not run do not count', () => {
    expect(countOf(down, down, action('SUCCEEDED'))).toBe(0)
    expect(countOf(down, action('SKIPPED', 'x'), action('CANCELLED', 'x'), down)).toBe(2)
    expect(countErrors(countErrors(initialErrors, [down]), []).count).toBe(1)
  })

  test('LIM-7 SUB-2 of runs that were started side by side count once, and again in the next step', () => {
    const refused = { ...action('FAILED', 'No run of "a": maxChildren is 2.'), type: 'AGENT' } as const
    const other = { ...refused, target: 'b' }
    expect(countOf(refused, refused, refused, refused)).toBe(1)
    expect(countOf(refused, other, refused)).toBe(1)
    const first = countErrors(initialErrors, [refused, refused])
    expect(countErrors(countErrors(first, [refused, refused]), [refused]).count).toBe(3)
  })

  test('LIM-7 errors that differ in numbers, ids, case or spacing are the same', () => {
    const id = (n: number) => `0190000${n}-0000-7000-8000-00000000000${n}`
    const text = (n: number) => `Timeout  after ${n}.5 ms\nof request ${id(n)}`
    expect(normalise(text(1))).toBe('timeout after # ms of request #')
    expect(normalise(text(1).toUpperCase())).toBe(normalise(text(2)))
    expect(normalise('no such file a.txt')).not.toBe(normalise('no such file b.txt'))
  })

  test.prop([fc.string({ unit: 'binary', maxLength: 3_000 })])(
    'LIM-7 the kept part of an error is bounded and can be stored',
    (error) => {
      const { key, error: kept } = countErrors(initialErrors, [action('FAILED', error)])
      expect(key.length).toBeLessThan(600)
      expect(kept.length).toBeLessThanOrEqual(2_000)
      expect([key, kept].every((text) => text.isWellFormed())).toBe(true)
      expect(normalise(normalise(error)).length).toBeLessThanOrEqual(500)
    },
  )
})

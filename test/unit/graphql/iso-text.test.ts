import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { toIsoText } from '../../../src/graphql/iso-text.ts'

describe('a point in time as text', () => {
  // One day before the last that there is.
  const anyDate = fc.date({ noInvalidDate: true, max: new Date('+275760-09-12') })

  test.prop([fc.array(anyDate, { minLength: 1 })])(
    'is what toISOString gives, in any year and order',
    (dates) => {
      for (const date of dates) {
        expect(toIsoText(date)).toBe(date.toISOString())
        // The same day again, up to its last millisecond.
        const end = new Date(date)
        end.setUTCHours(23, 59, 59, 999)
        expect(toIsoText(end)).toBe(end.toISOString())
      }
    },
  )

  test('there is none of an invalid date', () => {
    expect(() => toIsoText(new Date(Number.NaN))).toThrow(RangeError)
  })
})

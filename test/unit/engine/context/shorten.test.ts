import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { cutText, shorten } from '../../../../src/engine/context/show.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '漢', '\n'), maxLength: 200 })
const long = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '漢', '\n'), minLength: 101, maxLength: 300 })
const mark = fc.constantFrom('', ' … ', '[😀]')

describe('shortening a text', () => {
  test.prop([text, fc.nat(250), mark])(
    'CTX-2 gives at most so many characters, and a text that fits unchanged',
    (whole, max, between) => {
      const short = shorten(whole, max, between)
      expect(short.length).toBeLessThanOrEqual(max)
      if (whole.length <= max) expect(short).toBe(whole)
    },
  )

  test.prop([text, fc.nat(250), mark])('CTX-2 never cuts a character in two', (whole, max, between) => {
    expect(shorten(whole, max, between).isWellFormed()).toBe(true)
  })

  test.prop([long, fc.integer({ min: 10, max: 100 })])(
    'CTX-2 keeps the head and the tail around the mark',
    (whole, max) => {
      const [head = '', tail = ''] = shorten(whole, max, '|').split('|')
      expect(whole.startsWith(head)).toBe(true)
      expect(whole.endsWith(tail)).toBe(true)
      expect(Math.abs(head.length - tail.length)).toBeLessThanOrEqual(3)
      // A character of two halves may not fit at either end.
      expect(head.length + tail.length + 1).toBeGreaterThanOrEqual(max - 2)
    },
  )

  test('CTX-2 says how much there was; without room for that, as much of the mark as fits', () => {
    expect(cutText('x'.repeat(1_000), 100)).toMatch(/^x+\n\[… cut from 1000 characters …\]\nx+$/)
    expect(shorten('x'.repeat(100), 3, '[cut]')).toBe('[cu')
    expect(shorten('x'.repeat(100), 0, '[cut]')).toBe('')
  })
})

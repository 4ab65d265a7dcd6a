import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { addDecimals, compareDecimals, isDecimal, toDecimal } from '../../../src/domain/decimal.ts'

const places = 10
const units = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n })

/** Another form of units of 10⁻¹⁰ as a decimal, with all ten places. */
function written(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

function read(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const value = BigInt(whole) * 10n ** 10n + BigInt(fraction.padEnd(places, '0'))
  return text.startsWith('-') ? -value : value
}

describe('decimals', () => {
  test.prop([fc.array(units, { maxLength: 8 })])(
    'MOD-8 sums are exact, however many and however large',
    (values) => {
      const sum = values.reduce((total, value) => total + value, 0n)
      expect(read(addDecimals(...values.map(written)))).toBe(sum)
    },
  )

  test.prop([fc.array(units, { minLength: 1, maxLength: 5 })])(
    'MOD-8 a sum does not depend on its order',
    (values) => {
      const texts = values.map(written)
      expect(addDecimals(...texts.toReversed())).toBe(addDecimals(...texts))
    },
  )

  test.prop([units])('MOD-8 a sum is in its shortest form, which is a decimal again', (value) => {
    const text = addDecimals(written(value))
    expect(isDecimal(text)).toBe(true)
    expect(text).not.toMatch(/\.$|\.\d*0$|^-0$/)
    expect(addDecimals(text)).toBe(text)
  })

  test.prop([units, units])('MOD-8 the order is that of the numbers', (a, b) => {
    expect(Math.sign(compareDecimals(written(a), written(b)))).toBe(a < b ? -1 : a > b ? 1 : 0)
  })

  test.prop([fc.double({ min: -1e9, max: 1e9, noNaN: true })])(
    'MOD-8 a number becomes a decimal within half a unit of the last place',
    (value) => {
      expect(isDecimal(toDecimal(value))).toBe(true)
      expect(Math.abs(Number(toDecimal(value)) - value)).toBeLessThanOrEqual(
        0.5e-10 + Math.abs(value) * Number.EPSILON,
      )
    },
  )

  test('MOD-8 tenths add up as people add them', () => {
    expect(addDecimals('0.1', '0.2')).toBe('0.3')
    expect(addDecimals('1', '-1')).toBe('0')
    expect(addDecimals('-0.5', '0.25')).toBe('-0.25')
    expect(addDecimals()).toBe('0')
  })

  test('MOD-8 tiny and huge numbers are written without an exponent', () => {
    expect(toDecimal(1e-7)).toBe('0.0000001')
    expect(toDecimal(1e-11)).toBe('0')
    expect(toDecimal(123456789012)).toBe('123456789012')
  })

  test.each([
    '',
    ' ',
    '1.',
    '.5',
    '+1',
    '1e5',
    '1,5',
    '0x10',
    'NaN',
    'Infinity',
    '--1',
    '1\n',
    '٣',
    '1'.repeat(21),
  ])('MOD-8 %j is no decimal', (text) => {
    expect(isDecimal(text)).toBe(false)
  })
})

import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  exactDouble,
  isExactNumber,
  isLargeNumber,
  parseJson,
  parseRawJson,
  quoteLargeNumbers,
  rawNumberText,
  tryParseWrittenJson,
} from '../../../src/domain/exact-numbers.ts'

/** Numbers as JSON writes them, of any size. */
const source = fc.oneof(
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
  fc.bigInt({ min: 2n ** 53n - 20n, max: 2n ** 53n + 20n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.nat(999_999), fc.integer({ min: -400, max: 400 }))
    .map(([whole, fraction, exponent]) => `${whole}.${fraction}e${exponent}`),
)

/** The exact value of a written number times 10^800, in whole numbers: no double is in it. */
function scaled(text: string): bigint {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const value = BigInt(whole + fraction) * 10n ** BigInt(800 + Number(exponent) - fraction.length)
  return sign === '-' ? -value : value
}

describe('API-15 numbers of JSON are what was written', () => {
  test.prop([source])('a number stays one only if its whole part is the same', (text) => {
    if (!isExactNumber(text)) {
      expect(Math.abs(Number(text))).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
      expect(parseJson(text)).toBe(text)
      expect(JSON.stringify(parseRawJson(text))).toBe(text)
      return
    }
    const value = Number(text)
    expect(parseJson(text)).toBe(value)
    const error = scaled(text) - scaled(JSON.stringify(value))
    // Beyond the safe range a double has no fraction: it is the number, or written as its shortest form.
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
      expect([scaled(String(BigInt(value))), scaled(JSON.stringify(value))]).toContain(scaled(text))
    else expect(error < 10n ** 800n && error > -(10n ** 800n)).toBe(true)
  })

  test.prop([source, source])('two different whole numbers are never one value', (a, b) => {
    if (!/^-?\d+$/.test(a) || !/^-?\d+$/.test(b) || a === b || BigInt(a) === BigInt(b)) return
    expect(parseJson(a)).not.toBe(parseJson(b))
  })

  test.prop([
    fc.array(
      fc.oneof(
        source,
        fc.string().map((text) => JSON.stringify(text)),
      ),
    ),
  ])('code of others that reads quoted numbers by JSON.parse gets what we read', (items) => {
    const json = `{"items":[${items.join(',')}],"\\"1":{"n": ${items[0] ?? 'null'} }}`
    expect(JSON.parse(quoteLargeNumbers(json))).toEqual(parseJson(json))
  })

  test.each([
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', '9007199254740992'],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['9007199254740993.0', '9007199254740993.0'],
    ['9.007199254740993e15', '9.007199254740993e15'],
    ['123456789012345678.25', '123456789012345678.25'],
    ['1e400', '1e400'],
    ['-1E+400', '-1E+400'],
    ['1e21', 1e21],
    ['1.7976931348623157e308', 1.7976931348623157e308],
    // A double with all of its digits.
    ['12345678901234568244756480.0', 1.2345678901234568e25],
    ['0.1000000000000000055511151231257827', 0.1],
    ['3.14159265358979323846264338327950288', Math.PI],
  ])('%s is %j', (text, value) => {
    expect(parseJson(text)).toBe(value)
    expect(parseJson(`{"a":[${text}]}`)).toEqual({ a: [value] })
    expect(JSON.parse(quoteLargeNumbers(`{"a":[${text}]}`))).toEqual({ a: [value] })
  })

  test('a raw number is written as it was, and is known for one', () => {
    const read = parseRawJson('{"id":9007199254740993,"rawJSON":"1"}')
    expect(JSON.stringify(read)).toBe('{"id":9007199254740993,"rawJSON":"1"}')
    expect(Object.values(Object(read)).map(rawNumberText)).toEqual(['9007199254740993', null])
    expect(rawNumberText({ rawJSON: '1' })).toBeNull()
  })

  test('what is no number of JSON is no large number', () => {
    for (const text of ['9007199254740993', '-9007199254740993', '1e400'])
      expect(isLargeNumber(text)).toBe(true)
    for (const text of ['9007199254740991', '+9007199254740993', '9007199254740993n', '1e4', '', 'Infinity'])
      expect(isLargeNumber(text)).toBe(false)
    // Digits with a zero before them are a text and no number: a card, an account.
    expect(isLargeNumber('0009007199254740993')).toBe(false)
  })

  test('TAS-4 a number keeps the text by which it is written, wherever it stands', () => {
    for (const json of ['{"a":[1.50,{"b":[1e3,-0,9007199254740993]}],"c":1.10}', '[[1.0]]', '7'])
      expect(JSON.stringify(tryParseWrittenJson(json))).toBe(json)
    expect(tryParseWrittenJson('[1.50')).toBeUndefined()
  })

  test('a double that is exactly the number may take its place', () => {
    expect(exactDouble('9007199254740992')).toBe(9007199254740992)
    expect(exactDouble('100000000000000000000')).toBe(1e20)
    expect(exactDouble('9007199254740993')).toBeNull()
    expect(exactDouble('1e400')).toBeNull()
  })
})

import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { cleanText, isJsonObject, toJson } from '../../../src/domain/json.ts'

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  withNullPrototype: true,
  withObjectString: true,
  key: fc.string({ unit: 'binary' }),
  values: [fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(undefined)],
})

describe('anything as JSON', () => {
  test.prop([anything])('whatever comes, it becomes JSON text that PostgreSQL takes', (value) => {
    const text = JSON.stringify(toJson(value))
    expect(text).toEqual(expect.any(String))
    // A backslash that is itself escaped begins no escape: the six letters \u0000 may stand in a text.
    expect(text.replaceAll('\\\\', '')).not.toMatch(/\\u0000|\\ud[89a-f]/i)
  })

  test.prop([anything])('a JSON value stays as it is', (value) => {
    const json = toJson(value)
    expect(JSON.stringify(toJson(json))).toBe(JSON.stringify(json))
  })

  test.prop([fc.jsonValue({ stringUnit: 'grapheme' })])('plain JSON comes back equal', (value) => {
    expect(JSON.stringify(toJson(value))).toBe(
      JSON.stringify(value).replaceAll(
        /(\\\\)|\\u0000/g,
        (_, backslash: string | undefined) => backslash ?? '',
      ),
    )
  })

  test('values without a JSON form are converted', () => {
    const rendered = toJson({
      big: 2n ** 70n,
      date: new Date('2026-01-02T03:04:05.678Z'),
      noDate: new Date(Number.NaN),
      map: new Map<unknown, unknown>([
        ['a', 1],
        [{ b: 2 }, new Set(['c'])],
      ]),
      notANumber: Number.NaN,
      endless: Number.POSITIVE_INFINITY,
      bytes: new Uint8Array(3),
      error: new TypeError('wrong'),
      hole: [undefined, () => 1, Symbol('s')],
      absent: undefined,
      call: () => 1,
    })
    expect(rendered).toEqual({
      big: '1180591620717411303424',
      date: '2026-01-02T03:04:05.678Z',
      noDate: null,
      map: [
        ['a', 1],
        [{ b: 2 }, ['c']],
      ],
      notANumber: 'NaN',
      endless: 'Infinity',
      bytes: '[3 bytes]',
      error: 'TypeError: wrong',
      hole: [null, null, null],
    })
  })

  test('undefined, a function and a symbol alone are null', () => {
    expect([undefined, () => 1, Symbol('s')].map(toJson)).toEqual([null, null, null])
  })

  test('a cycle is cut where it closes, and a value that stands twice is no cycle', () => {
    const node: { name: string; self?: unknown; list: unknown[] } = { name: 'a', list: [] }
    node.self = node
    node.list.push(node)
    expect(toJson(node)).toEqual({ name: 'a', list: ['[Circular]'], self: '[Circular]' })
    const twice = { x: 1 }
    expect(toJson([twice, twice])).toEqual([{ x: 1 }, { x: 1 }])
    const map = new Map<string, unknown>()
    map.set('me', map)
    expect(toJson(map)).toEqual([['me', '[Circular]']])
  })

  test('a property that throws when it is read costs nothing but itself', () => {
    const fail = (): never => {
      throw new Error('no')
    }
    const hostile = [{ toJSON: fail }, Object.defineProperty({ y: 1 }, 'x', { get: fail, enumerable: true })]
    const proxy = new Proxy({}, { ownKeys: fail })
    const nameless = Object.assign(new Error('x'), { message: Object.create(null) })
    expect(toJson({ fine: 1, proxy, hostile, nameless })).toMatchObject({
      fine: 1,
      proxy: '[unreadable: no]',
      hostile: ['[unreadable: no]', { x: '[unreadable: no]', y: 1 }],
      nameless: expect.stringMatching(/^\[unreadable: /),
    })
  })

  test('an endless value is cut', () => {
    const endless = () => ({ toJSON: endless })
    expect(toJson(endless())).toBe('[Too deep]')
    let deep: unknown = 'bottom'
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(JSON.stringify(toJson(deep))).toBe(`${'['.repeat(500)}"[Too deep]"${']'.repeat(500)}`)
  })

  test('a toJSON that gives the object itself is no cycle', () => {
    const itself: object = { a: 1, toJSON: () => itself }
    expect(toJson(itself)).toEqual({ a: 1 })
  })

  test('NUL is dropped and half a surrogate pair replaced, in keys too', () => {
    expect(toJson({ 'k\u0000': 'a\u0000b', '\ud800': 'x\udfff' })).toEqual({ k: 'ab', '\ufffd': 'x\ufffd' })
    expect(cleanText('😀\u0000\ud83d')).toBe('😀\ufffd')
  })

  test('the names of prototypes are plain keys', () => {
    const parsed: unknown = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2}')
    expect(JSON.stringify(toJson(parsed))).toBe('{"__proto__":{"polluted":1},"constructor":2}')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('an array and null are no objects', () => {
    expect([{}, [], null, 'x', 1].map(isJsonObject)).toEqual([true, false, false, false, false])
  })
})

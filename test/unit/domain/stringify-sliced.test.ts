import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { atOnce } from '../../../src/domain/in-slices.ts'
import { stringifySliced } from '../../../src/domain/stringify-sliced.ts'

const anything = fc.anything({
  withDate: true,
  withNullPrototype: true,
  withObjectString: true,
  key: fc.string({ unit: 'binary' }),
  values: [fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(undefined)],
})

describe('JSON in slices', () => {
  test.prop([anything, anything, fc.string(), fc.nat(3)])(
    'is the same as at once, wherever a long list is',
    (item, beside, name, level) => {
      let value: unknown = Array.from({ length: 501 }, (_, n) => (n % 2 === 0 ? item : n))
      for (let n = 0; n < level; n++) value = { first: beside, [name]: value, last: undefined }
      expect(atOnce(stringifySliced(value))).toBe(JSON.stringify(value))
    },
  )

  test.prop([anything])('is the same as at once without a long list', (value) => {
    expect(atOnce(stringifySliced(value))).toBe(JSON.stringify(value))
  })

  test('can be interrupted between the items of a list', () => {
    const list = Array.from({ length: 600 }, (_, n) => ({ n }))
    expect([...stringifySliced({ data: { plan: { actions: list } } })]).toHaveLength(600)
    expect([...stringifySliced({ data: { plan: { actions: list.slice(500) } } })]).toHaveLength(0)
  })

  test('lets an object say what its JSON is', () => {
    const value = { toJSON: () => 'said', list: Array.from({ length: 600 }, () => 1) }
    expect(atOnce(stringifySliced({ value }))).toBe('{"value":"said"}')
  })
})

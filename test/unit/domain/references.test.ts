import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../src/domain/json.ts'
import { type Lookup, referencesOf, substitute } from '../../../src/domain/references.ts'

const context: JsonObject = {
  wiki: { pages: [{ title: 'AI', 'view-count': 7 }], empty: null },
  name: 'Ada',
  list: [1, [2]],
}
const lookup: Lookup = (key) => (Object.hasOwn(context, key) ? context[key] : undefined)

describe('references', () => {
  it.for<[Json, Json]>([
    ['$name', 'Ada'],
    ['$wiki.pages[0]', { title: 'AI', 'view-count': 7 }],
    ['$wiki.pages[0].view-count', 7],
    ['$list[1][0]', 2],
    ['$wiki.empty', null],
    ['Dear $${name}, ${name}: ${wiki.pages[0]}', 'Dear ${name}, Ada: {"title":"AI","view-count":7}'],
    ['$$name', '$name'],
    ['$5.00 and $name too', '$5.00 and $name too'],
    ['${not a reference}', '${not a reference}'],
    [
      [{ deep: '$name' }, 3, null],
      [{ deep: 'Ada' }, 3, null],
    ],
  ])('DAG-5 replaces %j by %j', ([text, value]) => {
    expect(substitute({ it: text }, lookup)).toEqual({ ok: true, value: { it: value } })
  })

  test('DAG-5 names every reference to nothing, and follows own properties only', () => {
    const parameters = {
      a: '$gone',
      b: '${name.length}',
      c: '$wiki.__proto__',
      d: '$list.length',
      e: '$list[9]',
    }
    const { ok, ...result } = substitute(parameters, lookup)
    expect(ok).toBe(false)
    expect(result).toEqual({
      problem: 'There is no value for $gone, $name.length, $wiki.__proto__, $list.length, $list[9].',
    })
  })

  test('DAG-5 a parameter called __proto__ is a parameter like any other', () => {
    const parameters: JsonObject = JSON.parse('{"__proto__": {"x": "$name"}}')
    const result = substitute(parameters, lookup)
    expect(JSON.stringify(result)).toBe('{"ok":true,"value":{"__proto__":{"x":"Ada"}}}')
  })

  test.prop([fc.dictionary(fc.string(), fc.jsonValue())])(
    'DAG-5 escaped text is output as it was, and refers to nothing',
    (values) => {
      const parameters: JsonObject = JSON.parse(JSON.stringify(values))
      const escaped = mapText(parameters, (text) => text.replaceAll('$', '$$$$'))
      expect(referencesOf(escaped)).toEqual([])
      expect(substitute(escaped, () => undefined)).toEqual({ ok: true, value: parameters })
    },
  )

  test.prop([fc.stringMatching(/^[A-Za-z_]\w{0,9}$/), fc.jsonValue()])(
    'DAG-5 a whole reference gives the value itself, and is the only key referred to',
    (key, value) => {
      const json: Json = JSON.parse(JSON.stringify(value))
      const seen: string[] = []
      const result = substitute({ it: [`$${key}`] }, (asked) => {
        seen.push(asked)
        return json
      })
      expect(result).toEqual({ ok: true, value: { it: [json] } })
      expect(seen).toEqual(referencesOf({ it: [`$${key}`] }))
    },
  )
})

/** Every text of the values; names of properties are no references. */
function mapText(object: JsonObject, change: (text: string) => string): JsonObject {
  const visit = (value: Json): Json => {
    if (typeof value === 'string') return change(value)
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item)]))
  }
  return Object.fromEntries(Object.entries(object).map(([key, item]) => [key, visit(item)]))
}

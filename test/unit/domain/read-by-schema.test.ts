import { describe, expect, it } from 'vitest'
import { tryParseWrittenJson } from '../../../src/domain/exact-numbers.ts'
import type { Json, JsonObject } from '../../../src/domain/json.ts'
import { readBySchema } from '../../../src/domain/read-by-schema.ts'
import { cpuMs } from '../../support/cpu-time.ts'

const of = (schema: Json, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties: { x: schema },
  required: [...required],
})

/** What stands at `x` as it is read, as JSON; `null`: everything stays as it was written. */
function reading(written: string, schema: JsonObject): string | null {
  const read = readBySchema(tryParseWrittenJson(written) ?? null, schema)
  return read && JSON.stringify(read.value)
}

const integer = { type: 'integer' }
const list = { type: 'array', items: integer }

describe('a value of a model, by its schema', () => {
  it.each<readonly [string, string, JsonObject, string]>([
    ['null for what may be left out', '{"x":null}', of(integer), '{}'],
    ['the text of a whole number', '{"x":"3"}', of(integer), '{"x":3}'],
    ['the text of a whole number with an empty fraction', '{"x":"3.0"}', of(integer), '{"x":3}'],
    ['the text of a negative fraction', '{"x":" -0.5 "}', of({ type: 'number' }), '{"x":-0.5}'],
    ['the text of a boolean', '{"x":"true"}', of({ type: 'boolean' }), '{"x":true}'],
    ['a boolean as Python writes it', '{"x":"False"}', of({ type: 'boolean' }), '{"x":false}'],
    ['the text of null', '{"x":"null"}', of({ type: ['integer', 'null'] }, ['x']), '{"x":null}'],
    ['the text of a list', '{"x":"[1, 2]"}', of(list), '{"x":[1,2]}'],
    ['the text of an object', '{"x":"{\\"x\\":1}"}', of(of(integer)), '{"x":{"x":1}}'],
    ['a text within the text of a list', '{"x":"[\\"1\\"]"}', of(list), '{"x":[1]}'],
    ['a number for a text', '{"x":17}', of({ type: 'string' }), '{"x":"17"}'],
    ['a number for a text, as it is written', '{"x":1.50}', of({ type: 'string' }), '{"x":"1.50"}'],
    ['a number with an exponent for a text', '{"x":1E3}', of({ type: 'string' }), '{"x":"1E3"}'],
    [
      'a large number for a text',
      '{"x":12345678901234567890}',
      of({ type: 'string' }),
      '{"x":"12345678901234567890"}',
    ],
    ['a boolean for a text', '{"x":true}', of({ type: ['string', 'null'] }), '{"x":"true"}'],
    ['texts in a list', '{"x":["1",2]}', of(list), '{"x":[1,2]}'],
    ['by a reference', '{"x":"3"}', { ...of({ $ref: '#/$defs/n' }), $defs: { n: integer } }, '{"x":3}'],
    ['by all parts', '{"x":"3"}', of({ allOf: [{ type: 'number' }, integer] }), '{"x":3}'],
    ['by an enumeration', '{"x":"3"}', of({ enum: [1, 2, 3] }), '{"x":3}'],
    ['by the alternative that fits', '{"x":"3"}', of({ anyOf: [integer, { type: 'null' }] }), '{"x":3}'],
    [
      'by the alternative that a constant selects',
      '{"x":{"kind":"a","n":"3"}}',
      of({
        oneOf: [
          { type: 'object', properties: { kind: { const: 'a' }, n: integer } },
          { type: 'object', properties: { kind: { const: 'b' }, n: { type: 'string' } } },
        ],
      }),
      '{"x":{"kind":"a","n":3}}',
    ],
    [
      'in a schema that refers to itself',
      '{"x":{"x":{"n":"3"}}}',
      { ...of({ $ref: '#' }), properties: { x: { $ref: '#' }, n: integer } },
      '{"x":{"x":{"n":3}}}',
    ],
    [
      'in values of any name',
      '{"x":{"a":"1"}}',
      of({ type: 'object', additionalProperties: integer }),
      '{"x":{"a":1}}',
    ],
    [
      'beside a large number',
      '{"y":12345678901234567890,"x":"3"}',
      of(integer),
      '{"y":12345678901234567890,"x":3}',
    ],
    [
      'with a large number inside',
      '{"x":"[12345678901234567890]"}',
      of(list),
      '{"x":[12345678901234567890]}',
    ],
  ])('TAS-4 is read where it is %s', (_what, written, schema, right) => {
    expect(reading(written, schema)).toBe(right)
  })

  it.each<readonly [string, string, JsonObject]>([
    ['the schema takes a text too', '{"x":"3"}', of({ type: ['integer', 'string'] })],
    [
      'an alternative takes a text too',
      '{"x":"true"}',
      of({ anyOf: [{ type: 'boolean' }, { type: 'string' }] }),
    ],
    ['an enumeration has the text', '{"x":"3"}', of({ enum: [3, '3'] })],
    ['anything may stand there', '{"x":"3"}', of(true)],
    ['the schema says nothing of it', '{"y":"3"}', of(integer)],
    ['null is a value of it', '{"x":null}', of({ type: ['integer', 'null'] })],
    ['null stands for what is required', '{"x":null}', of(integer, ['x'])],
    ['it is a word', '{"x":"three"}', of(integer)],
    ['it has a unit', '{"x":"3 kg"}', of(integer)],
    ['it has a comma', '{"x":"1,000"}', of(integer)],
    ['it begins with zeros', '{"x":"007"}', of(integer)],
    ['it has a fraction', '{"x":"3.5"}', of({ type: 'object' })],
    ['digits would be lost', '{"x":"12345678901234567890"}', of({ type: 'number' })],
    ['a fraction would be lost', '{"x":"1.00000000000000000001"}', of({ type: 'number' })],
    ['it is infinite', '{"x":"1e400"}', of({ type: 'number' })],
    ['it is empty', '{"x":""}', of(integer)],
    ['yes is no boolean', '{"x":"yes"}', of({ type: 'boolean' })],
    ['1 is no boolean', '{"x":1}', of({ type: 'boolean' })],
    ['a number may be a boolean too', '{"x":3}', of({ type: ['string', 'boolean'] })],
    ['a number may be the item of a list too', '{"x":3}', of({ anyOf: [{ type: 'string' }, list] })],
    ['a list is no text', '{"x":[3]}', of({ type: 'string' })],
    ['a fraction is no whole number', '{"x":3.50}', of(integer)],
    ['an object is no list', '{"x":"{}"}', of(list)],
    ['half a list is none', '{"x":"[1,"}', of(list)],
    ['a single item is no list', '{"x":"1"}', of(list)],
    ['it fits', '{"x":3}', of(integer)],
  ])('TAS-4 stays as it was written where %s', (_why, written, schema) => {
    expect(reading(written, schema)).toBeNull()
  })

  it('TAS-4 says what was read otherwise, and no value', () => {
    const schema = { type: 'object', properties: { 'a/b': integer, note: { type: 'string' }, list } }
    const read = readBySchema({ 'a/b': '3', note: null, list: ['1'] }, schema)
    expect(read?.readAs).toEqual([
      '/a~1b: a text as a number',
      '/note: null as left out',
      '/list/0: a text as a number',
    ])
  })

  it('TAS-4 gives up on a schema whose alternatives double at each step', () => {
    const choice = (n: number) => ({ anyOf: [{ $ref: `#/$defs/d${n}` }, { $ref: `#/$defs/d${n}` }] })
    const defs = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`d${n}`, choice(n + 1)]))
    const since = cpuMs()
    expect(
      readBySchema({ x: '3' }, { ...of({ $ref: '#/$defs/d0' }), $defs: { ...defs, d40: integer } }),
    ).toBeNull()
    expect(cpuMs() - since).toBeLessThan(1_000)
  })
})

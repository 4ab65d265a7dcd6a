import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../../src/domain/json.ts'
import { constantProblems } from '../../../../src/engine/plan/check-constants.ts'
import { jsonSchemas } from '../../../../src/tools/json-schema-check.ts'

const schema: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^o-' },
    amount: { type: 'number', minimum: 1 },
    kind: { enum: ['card', 'cash'] },
    to: {
      type: 'object',
      properties: { name: { type: 'string', maxLength: 3 }, ref: { $ref: '#/$defs/short' } },
      required: ['name'],
      additionalProperties: false,
    },
    lines: { type: 'array', items: { $ref: '#/$defs/line' } },
  },
  required: ['id', 'amount'],
  additionalProperties: false,
  $defs: {
    short: { type: 'string', maxLength: 2 },
    line: { type: 'object', required: ['n'], properties: { n: { minimum: 1 } } },
  },
}

describe('DAG-1 parameters with references', () => {
  test.each<[report: string, parameters: JsonObject, problems: readonly (string | RegExp)[]]>([
    ['whole references may be anything', { id: '$id', amount: '$a', kind: '$k', to: '$t', lines: '$l' }, []],
    ['a field that is missing', { amount: '$a' }, ['/id: is required']],
    ['a field that there is not', { id: '$id', amount: 1, sum: 2 }, ['/sum: is not allowed']],
    ['a constant out of range', { id: '$id', amount: 0 }, [/^\/amount: .*minimum|^\/amount: /]],
    ['a constant beside a reference', { id: '$id', amount: 1, kind: 'gold' }, [/^\/kind: /]],
    ['a constant deep within', { id: '$id', amount: 1, to: { name: 'long', ref: '$r' } }, [/^\/to\/name: /]],
    [
      'a field that is missing within',
      { id: 'o-1', amount: 1, to: { ref: '$r' } },
      ['/to/name: is required'],
    ],
    ['a constant by reference', { id: '$id', amount: 1, to: { name: 'a', ref: 'abc' } }, [/^\/to\/ref: /]],
    ['an item of a list', { id: '$id', amount: 1, lines: [{ n: 0 }, '$line'] }, [/^\/lines\/0\/n: /]],
    ['a text for a number, which may be read as one', { id: '$id', amount: '5' }, []],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how plans refer to values.
    ['a text with a reference in it', { id: 'o-${id}', amount: 1 }, []],
  ])('%s', async (_report, parameters, problems) => {
    const found = await constantProblems(schema, parameters, jsonSchemas)
    expect(found).toEqual(problems.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))))
  })

  const value: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<Json>('$key', 'a', 'o-1', 1, 0, null, true),
      fc.array(tie('json'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('name', 'ref', 'n', 'x'), tie('json'), { maxKeys: 3 }),
    ),
  })).json
  const parameters = fc.dictionary(fc.constantFrom('id', 'amount', 'kind', 'to', 'lines', 'x'), value)

  property.prop([
    parameters,
    value,
    fc.constantFrom<JsonObject>(schema, { anyOf: [{ required: ['id'] }, schema] }),
  ])('what is found would be refused whatever the references stand for', async (given, meant, by) => {
    const resolved = JSON.parse(JSON.stringify(given), (_key, item) => (item === '$key' ? meant : item))
    const found = await constantProblems(by, given, jsonSchemas)
    const checked = await jsonSchemas.check(by)(resolved)
    if (checked.ok) expect(found).toEqual([])
  })
})

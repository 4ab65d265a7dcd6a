import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../../src/domain/json.ts'
import { wordAnswerProblems } from '../../../../src/engine/gates/answer-problems.ts'
import { createVerdict } from '../../../../src/tools/schema-verdict.ts'

const places = [{ const: 'home', title: 'Home' }, { const: 'shop' }]

const cases: readonly (readonly [JsonObject, Json, string])[] = [
  [{ type: 'string', format: 'email' }, 'nobody', 'must be an email address'],
  [{ format: 'date' }, 'soon', 'must be a date like 2026-01-31'],
  [{ format: 'uri' }, 'here', 'must be a URL'],
  [{ format: 'ipv4' }, 'here', 'must have the format "ipv4"'],
  [{ enum: ['S', 'M', 3] }, 'XL', 'must be one of S, M, 3'],
  [{ type: 'string', oneOf: places }, 'moon', 'must be one of home, shop'],
  [{ anyOf: places }, 5, 'must be one of home, shop'],
  [{ type: 'string' }, 5, 'must be a text'],
  [{ type: ['integer', 'boolean'] }, 'five', 'must be a whole number or true or false'],
  [{ minimum: 1 }, 0, 'must be at least 1'],
  [{ maximum: 9 }, 10, 'must be at most 9'],
  [{ exclusiveMinimum: 1 }, 1, 'must be more than 1'],
  [{ exclusiveMaximum: 9 }, 9, 'must be less than 9'],
  [{ multipleOf: 5 }, 7, 'must be a multiple of 5'],
  [{ minLength: 1 }, '', 'must have at least 1 character'],
  [{ maxLength: 2 }, 'abc', 'must have at most 2 characters'],
  [{ maxItems: 1 }, [1, 2], 'must have at most 1 item'],
]

test.for(cases)('JDG-5 words what %j refuses of an answer for people', ([schema, value, problem]) => {
  expect(worded({ properties: { field: schema } }, { field: value })).toEqual([`field ${problem}`])
})

test('JDG-5 names what is missing of an answer, and a part within it', () => {
  const item = { properties: { size: { enum: ['S', 'M'] } }, required: ['name'] }
  const schema = { properties: { items: { items: item } }, required: ['to'] }
  expect(worded(schema, { items: [{ size: 'L' }] }).toSorted()).toEqual([
    'items.0.name is missing',
    'items.0.size must be one of S, M',
    'to is missing',
  ])
})

test('JDG-5 names what an answer must not have', () => {
  expect(worded({ properties: { to: {} }, additionalProperties: false }, { nope: 1 })).toEqual([
    'nope is not allowed',
  ])
})

test('JDG-5 leaves what is rare as the check words it', () => {
  const schema = { minProperties: 1, properties: { code: { pattern: '^A' } } }
  expect(worded(schema, { code: 'B' })).toEqual(['code: String does not match pattern'])
  expect(worded(schema, {})).toEqual(['Instance does not have at least 1 properties'])
})

function worded(schema: JsonObject, answer: Json): readonly string[] {
  return wordAnswerProblems(createVerdict(schema)(answer), schema)
}

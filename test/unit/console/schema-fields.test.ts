import { expect, test } from 'vitest'
import { initialValues, toAnswer, toFields } from '../../../src/console/forms/schema-fields.ts'

function fieldsOf(properties: object, required: readonly string[] = []) {
  const fields = toFields({ type: 'object', properties, required })
  if (!fields) throw new Error('There is no form.')
  return fields
}

test('CON-4 a property is a field by its type, its format and its values', () => {
  const fields = fieldsOf(
    {
      firstName: { type: 'string' },
      mail: { type: 'string', format: 'email', title: 'Address', description: 'For the confirmation.' },
      story: { type: 'string', maxLength: 5_000 },
      day: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time' },
      count: { type: 'integer', default: 2 },
      agreed: { type: 'boolean', default: true },
      size: { enum: ['S', 'M', 1, null] },
      place: { oneOf: [{ const: 'home', title: 'At home' }] },
      extras: { type: 'array', items: { anyOf: [{ const: 'a' }, { const: 'b' }] }, default: ['b'] },
      old: { type: 'string', enum: ['x'], enumNames: ['The old one'] },
    },
    ['mail'],
  )
  expect(fields.map(({ label, control: { kind }, isRequired }) => [label, kind, isRequired])).toEqual([
    ['First name', 'text', false],
    ['Address', 'text', true],
    ['Story', 'text', false],
    ['Day', 'text', false],
    ['At', 'text', false],
    ['Count', 'number', false],
    ['Agreed', 'switch', false],
    ['Size', 'choice', false],
    ['Place', 'choice', false],
    ['Extras', 'choices', false],
    ['Old', 'choice', false],
  ])
  expect(fields[1]).toMatchObject({ hint: 'For the confirmation.', control: { type: 'email', rows: 1 } })
  expect(
    fields.map(({ control }) => (control.kind === 'text' ? [control.type, control.rows] : null)),
  ).toEqual([
    ...[
      ['text', 1],
      ['email', 1],
      ['text', 4],
      ['date', 1],
      ['datetime-local', 1],
    ],
    ...Array(6).fill(null),
  ])
  expect(fields[8]).toMatchObject({ control: { options: [{ value: '"home"', label: 'At home' }] } })
  expect(fields[10]).toMatchObject({ control: { options: [{ label: 'The old one' }] } })
  expect(toAnswer(fields, initialValues(fields))).toEqual({ count: 2, agreed: true, extras: ['b'] })
})

test('CON-4 an answer has the values of its schema, and nothing for what is left empty', () => {
  const fields = fieldsOf({
    text: { type: 'string' },
    count: { type: 'number' },
    size: { enum: ['S', 1, null] },
    extras: { type: 'array', items: { enum: ['a', 'b'] } },
    at: { type: 'string', format: 'date-time' },
  })
  const at = '2027-01-31T09:30'
  const filled = { text: 'Yes', count: '1.5', size: 'null', extras: ['"b"', '"a"'], at }
  expect(toAnswer(fields, filled)).toEqual({
    ...{ text: 'Yes', count: 1.5, size: null, extras: ['a', 'b'], at: new Date(at).toISOString() },
  })
  expect(toAnswer(fields, { text: ' ', count: '', size: '', extras: [], at: '' })).toEqual({})
  const required = fieldsOf({ extras: { type: 'array', items: { enum: ['a'] } } }, ['extras'])
  expect(toAnswer(required, { extras: [] })).toEqual({ extras: [] })
  expect(toAnswer(fields, { count: 'many' })).toMatchObject({ count: 'many' })
})

test('CON-4 one text is a field with lines, and no properties are no fields', () => {
  expect(fieldsOf({ answer: { type: 'string' } })).toMatchObject([{ control: { rows: 4 } }])
  expect(toFields({ type: 'object', properties: {} })).toEqual([])
})

test.for([
  ['an object in an object', { type: 'object', properties: { a: { type: 'object' } } }],
  ['a list of texts', { type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } } }],
  ['alternatives', { type: 'object', properties: { a: { type: 'string' } }, anyOf: [] }],
  ['a reference', { type: 'object', properties: { a: { $ref: '#/$defs/a' } } }],
  ['any object', { type: 'object' }],
  ['a needed field without a schema', { type: 'object', properties: {}, required: ['a'] }],
  ['no schema', null],
])('CON-4 there is no form for %s', ([, schema]) => {
  expect(toFields(schema)).toBeNull()
})

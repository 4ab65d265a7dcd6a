import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { namedMessage } from '../../../src/graphql/literal-place.ts'

const schema = buildSchema(`
  input Inner { count: Int  name: String!  inner: [Inner!]  ids: [Int!] }
  enum Colour { RED }
  type Query { find(first: Int, inner: Inner, colour: Colour, ids: [Int!]): Int  other(a: Int): Query }
`)

const messagesOf = (document: string) => validate(schema, parse(document)).map(namedMessage)

describe('API-15 an error about a literal names', () => {
  test.each([
    ['an argument', '{ find(first: "x") }', 'Argument "first" has invalid value: Int cannot'],
    ['an enum', '{ find(colour: "RED") }', 'Argument "colour" has invalid value: Enum "Colour" cannot'],
    [
      'one behind others',
      '{ other(a: 1) { find(ids: [1], inner: null, first: "x") } }',
      'Argument "first" has',
    ],
    [
      'a field',
      '{ find(inner: { name: "a", count: "x" }) }',
      'Argument "inner" has invalid value at .count: Int',
    ],
    [
      'a field that is missing',
      '{ find(inner: { count: 1 }) }',
      'Argument "inner" has invalid value: Expected value of type "Inner" to include required field "name"',
    ],
    ['an entry of a list', '{ find(ids: [1, 2 "x"]) }', 'Argument "ids" has invalid value at [2]: Int'],
    [
      'a field deep inside',
      '{ find(first: 1, inner: { name: "a", inner: [{ name: "b", ids: [] }, # it (is)\n { name: "c", ids: [[1], "x"] }] }) }',
      'Argument "inner" has invalid value at .inner[1].ids[1]: Int',
    ],
    [
      'a variable, by its default',
      'query ($a: Int = 1, $b: Inner! = { name: "a", count: "x" }) { find(first: $a, inner: $b) }',
      'Variable "$b" has invalid value at .count: Int',
    ],
    [
      'the object with an unknown field',
      '{ find(inner: { name: "a", nme: 1 }) }',
      'Argument "inner" has invalid value: Expected value of type "Inner" not to include unknown field "nme"',
    ],
    [
      'the object inside with an unknown field that is a variable',
      'query ($a: Int) { find(inner: { name: "a", inner: [{ name: "b" }, { name: "c", nme: $a }] }) }',
      'Argument "inner" has invalid value at .inner[1]: Expected value of type "Inner" not to include',
    ],
    ['the argument of a directive', '{ find @skip(if: 1) }', 'Argument "if" has invalid value: Boolean'],
  ])('%s', (_, document, message) => {
    expect(messagesOf(document).join('\n')).toContain(message)
  })

  test('nothing where the message is about no value', () => {
    expect(messagesOf('{ fnd }')).toEqual([expect.stringMatching(/^Cannot query field "fnd"/)])
  })

  test('nothing of a document that was parsed without locations', () => {
    const [error] = validate(schema, parse('{ find(first: "x") }', { noLocation: true }))
    expect(error && namedMessage(error)).toBe(error?.message)
  })
})

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { formatIssue, formatIssues, issueMessages } from '../../../src/domain/format-issue.ts'

const schema = z.strictObject({
  name: z.string(),
  mode: z.enum(['read', 'write']).optional(),
  actions: z
    .array(z.strictObject({ retries: z.int().min(0, { error: 'must not be negative' }) }))
    .default([]),
})

function errorOf(value: unknown): z.ZodError {
  const { error } = schema.safeParse(value, { error: issueMessages })
  if (!error) throw new Error('The value is valid.')
  return error
}

describe('an issue of a schema', () => {
  test.each([
    ['a missing field', {}, 'name: is required'],
    ['a wrong type', { name: 7 }, 'name: must be of type string'],
    ['a value outside an enumeration', { name: 'a', mode: 'run' }, 'mode: must be one of read, write'],
    ['an unknown field', { name: 'a', colour: 1 }, 'has no field "colour"; remove it'],
    [
      'a field in a list',
      { name: 'a', actions: [{ retries: -1 }] },
      'actions[0].retries: must not be negative',
    ],
    ['an invalid whole', 7, 'must be of type object'],
  ])('is formatted with its path: %s', (_name, value, expected) => {
    expect(formatIssues(errorOf(value))).toBe(expected)
  })

  test('begins with the fields that lead to the value', () => {
    expect(errorOf([]).issues.map((issue) => formatIssue(issue, ['servers', 2]))).toEqual([
      'servers[2]: must be of type object',
    ])
  })

  test('is followed by the others, separated by semicolons', () => {
    expect(formatIssues(errorOf({ mode: 'run' }))).toBe('name: is required; mode: must be one of read, write')
  })
})

import { describe, expect, test } from 'vitest'
import { messageOf, RungraphError, describe as sentenceOf } from '../../../src/domain/errors.ts'

describe('errors', () => {
  test('RUN-3 an error says its code, its sentence and its cause', () => {
    const cause = new Error('below')
    const error = new RungraphError('NOT_FOUND', { kind: 'run', key: 'r1' }, cause)
    expect(error).toMatchObject({ code: 'NOT_FOUND', message: 'No run "r1" in this project.', cause })
  })

  test('RUN-3 a value in a sentence is cut, whatever its length', () => {
    const sentence = sentenceOf('TOOL_UNKNOWN', { tool: 'x'.repeat(100_000), known: ['a'] })
    expect(sentence.length).toBeLessThan(300)
  })

  test.each([
    [undefined, 'The arguments of "pay"'],
    ['ANSWER', 'The answer to "pay"'],
    ['EVENT', 'The event that "pay" waited for'],
    ['STEP', 'The result of the step "pay"'],
  ] as const)('TAS-7 a secret that is lost is named by what held it (%s)', (of, words) => {
    expect(sentenceOf('SECRET_LOST', { action: 'pay', ...(of && { of }) })).toContain(words)
  })

  test('TAS-4 whatever is thrown has a line to read', () => {
    const nothing: unknown = Object.create(null)
    const hostile = { toString: () => { throw new Error('no') } } // biome-ignore format: one line says it
    const strange = Object.assign(new Error(), { message: { not: 'a text' } })
    const circular: Error & { self?: unknown } = new Error('round')
    circular.self = circular
    const thrown = ['plain', undefined, null, 7, Symbol('s'), circular, new TypeError(''), [1, 2]]
    expect(thrown.map(messageOf)).toEqual([
      'plain',
      'undefined',
      'null',
      '7',
      'Symbol(s)',
      'round',
      'TypeError',
      '1,2',
    ])
    for (const value of [nothing, hostile, strange]) expect(messageOf(value)).toEqual(expect.any(String))
  })
})

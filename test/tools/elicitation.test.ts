import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import { toElicitAnswer, toElicited } from '../../src/tools/mcp/elicitation.ts'

const form = (properties: Json, more: object = {}): Json => ({
  message: 'Well?',
  requestedSchema: { type: 'object', properties, ...more },
})

describe('ELICIT-2 a form', () => {
  test('keeps what a field may have, and nothing else', () => {
    const asked = toElicited(
      form(
        {
          name: { type: 'string', title: 'Name', default: 'Ann', $ref: 'https://example.com/', allOf: [] },
          tags: { type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true },
        },
        { required: ['name', 'unknown', 7], allOf: [{ not: {} }] },
      ),
      'shop',
    )
    expect(asked).toEqual({
      kind: 'form',
      question: {
        question: 'The server "shop" asks: Well?',
        schema: {
          type: 'object',
          properties: {
            name: { type: 'string', title: 'Name', default: 'Ann' },
            tags: { type: 'array', items: { enum: ['a', 'b'] } },
          },
          required: ['name'],
          additionalProperties: false,
        },
      },
    })
  })

  test.for<readonly [string, Json]>([
    ['asks for a secret', form({ password: { type: 'string' } })],
    ['asks for a secret', form({ x: { type: 'string', format: 'password' } })],
    ['asks for a secret', form({ x: { type: 'string', title: 'Your API key' } })],
    ['asks for a secret', form({ accessToken: { type: 'string' } })],
    ['asks for a secret', form({ pin_code: { type: 'string' } })],
    ['none that a form may have', form({ x: { type: 'object' } })],
    ['none that a form may have', form({ x: { type: 'array', items: { type: 'object' } } })],
    ['none that a form may have', form({ x: true })],
    [
      'more than 50 fields',
      form(Object.fromEntries(Array.from({ length: 51 }, (_, nth) => [`f${nth}`, { type: 'string' }]))),
    ],
    ['more than 50000 characters', form({ x: { type: 'string', title: 'x'.repeat(50_000) } })],
    ['it has no schema', { message: 'Well?' }],
    ['it has no message', { requestedSchema: { type: 'object', properties: {} } }],
    ['its mode is unknown', { message: 'Well?', mode: 'voice' }],
    ['none of http or https', { message: 'Well?', mode: 'url', url: 'javascript:alert(1)' }],
    [
      'has a user in it',
      { message: 'Well?', mode: 'url', url: 'https://bank.example.com@evil.example.com/' },
    ],
  ])('is refused: %s', ([reason, params]) => {
    expect(toElicited(params, 'shop')).toEqual({ kind: 'refused', reason: expect.stringContaining(reason) })
  })

  test.for(['tokens', 'keyboard', 'passenger', 'pinned', 'secretary'])('may ask for %s', (name) => {
    expect(toElicited(form({ [name]: { type: 'string' } }), 'shop').kind).toBe('form')
  })

  test('gives the server what the person answered', () => {
    const answer = { a: 'x', b: 1, c: true, d: ['y'], e: { f: 1 } }
    expect(toElicitAnswer({ status: 'ANSWERED', answer, answeredBy: 'Ann' }, 'form')).toEqual({
      action: 'accept',
      content: { a: 'x', b: 1, c: true, d: ['y'] },
    })
    expect(toElicitAnswer({ status: 'ANSWERED', answer: {}, answeredBy: null }, 'url')).toEqual({
      action: 'accept',
    })
    expect(toElicitAnswer({ status: 'DECLINED', note: null }, 'form')).toEqual({ action: 'decline' })
    expect(toElicitAnswer({ status: 'EXPIRED' }, 'form')).toEqual({ action: 'cancel' })
  })
})

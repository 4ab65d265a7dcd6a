import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import { forEachTest } from '../support/for-file.ts'
import { call, McpFixture, toolOf } from './mcp-fixture.ts'

const fixture = forEachTest(() => McpFixture.open())

const other = { $ref: 'https://example.com/x.json' }
const text = { type: 'string' }

describe('an input schema that refers to another document', () => {
  it.each<[string, Json, Json, string]>([
    [
      'in a property',
      { properties: { a: other, b: text } },
      { properties: { a: {}, b: text } },
      '/properties/a',
    ],
    [
      'by a relative path',
      { properties: { a: { $ref: 'other.json#/a', description: 'An a.' } } },
      { properties: { a: { description: 'An a.' } } },
      '/properties/a',
    ],
    ['to nothing', { properties: { a: { $ref: '#/$defs/b' } } }, { properties: { a: {} } }, '/properties/a'],
    ['as a whole', other, {}, ''],
    [
      'behind a reference within it',
      { properties: { a: { $ref: '#/x/a' } }, x: { a: { items: other } } },
      { properties: { a: { $ref: '#/x/a' } }, x: { a: { items: {} } } },
      '#/x/a/items',
    ],
    [
      'in an alternative',
      { properties: { a: { oneOf: [other, text] } } },
      { properties: { a: { anyOf: [{}, text] } } },
      '/properties/a/oneOf/0',
    ],
    [
      'in what is refused',
      { properties: { a: { not: other } } },
      { properties: { a: {} } },
      '/properties/a/not',
    ],
    [
      'in a condition',
      { properties: { a: { if: other, else: text } } },
      { properties: { a: {} } },
      '/properties/a/if',
    ],
    [
      'that would describe all properties',
      { allOf: [other], unevaluatedProperties: false },
      { allOf: [{}] },
      '/allOf/0',
    ],
  ])('TAS-6 loses that reference, and the tool stays: %s', async (_where, inputSchema, right, pointer) => {
    const tools = [{ name: 'look', inputSchema: { type: 'object', ...Object(inputSchema) } }]
    const answers = { 'tools/list': () => ({ tools }), 'tools/call': () => ({ content: 'seen' }) }
    const server = await fixture.answering({ answers })
    const connected = await fixture.connect(fixture.at(server.url))
    expect(toolOf(connected, 'test__look').inputSchema).toEqual({ type: 'object', ...Object(right) })
    expect(await call(connected, 'test__look', { a: [{ any: 1 }] })).toBe('seen')
    expect(fixture.reports).toEqual([
      expect.stringContaining(`"look" is offered without faults of its input schema: ${pointer}/$ref "`),
    ])
  })
})

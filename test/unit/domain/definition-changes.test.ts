import { describe, expect, test } from 'vitest'
import { definitionChanges } from '../../../src/domain/definition-changes.ts'

describe('API-42 the changes between two definitions', () => {
  test('is listed field by field, by name, and setting by setting within a group', () => {
    const before = { name: 'A', tools: ['a'], gates: { decider: 'OPERATOR', onExpiry: 'REFUSE' }, gone: 1 }
    const after = {
      tools: ['b', 'a'],
      gates: { onExpiry: 'REFUSE', decider: 'ADMIN' },
      name: 'A',
      came: null,
    }
    expect(definitionChanges(before, after)).toEqual([
      { field: 'gates.decider', before: 'OPERATOR', after: 'ADMIN' },
      { field: 'gone', before: 1, after: null },
      { field: 'tools', before: ['a'], after: ['b', 'a'] },
    ])
  })

  test('is nothing where only the order of keys differs', () => {
    const [a, b] = [{ x: { p: [{ m: 1, n: 2 }] } }, { x: { p: [{ n: 2, m: 1 }] } }]
    expect(definitionChanges(a, b)).toEqual([])
    expect(definitionChanges({ x: [1] }, { x: [1, 2] })).toHaveLength(1)
    expect(definitionChanges({ x: { a: 1 } }, { x: { b: 1 } })).toHaveLength(2)
  })

  test('is the order of the properties of a schema, in which a model writes them', () => {
    const [a, b] = [{ properties: { p: {}, q: {} } }, { properties: { q: {}, p: {} } }]
    expect(definitionChanges({ schema: a }, { schema: b })).toEqual([
      { field: 'schema.properties', before: a.properties, after: b.properties },
    ])
    expect(
      definitionChanges({ schema: { ...a, type: 'object' } }, { schema: { type: 'object', ...a } }),
    ).toEqual([])
  })

  test('is the whole group where one has it and the other has none', () => {
    const compaction = { warnAt: 0.5 }
    expect(definitionChanges({ compaction: null }, { compaction })).toEqual([
      { field: 'compaction', before: null, after: compaction },
    ])
  })
})

import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import { createRelicStore } from '../../src/store/relic-store.ts'
import { createFakeClock } from '../../src/testing/fake-clock.ts'
import { createTestDatabase } from '../support/database.ts'
import { forFile } from '../support/for-file.ts'
import { callOf, failureOf, newProject, openRelics, saveRelic } from '../support/relics.ts'
import { propertyTrials } from '../support/trials.ts'

const clock = createFakeClock(Date.UTC(2026, 10, 1))
let count = 0

const database = forFile(await createTestDatabase())
const relics = forFile(openRelics(database, { clock }))
const projectId = await newProject(database)

/** A relic of its own, and how it is asked. */
async function newRelic(settings: Json = {}) {
  const name = `kv${++count}`
  const id = await saveRelic(database, { projectId, name, kind: 'KEY_VALUE', settings })
  const ask = (operation: string, parameters: Json) =>
    relics.perform(callOf(projectId, `${name}.${operation}`, parameters))
  return { id, name, ask, rows: () => database.prisma.relicEntry.count({ where: { relicId: id } }) }
}

describe('DAG-8 a KEY_VALUE relic', () => {
  test('keeps any JSON under a key until it is deleted', async () => {
    const { ask } = await newRelic()
    for (const value of [null, false, 0, '', [], {}, { a: [{ b: 'ü 世界 😀' }] }, 1e-7, 12345678.9]) {
      expect(await ask('set', { key: 'k', value })).toEqual({ stored: true })
      expect(await ask('get', { key: 'k' })).toEqual({ found: true, key: 'k', value, expiresAt: null })
    }
    expect(await ask('delete', { key: 'k' })).toEqual({ deleted: true })
    expect(await ask('delete', { key: 'k' })).toEqual({ deleted: false })
    expect(await ask('get', { key: 'k' })).toEqual({ found: false })
  })

  test('reads several keys at once, in the order in which they were asked for', async () => {
    const { ask } = await newRelic()
    for (const key of ['a', 'b', '__proto__']) await ask('set', { key, value: key })
    expect(await ask('getMany', { keys: ['__proto__', 'none', 'b', 'b', 'a'] })).toMatchObject({
      entries: [{ value: '__proto__' }, { value: 'b' }, { value: 'a' }],
    })
  })

  test('an entry is gone in the millisecond that its time is up', async () => {
    const { ask } = await newRelic()
    await ask('set', { key: 'short', value: 1, ttlMs: 1_000 })
    await clock.advance(999)
    expect(await ask('get', { key: 'short' })).toMatchObject({ found: true })
    await clock.advance(1)
    expect(await ask('get', { key: 'short' })).toEqual({ found: false })
    expect(await ask('list', {})).toEqual({ keys: [], next: null })
    expect(await ask('delete', { key: 'short' })).toEqual({ deleted: false })
  })

  test('the relic may say how long entries last where the call does not', async () => {
    const { ask } = await newRelic({ defaultTtlMs: 50 })
    await ask('set', { key: 'a', value: 1 })
    await ask('set', { key: 'b', value: 1, ttlMs: 100 })
    await clock.advance(50)
    expect(await ask('list', {})).toMatchObject({ keys: [{ key: 'b' }] })
  })

  test('lists keys by their beginning, page by page, in the order of their characters', async () => {
    const { ask } = await newRelic()
    const keys = ['a', 'a%', 'a_', 'aB', 'ab', 'b', 'ä', '😀']
    for (const key of keys.toReversed()) await ask('set', { key, value: 1 })
    const seen: string[] = []
    let after: Json | undefined
    for (;;) {
      const page = await ask('list', { limit: 3, ...(after === undefined ? {} : { after }) })
      const { keys, next } = page as { keys: { key: string }[]; next: string | null }
      seen.push(...keys.map(({ key }) => key))
      if (next === null) break
      after = next
    }
    expect(seen).toEqual(['a', 'a%', 'aB', 'a_', 'ab', 'b', 'ä', '😀'])
    expect(await ask('list', { prefix: 'a%' })).toMatchObject({ keys: [{ key: 'a%' }], next: null })
    expect(await ask('list', { prefix: 'a_' })).toMatchObject({ keys: [{ key: 'a_' }] })
  })

  test('sets only an entry with the expected value, or only a missing one', async () => {
    const { ask } = await newRelic()
    const cas = (more: Record<string, Json>) => ask('compareAndSet', { key: 'k', ...more })
    expect(await cas({ value: 1, expected: 0 })).toEqual({ stored: false })
    expect(await cas({ value: 1 })).toEqual({ stored: true })
    expect(await cas({ value: 2 })).toEqual({ stored: false })
    expect(await cas({ value: null, expected: 1 })).toEqual({ stored: true })
    expect(await cas({ value: { a: 1, b: 2 }, expected: null })).toEqual({ stored: true })
    expect(await cas({ value: 'end', expected: { b: 2, a: 1 }, ttlMs: 5 })).toEqual({ stored: true })
    await clock.advance(5)
    expect(await cas({ value: 3, expected: 'end' })).toEqual({ stored: false })
    expect(await cas({ value: 3 })).toEqual({ stored: true })
  })

  test('of 40 that set at once if absent, one does; 40 increments make 40', async () => {
    const { ask } = await newRelic()
    const all = Array.from({ length: 40 }, (_, n) => n)
    const won = await Promise.all(all.map((value) => ask('compareAndSet', { key: 'lock', value })))
    expect(won.filter((result) => JSON.stringify(result) === '{"stored":true}')).toHaveLength(1)
    const numbers = await Promise.all(all.map(() => ask('increment', { key: 'n' })))
    expect(new Set(numbers.map((result) => JSON.stringify(result))).size).toBe(40)
    expect(await ask('get', { key: 'n' })).toMatchObject({ value: 40 })
  })

  test('an increment keeps the time of an entry that is there, and refuses a sum that is not exact', async () => {
    const { ask } = await newRelic()
    expect(await ask('increment', { key: 'n', by: -3, ttlMs: 10 })).toEqual({ value: -3 })
    await clock.advance(9)
    expect(await ask('increment', { key: 'n', ttlMs: 10 })).toEqual({ value: -2 })
    await clock.advance(1)
    expect(await ask('increment', { key: 'n' })).toEqual({ value: 1 })
    await ask('increment', { key: 'n', by: Number.MAX_SAFE_INTEGER - 1 })
    for (const value of ['text', 1.5, null, [1]]) await ask('set', { key: `${typeof value}`, value })
    for (const key of ['n', 'string', 'number', 'object']) {
      const { code, message } = await failureOf(ask('increment', { key }))
      expect(code).toBe('RELIC_FAILED')
      expect(message).toContain(`"${key}" is no whole number`)
    }
  })

  test('a value above the limit is refused with its size', async () => {
    const { ask } = await newRelic({ maxValueBytes: 10 })
    await ask('set', { key: 'a', value: '12345678' })
    const { message } = await failureOf(ask('set', { key: 'a', value: '123456ü8' }))
    expect(message).toContain('11 bytes as JSON; at most 10')
  })

  test('keys with NUL or half a character are refused, values lose them', async () => {
    const { ask } = await newRelic()
    for (const key of ['a\u0000b', 'a\ud800']) {
      const { code, message } = await failureOf(ask('set', { key, value: 1 }))
      expect([code, message]).toEqual([
        'RELIC_PARAMETERS_INVALID',
        expect.stringContaining('key: must hold no NUL'),
      ])
    }
    await ask('set', { key: 'a', value: { 'x\u0000': ['y\udc00'] } })
    expect(await ask('get', { key: 'a' })).toMatchObject({ value: { x: ['y\ufffd'] } })
  })

  test('two relics share no key, and one that is deleted takes its entries with it', async () => {
    const [one, other] = [await newRelic(), await newRelic()]
    await one.ask('set', { key: 'k', value: 1 })
    expect(await other.ask('get', { key: 'k' })).toEqual({ found: false })
    await other.ask('set', { key: 'k', value: 2 })
    const store = createRelicStore(database.pool)
    expect(await store.delete(await newProject(database), one.id)).toBe(false)
    expect(await one.rows()).toBe(1)
    expect(await store.delete(projectId, one.id)).toBe(true)
    expect(await one.rows()).toBe(0)
    expect((await failureOf(one.ask('get', { key: 'k' }))).code).toBe('RELIC_UNKNOWN')
    expect(await other.ask('get', { key: 'k' })).toMatchObject({ value: 2 })
  })

  test('a write that meets the deletion of its relic leaves nothing behind', async () => {
    for (let round = 0; round < 20; round++) {
      const { id, ask, rows } = await newRelic()
      const writes = Array.from({ length: 5 }, (_, n) =>
        ask('set', { key: `${n}`, value: n }).catch(() => undefined),
      )
      await createRelicStore(database.pool).delete(projectId, id)
      await Promise.all(writes)
      expect(await rows()).toBe(0)
    }
  })
})

type Step =
  | { readonly kind: 'ask'; readonly operation: string; readonly parameters: Record<string, Json> }
  | { readonly kind: 'wait'; readonly ms: number }

const key = fc.constantFrom('a', 'b', 'ab', '%')
const value = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom(null, 'x', [1], { a: 1 }))
const ttl = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined })
const ask = (operation: string, parameters: fc.Arbitrary<object>) =>
  // JSON leaves out what is undefined.
  parameters.map((given): Step => ({ kind: 'ask', operation, parameters: JSON.parse(JSON.stringify(given)) }))
const step = fc.oneof(
  ask('set', fc.record({ key, value, ttlMs: ttl })),
  ask('compareAndSet', fc.record({ key, value, expected: fc.option(value, { nil: undefined }), ttlMs: ttl })),
  ask('increment', fc.record({ key, by: fc.integer({ min: -3, max: 3 }), ttlMs: ttl })),
  ask('delete', fc.record({ key })),
  ask('get', fc.record({ key })),
  ask('list', fc.record({ prefix: fc.constantFrom('', 'a', '%') })),
  fc.integer({ min: 1, max: 4 }).map((ms): Step => ({ kind: 'wait', ms })),
)

interface Kept {
  readonly value: Json
  readonly until: number
}

/** A model of the relic, with a map. */
function createModel(now: () => number) {
  const kept = new Map<string, Kept>()
  const find = (key: string) => {
    const entry = kept.get(key)
    return entry && entry.until > now() ? entry : undefined
  }
  const until = (ttlMs: Json | undefined) =>
    ttlMs === undefined ? Number.POSITIVE_INFINITY : now() + Number(ttlMs)
  const shown = ({ until }: Kept) =>
    until === Number.POSITIVE_INFINITY ? null : new Date(until).toISOString()
  return (
    operation: string,
    { key = '', value = null, expected, ttlMs, by, prefix }: Record<string, Json>,
  ): Json => {
    const name = String(key)
    const entry = find(name)
    switch (operation) {
      case 'set':
        kept.set(name, { value, until: until(ttlMs) })
        return { stored: true }
      case 'compareAndSet': {
        const stored =
          expected === undefined
            ? !entry
            : entry !== undefined && JSON.stringify(entry.value) === JSON.stringify(expected)
        if (stored) kept.set(name, { value, until: until(ttlMs) })
        return { stored }
      }
      case 'increment': {
        if (entry && typeof entry.value !== 'number') return 'RELIC_FAILED'
        const sum = Number(entry?.value ?? 0) + Number(by)
        kept.set(name, { value: sum, until: entry?.until ?? until(ttlMs) })
        return { value: sum }
      }
      case 'delete':
        kept.delete(name)
        return { deleted: entry !== undefined }
      case 'get':
        return entry
          ? { found: true, key: name, value: entry.value, expiresAt: shown(entry) }
          : { found: false }
      default: {
        const names = [...kept.keys()].filter((one) => one.startsWith(String(prefix)) && find(one)).toSorted()
        const keys = names.flatMap((one) => {
          const found = find(one)
          return found ? [{ key: one, expiresAt: shown(found) }] : []
        })
        return { keys, next: null }
      }
    }
  }
}

property.prop([fc.array(step, { minLength: 1, maxLength: 30 })], propertyTrials(150))(
  'DAG-8 a KEY_VALUE relic behaves like a map with a clock',
  async (steps) => {
    const relic = await newRelic()
    const model = createModel(clock.now)
    for (const step of steps) {
      if (step.kind === 'wait') {
        await clock.advance(step.ms)
        continue
      }
      const { operation, parameters } = step
      const given = await relic.ask(operation, parameters).catch((error) => error.code)
      expect(given).toEqual(model(operation, parameters))
    }
  },
  60_000,
)

import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../../src/app/new-id.ts'

afterEach(() => vi.useRealTimers())

test('RUN-1 ids sort as they were made, also many of one millisecond, and after the clock went back', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const ids = Array.from({ length: 5_000 }, newId)
  vi.setSystemTime(Date.now() - 60_000)
  ids.push(...Array.from({ length: 5_000 }, newId))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted())
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

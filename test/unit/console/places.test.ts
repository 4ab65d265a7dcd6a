import { describe, expect, test } from 'vitest'
import { freePlaces, isSilent } from '../../../src/console/pages/board/places.ts'

describe('CON-1 the free places of the board', () => {
  const worker = { state: 'ACTIVE' as const, slots: 50, active: 3 }

  test('are no more than the slots of the workers that take runs: one that is dead or shuts down has none', () => {
    expect(freePlaces({ free: 100, workers: [worker] })).toBe(47)
    const gone = [{ ...worker, state: 'LOST' as const }]
    expect(freePlaces({ free: 100, workers: [worker, ...gone, { ...worker, state: 'DRAINING' }] })).toBe(47)
    expect(freePlaces({ free: 100, workers: gone })).toBe(0)
  })

  test('are no more than the limit of the project leaves', () => {
    expect(freePlaces({ free: 10, workers: [worker, worker] })).toBe(10)
  })

  test('say of a worker that reports no more that it is silent', () => {
    const lastSeenAt = '2026-03-02T10:00:00Z'
    expect(isSilent({ lastSeenAt }, Date.parse('2026-03-02T10:00:06Z'))).toBe(false)
    expect(isSilent({ lastSeenAt }, Date.parse('2026-03-02T10:00:13Z'))).toBe(true)
  })
})

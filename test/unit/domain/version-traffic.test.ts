import { describe, expect, it } from 'vitest'
import { drawVersion, onlyVersion, type Traffic, toShares } from '../../../src/domain/version-traffic.ts'

const agentId = '01a1fc06-04c2-77c6-8fd1-f6493b2473ef'
const split: Traffic = {
  weights: [
    { version: 1, weight: 0.9 },
    { version: 2, weight: 0.1 },
  ],
  canaryId: null,
}
const canary: Traffic = { ...split, canaryId: 'c1' }

const draw = (
  traffic: Traffic,
  key: string,
  last: { version: number; canaryId: string | null } | null = null,
) => drawVersion(traffic, { agentId, key, last })

const sharesOf = (traffic: Traffic) => {
  const drawn = Array.from({ length: 10_000 }, (_, n) => draw(traffic, `key ${n}`).version)
  return Map.groupBy(drawn, (version) => version)
}

describe('VER-1 a version is drawn', () => {
  it('in proportion to the weights, and the same for the same key', () => {
    // Five standard deviations of 10,000 draws.
    expect(Math.abs((sharesOf(split).get(2)?.length ?? 0) - 1_000)).toBeLessThan(150)
    for (const key of ['a', 'b', 'c']) expect(draw(split, key)).toEqual(draw(split, key))
  })

  it('and all of one version get it', () => {
    expect([...sharesOf(onlyVersion(7)).keys()]).toEqual([7])
  })

  it('for other keys by each canary, so that the same sessions are not always the first to try', () => {
    const keys = Array.from({ length: 2_000 }, (_, n) => `key ${n}`)
    const triers = (canaryId: string) =>
      new Set(keys.filter((key) => draw({ ...split, canaryId }, key).version === 2))
    const [one, other] = [triers('c1'), triers('c2')]
    expect([...one].filter((key) => other.has(key)).length).toBeLessThan(one.size / 2)
  })

  it('not where the session goes on with a version that has a share', () => {
    const keys = Array.from({ length: 50 }, (_, n) => `key ${n}`)
    for (const key of keys)
      for (const version of [1, 2])
        expect(draw(split, key, { version, canaryId: null }).version).toBe(version)
  })

  it('anew where that version has none any more', () => {
    expect(draw(split, 'key 1', { version: 3, canaryId: null })).toEqual(draw(split, 'key 1'))
  })

  it('VER-2 by chance alone for a canary: a session that had begun before is not counted', () => {
    expect(draw(canary, 'a', { version: 1, canaryId: null })).toEqual({ version: 1, canaryId: null })
    expect(draw(canary, 'a', { version: 1, canaryId: 'c1' })).toEqual({ version: 1, canaryId: 'c1' })
    expect(draw(canary, 'a', { version: 1, canaryId: 'an earlier one' }).canaryId).toBeNull()
    expect(draw(canary, 'a', { version: 3, canaryId: null }).canaryId).toBe('c1')
    expect(draw(canary, 'a').canaryId).toBe('c1')
  })
})

describe('VER-1 weights', () => {
  it('become shares, and versions without weight are left out', () => {
    const weights = [
      { version: 1, weight: 3 },
      { version: 2, weight: 0 },
      { version: 4, weight: 1 },
    ]
    expect(toShares(weights)).toEqual([
      { version: 1, weight: 0.75 },
      { version: 4, weight: 0.25 },
    ])
  })

  it('that are tiny leave no place without a version', () => {
    const weights = toShares(Array.from({ length: 20 }, (_, n) => ({ version: n + 1, weight: 1 / 3 })))
    for (let n = 0; n < 2_000; n++)
      expect(draw({ weights, canaryId: null }, `${n}`).version).toBeGreaterThan(0)
  })
})

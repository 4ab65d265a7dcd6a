import { describe, expect, it } from 'vitest'
import {
  meanDifference,
  meanInterval,
  normalQuantile,
  shareDifference,
  shareInterval,
  tQuantile,
} from '../../../src/domain/intervals.ts'

const share = (hits: number, count: number) => ({ hits, count })

describe('VER-3 intervals', () => {
  it('have the quantiles of the normal distribution', () => {
    expect(normalQuantile(0.5)).toBeCloseTo(0, 12)
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963985, 8)
    expect(normalQuantile(0.025)).toBeCloseTo(-1.959963985, 8)
    expect(normalQuantile(0.9975)).toBeCloseTo(2.807033768, 8)
  })

  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2.
  it.each([
    [1, 12.706, 63.657],
    [2, 4.303, 9.925],
    [3, 3.182, 5.841],
    [4, 2.776, 4.604],
    [5, 2.571, 4.032],
    [10, 2.228, 3.169],
    [30, 2.042, 2.75],
    [100, 1.984, 2.626],
    [1e9, 1.96, 2.576],
  ])('have the quantiles of the t distribution with %d degrees of freedom', (freedom, p975, p995) => {
    expect(tQuantile(0.975, freedom)).toBeCloseTo(p975, 3)
    expect(tQuantile(0.995, freedom)).toBeCloseTo(p995, 3)
  })

  it('take degrees of freedom that are no whole number as the next lower one', () => {
    expect(tQuantile(0.975, 10.9)).toBe(tQuantile(0.975, 10))
    expect(tQuantile(0.975, 0.4)).toBe(tQuantile(0.975, 1))
  })

  // Newcombe (1998), Statistics in Medicine 17:857, table I, method 3.
  it.each([
    [share(81, 263), 0.2553, 0.3662],
    [share(15, 148), 0.0624, 0.1605],
    [share(0, 20), 0, 0.1611],
    [share(1, 29), 0.0061, 0.1718],
  ])('of a share are those of Wilson: %j', (given, low, high) => {
    const found = shareInterval(given, 0.95)
    expect(found?.low).toBeCloseTo(low, 4)
    expect(found?.high).toBeCloseTo(high, 4)
  })

  // Newcombe (1998), Statistics in Medicine 17:873, table II, method 10.
  it.each([
    [share(56, 70), share(48, 80), 0.0524, 0.3339],
    [share(9, 10), share(3, 10), 0.1705, 0.809],
    [share(5, 56), share(0, 29), -0.0381, 0.1926],
    [share(0, 10), share(0, 10), -0.2775, 0.2775],
    [share(10, 10), share(0, 10), 0.6075, 1],
  ])('of a difference of shares are those of Newcombe: %j and %j', (one, other, low, high) => {
    const found = shareDifference(one, other, 0.95)
    expect(found?.low).toBeCloseTo(low, 4)
    expect(found?.high).toBeCloseTo(high, 4)
  })

  // NIST/SEMATECH e-Handbook, 1.3.5.2: ZARR13.DAT.
  it('of a mean are those of Student', () => {
    const found = meanInterval({ count: 195, mean: 9.26146, variance: 0.022789 ** 2 }, 0.95)
    expect(found?.low).toBeCloseTo(9.258242, 5)
    expect(found?.high).toBeCloseTo(9.264679, 5)
  })

  // NIST/SEMATECH e-Handbook, 1.3.5.3: AUTO83B.DAT, miles per gallon of American and of Japanese cars: t = -12.94627, ν = 136.8750.
  it('of a difference of means are those of Welch', () => {
    const american = { count: 249, mean: 20.14458, variance: 6.4147 ** 2 }
    const japanese = { count: 79, mean: 30.48101, variance: 6.10771 ** 2 }
    const found = meanDifference(american, japanese, 0.95)
    const difference = american.mean - japanese.mean
    const half = (1.977431 * difference) / -12.94627
    expect(found?.low).toBeCloseTo(difference - half, 3)
    expect(found?.high).toBeCloseTo(difference + half, 3)
  })

  it('are none without enough values, and a point where values do not differ', () => {
    const one = { count: 1, mean: 3, variance: 0 }
    const same = { count: 9, mean: 2, variance: 0 }
    expect(shareInterval(share(0, 0), 0.95)).toBeNull()
    expect(shareDifference(share(1, 2), share(0, 0), 0.95)).toBeNull()
    expect(meanInterval(one, 0.95)).toBeNull()
    expect(meanDifference(same, one, 0.95)).toBeNull()
    expect(meanDifference(same, { ...same, mean: 5 }, 0.95)).toEqual({ low: -3, high: -3 })
  })
})

import { z } from 'zod'
import { about, object } from './declared.ts'

/*
 * Confidence intervals, as the literature has them. Each takes the `level` of confidence, such as 0.95. The formulas are few and short: a
 * library of statistics would be larger than the rest of an installed package, and none has the intervals of Newcombe.
 */

export const interval = object('Interval', 'Confidence interval: the range of values that fit the data.', {
  low: about('Lower end.', z.number()),
  high: about('Upper end.', z.number()),
})
export type Interval = Readonly<z.infer<typeof interval>>

/** Measured values: their number, mean, and sample variance (divided by n − 1). */
export interface Sample {
  readonly count: number
  readonly mean: number
  readonly variance: number
}

/** Something that happened in `hits` of `count` cases. */
export interface Share {
  readonly hits: number
  readonly count: number
}

/** Interval of a share; `null` without cases. Wilson (1927), JASA 22:209: it holds its level for few cases and for shares near 0 and 1. */
export function shareInterval({ hits, count }: Share, level: number): Interval | null {
  if (count === 0) return null
  const z = normalQuantile((1 + level) / 2)
  const [share, zz] = [hits / count, z * z]
  const middle = (share + zz / (2 * count)) / (1 + zz / count)
  const half = (z * Math.sqrt((share * (1 - share)) / count + zz / (4 * count * count))) / (1 + zz / count)
  // Exactly 0 and 1 where nothing, or everything, was a hit.
  return { low: hits === 0 ? 0 : middle - half, high: hits === count ? 1 : middle + half }
}

/** Interval of `one − other`; `null` if one has no cases. Newcombe (1998), Statistics in Medicine 17:873, method 10, from Wilson's intervals. */
export function shareDifference(one: Share, other: Share, level: number): Interval | null {
  const [a, b] = [shareInterval(one, level), shareInterval(other, level)]
  if (a === null || b === null) return null
  const [p, q] = [one.hits / one.count, other.hits / other.count]
  return {
    low: p - q - Math.hypot(p - a.low, b.high - q),
    high: p - q + Math.hypot(a.high - p, q - b.low),
  }
}

/** Interval of a mean by Student's t; `null` with fewer than two values. */
export function meanInterval({ count, mean, variance }: Sample, level: number): Interval | null {
  if (count < 2) return null
  const half = tQuantile((1 + level) / 2, count - 1) * Math.sqrt(variance / count)
  return { low: mean - half, high: mean + half }
}

/**
 * Interval of `one.mean − other.mean`; `null` if one has fewer than two values. Welch (1947), Biometrika 34:28, with Satterthwaite's degrees of
 * freedom: the variances may differ.
 */
export function meanDifference(one: Sample, other: Sample, level: number): Interval | null {
  if (one.count < 2 || other.count < 2) return null
  const [a, b] = [one.variance / one.count, other.variance / other.count]
  const difference = one.mean - other.mean
  if (a + b === 0) return { low: difference, high: difference }
  const freedom = (a + b) ** 2 / (a ** 2 / (one.count - 1) + b ** 2 / (other.count - 1))
  const half = tQuantile((1 + level) / 2, freedom) * Math.sqrt(a + b)
  return { low: difference - half, high: difference + half }
}

/**
 * Quantile of Student's t with this probability below it, above 0.5. Hill (1970), CACM 13:619, algorithm 396. Degrees of freedom are rounded
 * down, which makes intervals wider, never narrower.
 */
export function tQuantile(probability: number, freedom: number): number {
  const n = Math.max(1, Math.floor(freedom))
  const tails = 2 * (1 - probability)
  if (n === 1) return 1 / Math.tan((tails * Math.PI) / 2)
  if (n === 2) return Math.sqrt(2 / (tails * (2 - tails)) - 2)
  const a = 1 / (n - 0.5)
  const b = 48 / a ** 2
  const c = (((20_700 * a) / b - 98) * a - 16) * a + 96.36
  const d = ((94.5 / (b + c) - 3) / b + 1) * Math.sqrt((a * Math.PI) / 2) * n
  const y = (d * tails) ** (2 / n)
  return Math.sqrt(n * (y > 0.05 + a ? nearNormal(tails, { n, a, b, c, d }) : farOut(y, { n, d })))
}

type Terms = Readonly<Record<'n' | 'a' | 'b' | 'c' | 'd', number>>

function nearNormal(tails: number, { n, a, b, c, d }: Terms): number {
  const x = normalQuantile(tails / 2)
  const y = x * x
  const fewer = n < 5 ? c + 0.3 * (n - 4.5) * (x + 0.6) : c
  const e = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + fewer
  const z = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / e - y - 3) / b + 1) * x
  return Math.expm1(a * z * z)
}

function farOut(y: number, { n, d }: Pick<Terms, 'n' | 'd'>): number {
  const first = 1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3)
  return ((first + 0.5 / (n + 4)) * y - 1) * ((n + 1) / (n + 2)) + 1 / y
}

/** Quantile of the normal distribution. Acklam (2003): a rational approximation with a relative error below 1.15e-9. */
export function normalQuantile(probability: number): number {
  if (probability > 0.5) return -normalQuantile(1 - probability)
  if (probability < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(probability))
    return polynomial(q, tailTop) / polynomial(q, tailBottom)
  }
  const q = probability - 0.5
  return (q * polynomial(q * q, middleTop)) / polynomial(q * q, middleBottom)
}

/** From the highest power to the lowest. */
function polynomial(x: number, coefficients: readonly number[]): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)
}

const middleTop = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
  2.506628277459239,
]
const middleBottom = [
  -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
]
const tailTop = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
]
const tailBottom = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]

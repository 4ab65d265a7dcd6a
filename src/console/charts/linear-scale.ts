import { nice, ticks } from 'd3-array'

/** Maps values to places in proportion. */
export interface LinearScale {
  (value: number): number
  readonly domain: readonly [number, number]
  readonly range: readonly [number, number]
}

/** That of `d3-scale` also maps colours and formats numbers, which charts do not use and a first page would load. */
export function linearScale(
  domain: readonly [number, number],
  range: readonly [number, number],
): LinearScale {
  const [low, high] = domain
  const [start, end] = range
  const perUnit = high === low ? 0 : (end - start) / (high - low)
  return Object.assign((value: number) => start + (value - low) * perUnit, { domain, range })
}

/** About so many round values from 0; the last is not less than `max`. */
export function roundValues(max: number, count: number): readonly number[] {
  const [low, high] = nice(0, max, count)
  return ticks(low, high, count)
}

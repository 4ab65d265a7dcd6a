/**
 * How much of a trial with many seeds is played: a tenth in `npm test`, another one at each run, and all of it in
 * `npm run test:long` (docs/internals/development.md).
 */

/** Whether all trials are played. */
export const isWhole = process.env.TRIALS === 'all'

/** `npm test` plays one in so many. */
const share = 10

/** The seed of the whole run. `vitest.config.ts` chooses it and prints it; `TRIAL_SEED` gives it again. */
export const trialSeed = Number(process.env.TRIAL_SEED ?? 0)

/** Number of trials to run: a tenth and at least `least`, or all. */
export function trials(all: number, least = 1): number {
  return isWhole ? all : Math.max(least, Math.ceil(all / share))
}

/** How long a trial without a last case is played where all is, in seconds; `TRIAL_SECONDS` is a shorter time. */
export function secondsOf(longest: number): number {
  return Math.min(longest, Number(process.env.TRIAL_SECONDS ?? longest))
}

/** The settings of a property with so many runs. Where it fails, fast-check prints the seed and the path that repeat it. */
export function propertyTrials(all: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: trials(all), seed: trialSeed }
}

/** Every tenth item, or one in so many, beginning where the seed of the run says; or all. */
export function trialsOf<Item>(items: readonly Item[], oneIn = share): readonly Item[] {
  return items.filter((_, index) => isWhole || (index + trialSeed) % oneIn === 0)
}

/** The seeds that are played of a trial with the seeds from 1 to `all`. */
export function trialSeeds(all: number): readonly number[] {
  return trialsOf(Array.from({ length: all }, (_, index) => index + 1))
}

/** Whether anything happens at a point, counted from 0; `lane` is which of the lives that are lived side by side it is. */
type LiveThrough = (point: number, lane: number) => Promise<boolean>

interface PointOptions {
  /** Number of points that are tried concurrently. Default: 1. */
  readonly lanes?: number
  /** So many points there are at least. Default: 1. */
  readonly least?: number
}

/**
 * Lives through each point at which something may happen, up to the first at which nothing happens any more, and gives how many
 * points there are. Where a tenth is played it counts up by ten, and gives how many points there are at least: where it found fewer
 * than `least` that way, it halves what lies between the last point and the end.
 */
export async function eachPoint(
  live: LiveThrough,
  { lanes = 1, least = 1 }: PointOptions = {},
): Promise<number> {
  const step = isWhole ? 1 : share
  let next = isWhole ? 0 : trialSeed % share
  let reached = 0
  let end = Number.POSITIVE_INFINITY
  const liveOn = async (_: unknown, lane: number) => {
    while (next < end) {
      const point = next
      next += step
      if (await live(point, lane)) reached = Math.max(reached, point + 1)
      else end = Math.min(end, point)
    }
  }
  await Promise.all(Array.from({ length: lanes }, liveOn))
  while (reached < (isWhole ? end : Math.min(end, least))) {
    const middle = Math.floor((reached + end) / 2)
    if (await live(middle, 0)) reached = middle + 1
    else end = middle
  }
  return reached
}

import { z } from 'zod'
import { about, choice, count, object } from './declared.ts'
import {
  type Interval,
  interval,
  meanDifference,
  type Sample,
  type Share,
  shareDifference,
} from './intervals.ts'
import { type CanaryMargins, onlyVersion, type Traffic } from './version-traffic.ts'

export const canaryStatus = choice('CanaryStatus', 'Status of a canary.', {
  RUNNING: 'A share of the new runs gets the version.',
  PASSED: 'No measure of the version is worse than its margin permits.',
  STOPPED:
    'A measure of the version is worse, or a caller stopped the canary. All runs get the version before.',
  UNDECIDED: 'The canary reached its last run without a decision. All runs get the version before.',
})
export type CanaryStatus = z.infer<typeof canaryStatus>

export const canaryMeasure = choice('CanaryMeasure', 'Measure that a canary compares.', {
  FAILURE_RATE:
    'Share of FAILED and PAUSED runs among the COMPLETED, FAILED and PAUSED ones: a run that stands at a limit has not done its work.',
  COST: "Mean cost of a run's own model calls, in US dollars.",
  DURATION: 'Mean active time of a run, in milliseconds.',
  RATING: 'Mean rating of the rated runs, from 0 to 1.',
})
export type CanaryMeasure = z.infer<typeof canaryMeasure>

export const canaryVerdict = choice('CanaryVerdict', 'What a comparison says about a measure.', {
  WORSE: 'The whole interval is beyond the margin: the version is worse.',
  NOT_WORSE: 'The whole interval is within the margin: the version is not worse than it permits.',
  UNKNOWN: 'The interval reaches beyond the margin on one side, or there are too few runs for one.',
})

const measured = object('CanaryFigure', 'Measure of the runs of one version.', {
  count: about('Number of runs with the measure.', count),
  value: about('Share or mean. Null without runs.', z.number().nullable()),
})

/** Figures of a measure at one time. */
export const canaryComparison = object(
  'CanaryComparison',
  'Measure of the version of a canary beside that of its baseline.',
  {
    measure: about('Measure that is compared.', canaryMeasure),
    version: about('Measure of the version.', measured),
    baseline: about('Measure of the baseline.', measured),
    difference: about(
      'Confidence interval of the difference: version minus baseline. Null with too few runs.',
      interval.nullable(),
    ),
    margin: about('How much worse the version may be, in the unit of the measure.', z.number()),
    verdict: about('What the interval says.', canaryVerdict),
  },
)
export type CanaryComparison = Readonly<z.infer<typeof canaryComparison>>

/** Figures of the runs that a canary drew for one version, in their present states. Aborted ones are in none of the measures. */
export interface CanaryRuns {
  /** Runs that are not in progress: ended, aborted, or PAUSED. */
  readonly stopped: number
  readonly failure: Share
  readonly cost: Sample
  readonly duration: Sample
  readonly rating: Sample
}

/** A canary as it is decided about. */
export interface CanaryRow {
  readonly id: string
  readonly projectId: string
  readonly agentId: string
  readonly version: number
  readonly baselineVersion: number
  readonly weight: number
  readonly minRuns: number
  readonly maxRuns: number
  readonly stopOn: CanaryMargins
  readonly promote: boolean
  /** Number of decisions so far. */
  readonly looks: number
}

/** What is known of a canary after a look at its runs. `end`: it ends, with the traffic of the agent from then on. */
export interface CanaryLook {
  readonly looks: number
  readonly comparisons: readonly CanaryComparison[]
  readonly end: CanaryEnd | null
}

/** What is written of a canary. Without comparisons, those of its last look stay. */
export type CanaryRecord = Omit<CanaryLook, 'comparisons'> & Partial<Pick<CanaryLook, 'comparisons'>>

export interface CanaryEnd {
  readonly status: Exclude<CanaryStatus, 'RUNNING'>
  readonly reason: string
  readonly traffic: Traffic
}

/** Decisions about one canary at most: each that is made by chance alone adds to the risk of a wrong one. */
const maxLooks = 10

/** Probability that a canary whose version is no worse than a margin is stopped by the measure, over all its looks; the same for a wrong pass. */
const risk = 0.05

/**
 * Compares the runs of a canary's two versions, and decides. Decisions are made at up to ten numbers of runs from `minRuns` to `maxRuns`, at a
 * level that shares the risk of 5 % among them (Bonferroni): a look each minute at 95 % would stop a good version sooner or later.
 */
export function lookAtCanary(canary: CanaryRow, version: CanaryRuns, baseline: CanaryRuns): CanaryLook {
  const { minRuns, maxRuns } = canary
  const places = looksOf(canary)
  const level = levelOf(canary)
  const comparisons = compare(canary.stopOn, { version, baseline }, level)
  const compared = version.failure.count
  const isEnough = compared >= minRuns && baseline.failure.count >= minRuns
  // Aborted runs say nothing of a version, but a canary of them must not go on for ever.
  const isOver = version.stopped >= maxRuns && baseline.stopped >= minRuns
  const passed = isEnough ? places.filter((place) => place <= compared).length : 0
  const reached = isOver ? places.length : passed
  if (reached <= canary.looks) return { looks: canary.looks, comparisons, end: null }
  const isLast = reached === places.length
  return {
    looks: reached,
    comparisons,
    end: endOf(canary, { comparisons, isEnough, isLast, level, version, baseline }),
  }
}

/** Level of confidence of the intervals of a canary. */
export function levelOf(canary: Pick<CanaryRow, 'minRuns' | 'maxRuns'>): number {
  return 1 - risk / looksOf(canary).length
}

/** So many runs of a version are read for a look: the baseline may have many more than are needed, and each look reads them all. */
export function runsAtOnce({ maxRuns }: Pick<CanaryRow, 'maxRuns'>): number {
  return 10 * maxRuns
}

/** Numbers of compared runs of the version at which it is decided about. */
function looksOf({ minRuns, maxRuns }: Pick<CanaryRow, 'minRuns' | 'maxRuns'>): readonly number[] {
  const between = Math.min(maxLooks - 1, maxRuns - minRuns)
  const place = (n: number) =>
    between === 0 ? maxRuns : minRuns + Math.floor((n * (maxRuns - minRuns)) / between)
  return Array.from({ length: between + 1 }, (_, n) => place(n))
}

interface Sides {
  readonly version: CanaryRuns
  readonly baseline: CanaryRuns
}

function compare(
  margins: CanaryMargins,
  { version, baseline }: Sides,
  level: number,
): readonly CanaryComparison[] {
  const { failureRate, cost, duration, rating } = margins
  const means = (measure: 'cost' | 'duration' | 'rating', margin: number) => ({
    version: figureOf(version[measure]),
    baseline: figureOf(baseline[measure]),
    difference: meanDifference(version[measure], baseline[measure], level),
    margin,
  })
  const shares = () => ({
    version: { count: version.failure.count, value: shareOf(version.failure) },
    baseline: { count: baseline.failure.count, value: shareOf(baseline.failure) },
    difference: shareDifference(version.failure, baseline.failure, level),
  })
  return [
    ...(failureRate === undefined ? [] : [judged('FAILURE_RATE', { ...shares(), margin: failureRate })]),
    ...(cost === undefined ? [] : [judged('COST', means('cost', cost * baseline.cost.mean))]),
    ...(duration === undefined
      ? []
      : [judged('DURATION', means('duration', duration * baseline.duration.mean))]),
    ...(rating === undefined ? [] : [judged('RATING', means('rating', rating))]),
  ]
}

function judged(
  measure: CanaryMeasure,
  figures: Omit<CanaryComparison, 'measure' | 'verdict'>,
): CanaryComparison {
  return { measure, ...figures, verdict: verdictOf(measure, figures) }
}

/** Of a rating, less is worse. */
function verdictOf(
  measure: CanaryMeasure,
  { difference, margin }: Pick<CanaryComparison, 'difference' | 'margin'>,
): CanaryComparison['verdict'] {
  if (difference === null) return 'UNKNOWN'
  const worse: Interval = measure === 'RATING' ? { low: -difference.high, high: -difference.low } : difference
  if (worse.low > margin) return 'WORSE'
  return worse.high <= margin ? 'NOT_WORSE' : 'UNKNOWN'
}

function figureOf({ count, mean }: Sample) {
  return { count, value: count === 0 ? null : mean }
}

function shareOf({ hits, count }: Share): number | null {
  return count === 0 ? null : hits / count
}

interface Looked extends Sides {
  readonly comparisons: readonly CanaryComparison[]
  /** Whether `minRuns` runs of each version are compared: with less, no verdict counts. */
  readonly isEnough: boolean
  readonly isLast: boolean
  readonly level: number
}

function endOf(
  canary: CanaryRow,
  { comparisons, isEnough, isLast, level, ...sides }: Looked,
): CanaryEnd | null {
  const after = `After ${sides.version.failure.count} runs of version ${canary.version} and ${sides.baseline.failure.count} of version ${canary.baselineVersion}`
  const told = (some: readonly CanaryComparison[]) =>
    `${some.map(describe).join('; ')} (${percent(level)} intervals).`
  const worse = comparisons.filter(({ verdict }) => isEnough && verdict === 'WORSE')
  if (worse.length > 0)
    return {
      ...back(canary),
      status: 'STOPPED',
      reason: `${after}, it is worse than its margin permits: ${told(worse)}`,
    }
  if (!isLast) return null
  const open = comparisons.filter(({ verdict }) => !isEnough || verdict === 'UNKNOWN')
  if (open.length > 0)
    return {
      ...back(canary),
      status: 'UNDECIDED',
      reason: `${after}, it is not known whether it is worse: ${told(open)}`,
    }
  const reason = `${after}, it is not worse than its margins permit: ${told(comparisons)}`
  return { status: 'PASSED', reason, traffic: canary.promote ? onlyVersion(canary.version) : shared(canary) }
}

/** The traffic after a canary that did not pass. */
export function back({ baselineVersion }: Pick<CanaryRow, 'baselineVersion'>): Pick<CanaryEnd, 'traffic'> {
  return { traffic: onlyVersion(baselineVersion) }
}

/** The traffic of a canary. Without its id: the same shares, which nobody compares any more. */
export function shared(
  { version, baselineVersion, weight }: Pick<CanaryRow, 'version' | 'baselineVersion' | 'weight'>,
  canaryId: string | null = null,
): Traffic {
  return {
    weights: [
      { version: baselineVersion, weight: 1 - weight },
      { version, weight },
    ],
    canaryId,
  }
}

const words: Readonly<
  Record<CanaryMeasure, { readonly name: string; readonly show: (value: number) => string }>
> = {
  FAILURE_RATE: { name: 'the failure rate', show: percent },
  COST: { name: 'the mean cost', show: (value) => `${Number(value.toPrecision(3))} USD` },
  DURATION: { name: 'the mean duration', show: (value) => `${Number((value / 1_000).toPrecision(3))} s` },
  RATING: { name: 'the mean rating', show: (value) => value.toFixed(2) },
}

/** A measure in words and figures. */
function describe({ measure, version, baseline, difference, margin }: CanaryComparison): string {
  const { name, show } = words[measure]
  const shown = (value: number | null) => (value === null ? 'unknown' : show(value))
  const between =
    difference === null
      ? 'with too few runs for an interval'
      : `a difference from ${show(difference.low)} to ${show(difference.high)}`
  const sign = measure === 'RATING' ? '-' : ''
  return `${name} is ${shown(version.value)} against ${shown(baseline.value)}, ${between}, where ${sign}${show(margin)} is permitted`
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`
}

/** The rows of canaries, and the traffic of their agents. */
export interface CanaryStore {
  /** Sets which versions new runs of an agent get; `busy`: it has a running canary. */
  setTraffic(projectId: string, agentId: string, traffic: Traffic | null): Promise<'set' | 'busy'>
  /** Those of the versions that the agent has. */
  versions(agentId: string, versions: readonly number[]): Promise<readonly number[]>
  /** The newest version of an agent below another; `null` where there is none. */
  versionBefore(agentId: string, version: number): Promise<number | null>
  /** Stores a canary, with the traffic of its agent; `busy`: the agent has a running one. */
  start(canary: CanaryRow & { readonly startedBy: string | null }): Promise<'started' | 'busy'>
  /** Those that are RUNNING, at most `limit`, those first that were compared longest ago. */
  running(limit: number): Promise<readonly CanaryRow[]>
  find(projectId: string, canaryId: string): Promise<(CanaryRow & { readonly status: CanaryStatus }) | null>
  /** The figures of the runs that it drew: of each version the latest, at most `runsAtOnce`. Rejects after `statisticsWithinMs`. */
  runsOf(canary: CanaryRow): Promise<{ readonly version: CanaryRuns; readonly baseline: CanaryRuns }>
  /** Writes what a look found, or an end; with an end, the traffic too. False where it has ended, or another process looked meanwhile. */
  record(canary: CanaryRow, look: CanaryRecord, by?: string | null): Promise<boolean>
}

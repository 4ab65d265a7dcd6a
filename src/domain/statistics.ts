import { invalid } from './errors.ts'
import type { ObjectKey } from './object-key.ts'
import type { RowFilter } from './row-list.ts'
import type { RunStatus, TerminationReason } from './run.ts'
import { timeZoneNamed } from './time-zone.ts'
import type { Usage } from './usage.ts'

/** Reads of statistics. Each is one statement, which may take `statisticsWithinMs`. @throws STATISTICS_TIMEOUT */
export interface StatisticsReads {
  /** The groups of the project's runs: those of earlier hours and days first, then those of more runs. */
  runStats(projectId: string, query: RunStatsQuery): Promise<readonly RunStatsGroup[]>
  /** The model calls of the runs of the groups with these keys; `null`: of all groups. A group whose runs made none is absent. */
  runStatsCalls(
    projectId: string,
    query: RunStatsQuery,
    keys: readonly string[] | null,
  ): Promise<ReadonlyMap<string, CallStats>>
  /** How long gates of the runs of these groups waited for their decision. A group without such gates is absent. */
  runStatsGates(
    projectId: string,
    query: RunStatsQuery,
    keys: readonly string[] | null,
  ): Promise<ReadonlyMap<string, Percentiles>>
  /** The groups of the actions of runs, those of more calls first. */
  toolStats(projectId: string, query: ToolStatsQuery): Promise<readonly ToolStatsGroup[]>
}

/** Time limit of a statement about statistics, in milliseconds: it may read many rows, and others want to read too. */
export const statisticsWithinMs = 5_000

/** Maximum number of groups in an answer. */
export const maxGroups = 1_000

/** Dimensions that runs can be grouped by, with what the API says of each. */
export const runStatsDimensions = {
  STATUS: 'Status of the runs.',
  REASON: 'Termination reason of the runs.',
  AGENT: 'Agent of the runs.',
  VERSION: 'Agent and agent version of the runs.',
  MODEL:
    'Model that the runs called, with its provider. A run that called several models counts in the bucket of each.',
  TOOL: 'Tool that the runs called. A run that called several tools counts in the bucket of each.',
  TAG: 'Tag of the runs. A run with several tags counts in the bucket of each.',
  HOUR: 'Hour in which the runs were accepted, in the time zone of the query.',
  DAY: 'Day on which the runs were accepted, in the time zone of the query.',
} as const
export type RunStatsDimension = keyof typeof runStatsDimensions

/** A period of time: from `since` on, before `until`. */
export interface Period {
  readonly since: Date
  readonly until: Date
  /** Whether `until` is the present time: the period then includes rows that are newer by another clock. */
  readonly isOpen: boolean
}

export interface RunStatsQuery extends Period {
  /** Empty: one group of all. */
  readonly groupBy: readonly RunStatsDimension[]
  readonly filter: RowFilter
  /** Time zone of the hours and days. */
  readonly timeZone: string
  /** At most so many groups. */
  readonly limit: number
}

/** Distribution of durations, in milliseconds; null if there are none. */
export interface Percentiles {
  /** Number of durations. */
  readonly count: number
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
}

/** Runs with the same values of the grouping fields; other fields are absent. */
export interface RunStatsGroup {
  /** Names the group among those of its query. */
  readonly key: string
  readonly status?: RunStatus
  readonly terminationReason?: TerminationReason | null
  readonly agentId?: string
  readonly agentVersion?: number
  readonly provider?: string | null
  readonly model?: string | null
  readonly tool?: string | null
  readonly tag?: string | null
  /** Start of the hour. */
  readonly hour?: Date
  /** Date in the time zone of the query: `2026-11-21`. */
  readonly day?: string
  readonly count: number
  readonly completed: number
  readonly failed: number
  readonly cancelled: number
  readonly active: number
  /** Number of times that the status of one of the runs changed: the same as long as nothing happened to them. */
  readonly changes: number
  readonly duration: Percentiles
  readonly queueTime: Percentiles
}

/** Model calls of the runs of a group. */
export interface CallStats {
  readonly usage: Usage
  readonly timeToFirstToken: Percentiles
}

export interface ToolStatsQuery extends Period {
  /** `null`: the actions of all agents. */
  readonly agent: ObjectKey | null
  /** `null`: all targets. */
  readonly target: string | null
  readonly limit: number
}

/** Actions of one type that called the same target. */
export interface ToolStatsGroup {
  readonly type: 'TOOL' | 'AGENT' | 'RELIC' | 'WORKFLOW'
  readonly target: string
  readonly calls: number
  readonly succeeded: number
  readonly failed: number
  readonly denied: number
  readonly cancelled: number
  readonly active: number
  readonly retries: number
  readonly duration: Percentiles
}

export const noDurations: Percentiles = { count: 0, p50: null, p95: null, p99: null }

const dayMs = 24 * 3_600_000
const defaultDays = 30
const maxDays = 400

/**
 * The period that a caller asks for: up to `until` (default: now), from `since` on (default: 30 days before).
 * @throws INVALID_INPUT for one that is empty or longer than 400 days
 */
export function toPeriod(
  range: { readonly since?: Date | null | undefined; readonly until?: Date | null | undefined },
  now: Date,
): Period {
  const until = range.until ?? now
  const since = range.since ?? new Date(until.getTime() - defaultDays * dayMs)
  if (since >= until)
    throw invalid('since', 'must be before `until`, or before the present time without one.')
  if (until.getTime() - since.getTime() > maxDays * dayMs)
    throw invalid('since', `must be at most ${maxDays} days before \`until\`. Narrow the period.`)
  return { since, until, isOpen: range.until == null }
}

/** The time zone that a caller names, as it is spelled; UTC if there is none. @throws INVALID_INPUT */
export function toTimeZone(name: string | null | undefined): string {
  if (name == null) return 'UTC'
  const timeZone = name.length <= maxNameLength ? timeZoneNamed(name) : null
  if (timeZone !== null) return timeZone
  throw invalid(
    'timeZone',
    `${JSON.stringify(name.slice(0, maxNameLength))} is not an IANA time zone, such as "Europe/Berlin".`,
  )
}

const maxNameLength = 100

/** Share of those that failed among those that succeeded or failed, from 0 to 1; `null` if there are none. */
export function failureRate({
  failed,
  succeeded,
}: {
  readonly failed: number
  readonly succeeded: number
}): number | null {
  return failed + succeeded === 0 ? null : failed / (failed + succeeded)
}

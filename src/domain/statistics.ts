import { z } from 'zod'
import { actionType } from './action.ts'
import { about, choice, count, object } from './declared.ts'
import { invalid } from './errors.ts'
import type { Sample } from './intervals.ts'
import type { ObjectKey } from './object-key.ts'
import type { RowFilter } from './row-list.ts'
import { runStatus, terminationReason } from './run.ts'
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
  /** The mean scores of the rated runs of these groups. A group without rated runs is absent. */
  runStatsRatings(
    projectId: string,
    query: RunStatsQuery,
    keys: readonly string[] | null,
  ): Promise<ReadonlyMap<string, Sample>>
  /** The groups of the actions of runs, those of more calls first. */
  toolStats(projectId: string, query: ToolStatsQuery): Promise<readonly ToolStatsGroup[]>
}

/** Time limit of a statement about statistics, in milliseconds: it may read many rows, and others want to read too. */
export const statisticsWithinMs = 5_000

/** Maximum number of groups in an answer. */
export const maxGroups = 1_000

export const runStatsDimension = choice('RunStatsDimension', 'Dimension that runs are grouped by.', {
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
})
export type RunStatsDimension = z.infer<typeof runStatsDimension>

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

export const percentiles = object(
  'DurationPercentiles',
  'Distribution of durations, in milliseconds. The percentiles are null if there are no durations.',
  {
    count: about('Number of durations.', count),
    p50: about('Median, in milliseconds: half of the durations are this long or shorter.', count.nullable()),
    p95: about('Duration that 95 % of the durations do not exceed, in milliseconds.', count.nullable()),
    p99: about('Duration that 99 % of the durations do not exceed, in milliseconds.', count.nullable()),
  },
)
export type Percentiles = Readonly<z.infer<typeof percentiles>>

/** Runs with the same values of the grouping fields; other fields are absent. */
export const runStatsGroup = object(
  'RunStatsBucket',
  'Statistics of a group of runs. The dimensions that runs are not grouped by are null.',
  {
    status: about('Status of the runs. Null unless runs are grouped by it.', runStatus.optional()),
    terminationReason: about(
      'Termination reason of the runs. Null unless runs are grouped by it, and for runs without a reason.',
      terminationReason.nullish(),
    ),
    agentVersion: about('Version of the agent. Null unless runs are grouped by it.', z.int().optional()),
    provider: about(
      'Name of the provider of the model. Null unless runs are grouped by model, and for runs that called no model.',
      z.string().nullish(),
    ),
    model: about(
      'Name of the model, as the provider calls it. Null unless runs are grouped by model, and for runs that called no model.',
      z.string().nullish(),
    ),
    tool: about(
      'Name of the tool. Null unless runs are grouped by tool, and for runs that called no tool.',
      z.string().nullish(),
    ),
    tag: about('Tag. Null unless runs are grouped by tag, and for runs without a tag.', z.string().nullish()),
    hour: about('Start of the hour. Null unless runs are grouped by it.', z.date().optional()),
    day: about(
      'Date in the time zone of the query: `2026-11-21`. Null unless runs are grouped by it. A day without runs has no bucket.',
      z.string().optional(),
    ),
    count: about('Number of runs.', count),
    completed: about('Number of COMPLETED runs.', count),
    failed: about('Number of FAILED runs.', count),
    cancelled: about('Number of CANCELLED runs.', count),
    active: about('Number of QUEUED, RUNNING, WAITING and PAUSED runs.', count),
    duration: about(
      'Active time of the runs that have ended, without the time that they were paused or waited.',
      percentiles,
    ),
    queueTime: about(
      'Time from the moment at which a run was to begin until a worker first started it, for runs that have begun.',
      percentiles,
    ),
    agentId: z.string().optional(),
    /** Names the group among those of its query. */
    key: z.string(),
    /** Number of times that the status, the labels, the ratings or the comments of one of the runs changed: the same as long as nothing did. */
    changes: z.number(),
  },
)
export type RunStatsGroup = Readonly<z.infer<typeof runStatsGroup>>

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

export const toolStatsGroup = object(
  'ToolStatsBucket',
  'Statistics of the calls of a tool, an agent, a relic or a workflow.',
  {
    type: about('Type of the actions that made the calls.', actionType),
    target: about(
      'Called tool, agent (slug), relic with its operation (`notes.get`), or workflow (slug). For a call of a tool that does not exist, the name that the model gave.',
      z.string(),
    ),
    calls: about('Number of calls, whatever became of them. The retries of a call are not counted.', count),
    succeeded: about('Number of SUCCEEDED calls.', count),
    failed: about('Number of FAILED calls. A call that succeeded in a retry has not failed.', count),
    denied: about('Number of DENIED calls.', count),
    cancelled: about('Number of CANCELLED calls.', count),
    active: about('Number of RUNNING calls.', count),
    retries: about('Number of further attempts after a failed one, over all calls.', count),
    duration: about('Duration of the last attempt of the calls that have ended.', percentiles),
  },
)
export type ToolStatsGroup = Readonly<z.infer<typeof toolStatsGroup>>

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

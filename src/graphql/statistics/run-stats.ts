import { runFilter } from '../../domain/filters.ts'
import { sha256 } from '../../domain/hash.ts'
import { type Interval, interval, meanInterval, type Sample, shareInterval } from '../../domain/intervals.ts'
import {
  type CallStats,
  failureRate,
  maxGroups,
  noDurations,
  type Percentiles,
  type Period,
  percentiles,
  type RunStatsDimension,
  type RunStatsGroup,
  type RunStatsQuery,
  runStatsDimension,
  runStatsGroup,
  toPeriod,
  toTimeZone,
} from '../../domain/statistics.ts'
import { noUsage, toUsage } from '../../domain/usage.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { toStatsCursor } from '../event-cursor.ts'
import { boolean, type GivenInput, moment, safeInt, string, valueObject } from '../fields.ts'
import { Agent } from '../objects/agent.ts'
import { runs } from '../objects/run-list.ts'
import { UsageObject } from '../objects/usage.ts'
import { filterInput, readFilter } from '../paging/filter-input.ts'
import { enumOf, objectOf } from '../shape.ts'

/** Statistics of the runs of a period. */
export interface RunStats extends Period {
  readonly timeZone: string
  readonly buckets: readonly RunStatsBucket[]
  readonly isTruncated: boolean
}

/** A group of runs. Values that need statements of their own are read once for all groups, when the first group is asked for them. */
interface RunStatsBucket extends RunStatsGroup {
  calls(): Promise<CallStats | undefined>
  gateWait(): Promise<Percentiles | undefined>
  ratings(): Promise<Sample | undefined>
}

export interface RunStatsArguments {
  readonly groupBy?: readonly RunStatsDimension[] | null | undefined
  readonly filter?: GivenInput | null | undefined
  readonly since?: Date | null | undefined
  readonly until?: Date | null | undefined
  readonly timeZone?: string | null | undefined
}

/** The query that the arguments describe at this moment. @throws INVALID_INPUT */
export function toRunStatsQuery(ctx: GraphQLContext, args: RunStatsArguments, now: Date): RunStatsQuery {
  return {
    ...toPeriod(args, now),
    groupBy: args.groupBy ?? [],
    filter: runs.rowsOf(ctx, { filter: args.filter && readFilter(runFilter, args.filter) }).where,
    timeZone: toTimeZone(args.timeZone),
    limit: maxGroups + 1,
  }
}

/** @throws STATISTICS_TIMEOUT */
export async function readRunStats(
  { reads, project }: Pick<GraphQLContext, 'reads' | 'project'>,
  query: RunStatsQuery,
): Promise<RunStats> {
  const found = await reads.runStats(project.id, query)
  const groups = found.slice(0, maxGroups)
  const isTruncated = found.length > groups.length
  const keys = isTruncated ? groups.map(({ key }) => key) : null
  const calls = once(() => reads.runStatsCalls(project.id, query, keys))
  const gates = once(() => reads.runStatsGates(project.id, query, keys))
  const ratings = once(() => reads.runStatsRatings(project.id, query, keys))
  const buckets = groups.map((group) => ({
    ...group,
    calls: async () => (await calls()).get(group.key),
    gateWait: async () => (await gates()).get(group.key),
    ratings: async () => (await ratings()).get(group.key),
  }))
  const { since, until, isOpen, timeZone } = query
  return { since, until, isOpen, timeZone, buckets, isTruncated }
}

/**
 * Digest by which a subscriber sees that a result differs from the one before. It leaves out the period, which moves with the time; cost
 * and counts from model calls, gates and ratings are read with the next change of a run. These changes are counted together with those of
 * labels and comments, so a change of these alone has another digest, too.
 */
export function digestOf({ buckets, isTruncated }: RunStats): string {
  return sha256(JSON.stringify([buckets, isTruncated]), 'base64url')
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  return () => (value ??= read())
}

/** Confidence of the intervals that statistics show. */
const level = 0.95

const RatingStats = valueObject<Sample>(
  'RatingStats',
  'Ratings of a group of runs. A run with several ratings counts once, with their mean.',
  { count: safeInt('Number of rated runs.') },
  {
    fields: (t) => ({
      mean: t.float({
        description: 'Mean score of the rated runs, from 0 to 1. Null if there are none.',
        nullable: true,
        resolve: ({ count, mean }) => (count === 0 ? null : mean),
      }),
      interval: t.field({
        type: objectOf(interval),
        description: '95 % confidence interval of the mean score. Null with fewer than two rated runs.',
        nullable: true,
        resolve: (sample) => within(meanInterval(sample, level)),
      }),
    }),
  },
)

/** Scores are from 0 to 1, and so is what they can be. */
function within(found: Interval | null): Interval | null {
  return found && { low: Math.max(0, found.low), high: Math.min(1, found.high) }
}

const noRatings: Sample = { count: 0, mean: 0, variance: 0 }

const RunStatsBucketObject = objectOf<typeof runStatsGroup, RunStatsBucket>(runStatsGroup, {
  fields: (t) => ({
    agent: t.field({
      type: Agent,
      description: 'Agent of the runs. Null unless runs are grouped by it.',
      nullable: true,
      resolve: ({ agentId }) => (agentId === undefined ? null : { id: agentId }),
    }),
    failureRate: t.float({
      description:
        'Share of FAILED runs among the COMPLETED and FAILED runs, from 0 to 1. Null if there are none.',
      nullable: true,
      resolve: ({ failed, completed: succeeded }) => failureRate({ failed, succeeded }),
    }),
    failureInterval: t.field({
      type: objectOf(interval),
      description: '95 % confidence interval of `failureRate`. Null if no run is COMPLETED or FAILED.',
      nullable: true,
      resolve: ({ failed, completed }) => shareInterval({ hits: failed, count: failed + completed }, level),
    }),
    rating: t.field({
      type: RatingStats,
      description: 'Ratings of the runs.',
      resolve: async (bucket) => (await bucket.ratings()) ?? noRatings,
    }),
    timeToFirstToken: t.field({
      type: objectOf(percentiles),
      description: 'Time to the first token of the model calls of the runs, for calls that gave one.',
      resolve: async (bucket) => (await bucket.calls())?.timeToFirstToken ?? noDurations,
    }),
    gateWait: t.field({
      type: objectOf(percentiles),
      description:
        'Time that gates of the runs waited for their decision, for gates that were decided or expired.',
      resolve: async (bucket) => (await bucket.gateWait()) ?? noDurations,
    }),
    usage: t.field({
      type: UsageObject,
      description:
        'Usage of the model calls of the runs. If runs are grouped by model, of the calls of that model.',
      resolve: async (bucket) => (await bucket.calls())?.usage ?? toUsage(noUsage),
    }),
  }),
})

/** The period of statistics, and the arguments that give it. */
export const period = {
  since: moment('Start of the period, inclusive.'),
  until: moment('End of the period, exclusive.'),
}

const since =
  'Start of the period in which the runs were accepted, inclusive. Default 30 days before its end, at most 400.'

export const periodArguments = () =>
  builder.args((t) => ({
    since: t.field({ type: 'DateTime', description: since }),
    until: t.field({
      type: 'DateTime',
      description: 'End of the period in which the runs were accepted, exclusive. Default the present time.',
    }),
  }))

export const RunStatsObject = valueObject<RunStats>(
  'RunStats',
  'Statistics of the runs that were accepted in a period. Runs that retention removed are not in it; `usage` still counts what they used.',
  {
    ...period,
    timeZone: string('Time zone of the hours and days.'),
    isTruncated: boolean('Whether there are more than 1000 groups. Those after the first 1000 are left out.'),
  },
  {
    fields: (t) => ({
      buckets: t.field({
        type: [RunStatsBucketObject],
        extensions: { listSize: maxGroups },
        description:
          'Groups of runs: by hour and day, the earliest first, then by number of runs, the highest first. At most 1000.',
        resolve: ({ buckets }) => buckets,
      }),
      cursor: t.string({
        description:
          'Cursor of these statistics. Give it to the subscription as `after`, and the first result is the first that differs from them.',
        resolve: (stats, _args, { project }) => toStatsCursor(project.id, digestOf(stats)),
      }),
    }),
  },
)

/** Arguments of both the query and the subscription. */
export const runStatsArguments = () =>
  builder.args((t) => ({
    groupBy: t.field({
      type: [enumOf(runStatsDimension)],
      description: 'Dimensions to group by. If you leave it out, one bucket holds all runs.',
    }),
    filter: t.field({
      type: filterInput(runFilter),
      description: 'Filter for the runs. All runs if you leave it out.',
    }),
    since: t.field({ type: 'DateTime', description: since }),
    timeZone: t.string({
      description: 'IANA name of the time zone of hours and days: `Europe/Berlin`. Default `UTC`.',
    }),
  }))

builder.queryField('runStats', (t) =>
  t.field({
    type: RunStatsObject,
    description:
      'Statistics of the runs that were accepted in a period: counts, failure rate, durations, cost. Child runs count as runs; `filter: { rootsOnly: true }` leaves them out.',
    args: {
      ...runStatsArguments(),
      ...periodArguments(),
    },
    resolve: (_, args, ctx) => readRunStats(ctx, toRunStatsQuery(ctx, args, new Date())),
  }),
)

import { systemClock } from '../../domain/clock.ts'
import { startEndable } from '../../domain/end-on-abort.ts'
import { isRungraphError } from '../../domain/errors.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { lastOf, readStatsCursor, toStatsCursor } from '../event-cursor.ts'
import {
  digestOf,
  type RunStats,
  type RunStatsArguments,
  RunStatsObject,
  readRunStats,
  runStatsArguments,
  toRunStatsQuery,
} from './run-stats.ts'
import { SharedLatest } from './shared-latest.ts'

/** Least time between two results, in milliseconds. */
const pauseMs = 1_000

/** Statistics with subscribers, by their subject, for each source of rows. */
const followed = new WeakMap<GraphQLContext['reads'], Map<string, SharedLatest<RunStats>>>()

/**
 * The statistics as they are, unless the cursor is of these, then after changes. Equal subscriptions of a process have one computation.
 * @throws INVALID_INPUT, CURSOR_INVALID, STATISTICS_TIMEOUT
 */
async function followRunStats(
  ctx: GraphQLContext,
  { after, ...args }: RunStatsArguments & { readonly after?: string | null | undefined },
): Promise<AsyncIterableIterator<RunStats>> {
  const known = readStatsCursor(lastOf(ctx, { after }), ctx.project.id)
  const shared = sharedStats(ctx, args)
  async function* show(signal: AbortSignal): AsyncGenerator<RunStats, void, void> {
    for await (const stats of shared.values(signal, known)) {
      ctx.position.cursor = toStatsCursor(ctx.project.id, digestOf(stats))
      yield stats
    }
  }
  return startEndable(ctx.signal, async (signal) => show(signal))
}

function sharedStats(ctx: GraphQLContext, args: RunStatsArguments): SharedLatest<RunStats> {
  const { reads, log, project } = ctx
  const { groupBy, filter, timeZone } = toRunStatsQuery(ctx, args, new Date())
  const key = JSON.stringify([project.id, groupBy, filter, timeZone, args.since ?? null])
  const ofSource = followed.get(reads) ?? new Map<string, SharedLatest<RunStats>>()
  followed.set(reads, ofSource)
  const known = ofSource.get(key)
  if (known !== undefined) return known
  const shared = new SharedLatest<RunStats>({
    follow: (signal) =>
      Promise.all([
        changesOf(() => log.followRuns(project.id, { after: null, signal })),
        changesOf(() => log.followDeletions(project.id, { after: null, signal })),
      ]),
    read: async () => readRunStats({ reads, project }, toRunStatsQuery(ctx, args, new Date())),
    digest: digestOf,
    pauseMs,
    clock: systemClock,
    onClose: () => ofSource.delete(key),
  })
  ofSource.set(key, shared)
  return shared
}

/** The changes from now on. Where the history that they were of is lost, that is a change, and they begin with those after it (EVT-10). */
async function changesOf(
  follow: () => Promise<AsyncGenerator<unknown, void, void>>,
): Promise<AsyncGenerator<unknown, void, void>> {
  const first = await follow()
  async function* show() {
    for (let changes = first; ; changes = await follow()) {
      try {
        yield* changes
        return
      } catch (error) {
        if (!isRungraphError(error) || error.code !== 'CURSOR_INVALID') throw error
      }
      yield null
    }
  }
  return show()
}

builder.subscriptionField('runStats', (t) =>
  t.field({
    type: RunStatsObject,
    description:
      'Statistics of the runs that were accepted since a time: the present ones, then new ones when a run was created, changed or deleted, at most once in a second. After a change of labels or comments alone, a result may equal the one before. After a reconnect, the first result is up to date.',
    args: {
      ...runStatsArguments(),
      after: t.arg.string({
        description:
          'Cursor of the last result that the client received (its `cursor`). If nothing has changed since, the stream begins with the next change. If you leave it out, it begins with the present statistics.',
      }),
    },
    subscribe: (_, args, ctx) => followRunStats(ctx, args),
    resolve: (stats) => stats,
  }),
)

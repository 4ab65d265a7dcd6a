import type { RunFilter } from '../../domain/row-list.ts'
import { builder, Query } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { toGlobalId } from '../global-id.ts'
import { Run, RunEdge } from '../objects/run.ts'
import {
  newestRunFirst,
  type RunFilterArguments,
  RunFilterInput,
  RunOrderInput,
  runsOf,
  toRunFilter,
} from '../objects/run-list.ts'
import { edgeOf } from '../paging/connection.ts'
import { followUpdates, toUpdate, type Update, type UpdateArguments, updateTexts } from './list-updates.ts'

const RunUpdate = builder.objectRef<Update>('RunUpdate').implement({
  description: 'Run that was created or changed, in its current state.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: updateTexts.cursor }),
    run: t.field({
      type: Run,
      description: 'Run that was created or changed.',
      resolve: ({ id }) => ({ id }),
    }),
    isMatch: t.exposeBoolean('isMatch', {
      description:
        'Whether the run matches the filter in its current state. False only with `includeUnmatched`.',
    }),
    edge: t.field({
      type: RunEdge,
      description:
        'Run and its position in the list of all runs of the project. Null if the run was deleted.',
      nullable: true,
      args: {
        orderBy: t.arg({
          type: RunOrderInput,
          description: 'Order of the list. Newest first if you leave it out.',
        }),
      },
      extensions: { weight: 1 },
      resolve: ({ id }, { orderBy }, ctx) =>
        edgeOf(ctx, listWith(ctx, id, orderBy ?? newestRunFirst), { id }),
    }),
    query: t.field({ type: Query, description: updateTexts.query, resolve: () => ({}) }),
  }),
})

/** The list of the runs of the project, of which only this run is looked for. */
function listWith(ctx: GraphQLContext, id: string, order: Parameters<typeof runsOf>[3]) {
  return runsOf(ctx, { column: 'projectId', id: ctx.project.id }, { ids: [toGlobalId('Run', id)] }, order)
}

builder.subscriptionField('runUpdated', (t) =>
  t.field({
    type: RunUpdate,
    description:
      'Runs when they are created and when their status, tags or metadata change, from now on or after a cursor, with their current state. Changes in quick succession can arrive as one. `runs` has the existing runs.',
    args: {
      filter: t.arg({
        type: RunFilterInput,
        description:
          'Filter for runs, applied to their state when they are sent. All runs if you leave it out.',
      }),
      includeUnmatched: t.arg.boolean({
        description:
          'Whether to include runs that no longer match the filter, so that a list can remove them: those that match its fields about what never changes in a run (`agent`, `sessionKey`, `createdAfter` and so on). Default false.',
      }),
      after: t.arg.string({ description: updateTexts.after }),
    },
    subscribe: (_, { filter, ...args }, ctx) => followRuns(ctx, filter ?? {}, args),
    resolve: toUpdate,
  }),
)

/** @throws INVALID_INPUT, INVALID_ID, CURSOR_INVALID */
function followRuns(ctx: GraphQLContext, filter: RunFilterArguments, args: UpdateArguments) {
  const wanted = toRunFilter(filter)
  const ofProject = (of: RunFilter) => ({ kind: 'runs', projectId: ctx.project.id, filter: of }) as const
  return followUpdates(ctx, args, {
    ...{ table: 'Run', kind: 'runs' },
    follow: (options) => ctx.log.followRuns(ctx.project.id, options),
    rowOf: ({ runId }) => runId,
    filter: ofProject(wanted),
    lasting: ofProject({ ...wanted, ...changing }),
  })
}

/** Without the fields about values that change in a run. */
const changing = {
  ...{ status: null, terminationReason: null, tags: null, anyTag: null, metadata: null },
  ...{ minCostUsd: null, maxCostUsd: null, minDurationMs: null, maxDurationMs: null },
  ...{ model: null, tool: null, search: null },
} as const satisfies RunFilter

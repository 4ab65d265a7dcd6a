import { RungraphError } from '../../domain/errors.ts'
import type { FeedEvent } from '../../domain/run-log.ts'
import { builder, Query } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { readId, toGlobalId } from '../global-id.ts'
import { Gate } from '../objects/gate.ts'
import {
  GateEdge,
  type GateFilterArguments,
  GateFilterInput,
  GateOrderInput,
  gatesOf,
  newestGateFirst,
  toGateFilter,
} from '../objects/gate-list.ts'
import { edgeOf } from '../paging/connection.ts'
import { followUpdates, toUpdate, type Update, type UpdateArguments, updateTexts } from './list-updates.ts'

const GateUpdate = builder.objectRef<Update>('GateUpdate').implement({
  description: 'Gate that opened or was resolved, in its current state.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: updateTexts.cursor }),
    gate: t.field({
      type: Gate,
      description: 'Gate that opened or was resolved.',
      resolve: ({ id }) => ({ id }),
    }),
    isMatch: t.exposeBoolean('isMatch', {
      description:
        'Whether the gate matches the filter in its current state. False only with `includeUnmatched`.',
    }),
    edge: t.field({
      type: GateEdge,
      description:
        'Gate and its position in the list of all gates of the project. Null if the gate was deleted.',
      nullable: true,
      args: {
        orderBy: t.arg({
          type: GateOrderInput,
          description: 'Order of the list. Newest first if you leave it out.',
        }),
      },
      extensions: { weight: 1 },
      resolve: ({ id }, { orderBy }, ctx) =>
        edgeOf(ctx, gatesOf(ctx, { ids: [toGlobalId('Gate', id)] }, orderBy ?? newestGateFirst), { id }),
    }),
    query: t.field({ type: Query, description: updateTexts.query, resolve: () => ({}) }),
  }),
})

builder.subscriptionField('gateUpdated', (t) =>
  t.field({
    type: GateUpdate,
    description:
      'Gates of the project when they open and when they are resolved, from now on or after a cursor, with their current state. A gate that is resolved at once can arrive once. `gates` has the existing gates.',
    args: {
      filter: t.arg({
        type: GateFilterInput,
        description:
          'Filter for gates, applied to their state when they are sent. All gates if you leave it out.',
      }),
      includeUnmatched: t.arg.boolean({
        description:
          'Whether to include gates whose status no longer matches the filter, so that a list can remove them. Default false.',
      }),
      after: t.arg.string({ description: updateTexts.after }),
    },
    subscribe: (_, { filter, ...args }, ctx) => followGates(ctx, filter ?? {}, args),
    resolve: toUpdate,
  }),
)

/** @throws INVALID_ID, NOT_FOUND, CURSOR_INVALID */
async function followGates(ctx: GraphQLContext, filter: GateFilterArguments, args: UpdateArguments) {
  if (filter.runId != null) await checkRun(ctx, filter.runId)
  return followUpdates(ctx, args, {
    ...{ table: 'Gate', kind: 'gates' },
    follow: (options) => ctx.log.followGates(ctx.project.id, options),
    rowOf: (event) => gateOf(ctx, event),
    filter: toGateFilter(ctx, filter),
    lasting: toGateFilter(ctx, { ...filter, status: null }),
  })
}

/** A run that does not exist has no gates, and will have none. */
async function checkRun({ prisma, project }: GraphQLContext, globalId: string): Promise<void> {
  const id = readId('Run', globalId, 'runId')
  const run = await prisma.run.findUnique({ where: { id, projectId: project.id }, select: { id: true } })
  if (run === null) throw new RungraphError('NOT_FOUND', { kind: 'run', key: globalId })
}

/** The gate of an event. One that opened and is resolved by now comes with the event of its decision, and so not twice. */
async function gateOf({ prisma }: GraphQLContext, event: FeedEvent): Promise<string | null> {
  if (event.type !== 'GateOpened' && event.type !== 'GateResolved') return null
  const { gateId: id } = event.data
  const gate = await prisma.gate.findUnique({ where: { id }, select: { status: true } })
  return gate !== null && (gate.status === 'OPEN') === (event.type === 'GateOpened') ? id : null
}

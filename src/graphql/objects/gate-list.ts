import type { TokenScope } from '../../domain/access-token.ts'
import type { GateFilter, List, RowFilter } from '../../domain/row-list.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { readId, readIds } from '../global-id.ts'
import { connect } from '../paging/connection.ts'
import { type OrderArgument, OrderDirection, toOrder } from '../paging/order.ts'
import { toAgentKey } from './binding.ts'
import { checkRanges } from './filter-ranges.ts'
import { Gate, GateKindEnum, GateStatusEnum } from './gate.ts'

export const GateFilterInput = builder.inputType('GateFilter', {
  description: 'Filter for gates. Each field that is given must match.',
  fields: (t) => ({
    ids: t.idList({ description: 'Gates with one of these ids, at most 100.' }),
    status: t.field({ type: [GateStatusEnum], description: 'Gates with one of these statuses.' }),
    kind: t.field({ type: [GateKindEnum], description: 'Gates of one of these kinds.' }),
    runId: t.id({ description: 'Gates of the run with this global id.' }),
    includeDescendants: t.boolean({
      description: 'Whether to include the gates of all descendants of `runId`. Default false.',
    }),
    agent: t.id({ description: 'Gates of the runs of this agent, by its global id or slug.' }),
    createdAfter: t.field({ type: 'DateTime', description: 'Gates that opened after this time.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'Gates that opened before this time.' }),
  }),
})

const GateOrderField = describedEnum(
  'GateOrderField',
  'Fields that gates can be ordered by. Gates with equal values are ordered by id.',
  { CREATED_AT: 'Time when the gate opened.' },
)

export const GateOrderInput = builder.inputType('GateOrder', {
  description: 'Order of a list of gates.',
  fields: (t) => ({
    field: t.field({ type: GateOrderField, description: 'Field to order by.', required: true }),
    direction: t.field({ type: OrderDirection, description: 'Direction of the order.', required: true }),
  }),
})

const columns = {
  CREATED_AT: { column: 'createdAt', type: 'timestamptz', nullable: false },
} as const

export const newestGateFirst = { field: 'CREATED_AT', direction: 'DESC' } as const

export const GateEdge = builder.edgeObject({
  type: Gate,
  name: 'GateEdge',
  description: 'Gate and its position in the list.',
})

const GateConnection = builder.connectionObject(
  { type: Gate, name: 'GateConnection', description: 'Page of gates.' },
  GateEdge,
)

builder.queryFields((t) => ({
  gate: t.prismaField({
    type: Gate,
    description: 'Gate with this id. Null if the project has no such gate.',
    nullable: true,
    args: {
      id: t.arg.id({ description: 'Global id of the gate, or its UUID as logs show it.', required: true }),
    },
    resolve: (query, _, { id }, { prisma, project }) =>
      prisma.gate.findUnique({ ...query, where: { id: readId('Gate', id, 'id'), projectId: project.id } }),
  }),
  gates: t.field({
    type: GateConnection,
    description: 'Gates of the project, newest first if you give no order.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: GateFilterInput,
        description: 'Filter for the gates. All gates if you leave it out.',
      }),
      orderBy: t.arg({ type: GateOrderInput, description: 'Order of the gates.' }),
    },
    resolve: (_, args, ctx, info) =>
      connect(
        { ctx, info, args },
        gatesOf(ctx, args.filter ?? {}, args.orderBy ?? newestGateFirst),
        (query, ids) => ctx.prisma.gate.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
}))

/** Filter of gates as callers write it: a run by its global id, an agent by its slug or global id. */
export interface GateFilterArguments extends Omit<GateFilter, 'agent' | 'within'> {
  readonly agent?: string | null | undefined
}

/** The gates of the caller's project that a filter keeps, in an order. @throws INVALID_ID, INVALID_INPUT */
export function gatesOf(
  ctx: GraphQLContext,
  filter: GateFilterArguments,
  order: OrderArgument<keyof typeof columns>,
): List & { readonly of: string } {
  return {
    of: ctx.project.id,
    table: 'Gate',
    parent: 'projectId',
    where: toGateFilter(ctx, filter, ctx.caller.access?.scope),
    order: toOrder(columns, order),
  }
}

/** The filter, as the API takes it, in terms of rows: those that an access token reaches, if there is one. @throws INVALID_ID, INVALID_INPUT */
export function toGateFilter(
  { project }: GraphQLContext,
  filter: GateFilterArguments,
  within: TokenScope | null = null,
): RowFilter {
  checkRanges(filter, [['createdAfter', 'createdBefore']])
  const runId = filter.runId == null ? null : readId('Run', filter.runId, 'runId')
  const agent = filter.agent == null ? null : toAgentKey(filter.agent)
  const ids = filter.ids == null ? null : readIds('Gate', filter.ids)
  return { kind: 'gates', projectId: project.id, filter: { ...filter, within, ids, runId, agent } }
}

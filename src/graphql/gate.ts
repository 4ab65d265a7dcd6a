import { Prisma, type GateStatus as Status } from '../generated/prisma/client.ts'
import { builder } from './builder.ts'
import { connect } from './connection.ts'
import type { GraphQLContext } from './context.ts'
import { describedEnum } from './described-enum.ts'
import { toGlobalId } from './global-id.ts'
import { everything, type List } from './keyset.ts'

const GateStatus = describedEnum('GateStatus', 'What became of a gate.', {
  OPEN: 'It waits for a decision.',
  APPROVED: 'The run goes on.',
  REJECTED: 'The run does not go on.',
  REVISED: 'The run goes on another way.',
  EXPIRED: 'Nobody decided in time.',
  CANCELLED: 'Its run ended before.',
})

export const Gate = builder.prismaObject('Gate', {
  description: 'A point where a human must decide.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('Gate', id) }),
    run: t.relation('run', { description: 'The run that waits.' }),
    kind: t.exposeString('kind', {
      description: 'What it is about: LOW_CONFIDENCE, IDENTICAL_ERRORS or MONITOR.',
    }),
    reason: t.exposeString('reason', { description: 'Why a decision is asked for.' }),
    context: t.expose('context', { type: 'JSON', description: 'What the decision is about.' }),
    status: t.expose('status', { type: GateStatus, description: 'What became of it.' }),
    note: t.exposeString('note', {
      description: 'What the one who decided wrote; the model reads it.',
      nullable: true,
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      description: 'When it was decided.',
      nullable: true,
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Until when a decision is taken.',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it opened.' }),
  }),
})

const GateConnection = builder.connectionObject(
  { type: Gate, name: 'GateConnection', description: 'A page of gates.' },
  { name: 'GateEdge', description: 'A gate and its place in the list.' },
)

builder.queryField('gates', (t) =>
  t.field({
    type: GateConnection,
    description: 'The gates of the project, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      status: t.arg({ type: [GateStatus], description: 'Only gates in one of these states.' }),
    },
    resolve: (_, args, ctx, info) =>
      connect({ ctx, info, args }, gatesOf(ctx, args.status), (query, ids) =>
        ctx.prisma.gate.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
)

function gatesOf(
  { project }: GraphQLContext,
  status: readonly Status[] | null | undefined,
): List & { of: string } {
  return {
    of: project.id,
    table: 'Gate',
    parent: 'projectId',
    where: status == null ? everything : Prisma.sql`t.status = any(${status}::"GateStatus"[])`,
    order: {
      name: 'CREATED_AT',
      column: 'createdAt',
      type: 'timestamptz',
      nullable: false,
      direction: 'DESC',
    },
  }
}

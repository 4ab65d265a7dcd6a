import type { GateRow, GateKind as Kind } from '../domain/gate.ts'
import { isJsonObject } from '../domain/json.ts'
import { Action } from './action.ts'
import { builder } from './builder.ts'
import { connect } from './connection.ts'
import { GateDecider, GateExpiry, GateKind, GateStatus } from './gate-enums.ts'
import { gatesOf } from './gate-list.ts'
import { toGlobalId } from './global-id.ts'
import { Step } from './step.ts'

export const Gate = builder.prismaObject('Gate', {
  description: 'A point where a human must decide.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('Gate', id) }),
    run: t.relation('run', { description: 'The run that waits.' }),
    step: t.field({
      type: Step,
      description: 'The step after which it opened, or in which, where it is about a plan or an action.',
      nullable: true,
      select: { stepId: true },
      resolve: ({ stepId }) => (stepId === null ? null : { id: stepId }),
    }),
    action: t.field({
      type: Action,
      description: 'The action that it is about; null where it is about the whole run or a plan.',
      nullable: true,
      select: { actionId: true },
      resolve: ({ actionId }) => (actionId === null ? null : { id: actionId }),
    }),
    kind: t.field({
      type: GateKind,
      description: 'Why a human must decide.',
      select: { kind: true },
      // The engine is its only writer, and writes none but these.
      resolve: ({ kind }) => kind as Kind,
    }),
    reason: t.exposeString('reason', { description: 'Why a decision is asked for.' }),
    context: t.expose('context', { type: 'JSON', description: 'What the decision is about.' }),
    status: t.expose('status', { type: GateStatus, description: 'What became of it.' }),
    note: t.exposeString('note', {
      description: 'What the one who decided wrote; the model reads it.',
      nullable: true,
    }),
    decider: t.field({
      type: GateDecider,
      description: 'The least role that may decide.',
      select: { decider: true },
      resolve: ({ decider }) => decider as GateRow['decider'],
    }),
    resolution: t.field({
      type: 'JSON',
      description: 'What the decision changed: `arguments`, where it revised those of the action.',
      nullable: true,
      select: { resolution: true },
      // What stands beside them is the engine's own.
      resolve: ({ resolution }) =>
        isJsonObject(resolution) ? { arguments: resolution.arguments ?? null } : null,
    }),
    resolvedBy: t.exposeString('resolvedBy', {
      description: 'Who decided, by the credentials of the call; null where nobody did.',
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
    onExpiry: t.field({
      type: GateExpiry,
      description: 'What it means when nobody decides until then; null where it does not expire.',
      nullable: true,
      select: { onExpiry: true },
      resolve: ({ onExpiry }) => onExpiry as GateRow['onExpiry'],
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
      kind: t.arg({ type: [GateKind], description: 'Only gates of one of these kinds.' }),
      runId: t.arg.id({ description: 'Only gates of this run, by its global id.' }),
      includeDescendants: t.arg.boolean({
        description: 'With `runId`: also those of all runs below it. Default false.',
      }),
      agent: t.arg.id({ description: "Only gates of this agent's runs, by its global id or slug." }),
      createdAfter: t.arg({ type: 'DateTime', description: 'Only gates that opened after this moment.' }),
      createdBefore: t.arg({ type: 'DateTime', description: 'Only gates that opened before this moment.' }),
    },
    resolve: (_, args, ctx, info) =>
      connect({ ctx, info, args }, gatesOf(ctx, args), (query, ids) =>
        ctx.prisma.gate.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
)

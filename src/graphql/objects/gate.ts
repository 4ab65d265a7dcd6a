import { queryFromInfo } from '@pothos/plugin-prisma'
import { startEndable } from '../../domain/end-on-abort.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { GateKind, GateRow } from '../../domain/gate.ts'
import type { GateFilter, List } from '../../domain/row-list.ts'
import type { RunEvent } from '../../domain/run-event.ts'
import type { GateStatus } from '../../generated/prisma/client.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { findId, readId, toGlobalId } from '../global-id.ts'
import { connect } from '../paging/connection.ts'
import { type OrderArgument, OrderDirection, toOrder } from '../paging/order.ts'
import { isWithin } from '../token-access.ts'
import { Action } from './action.ts'
import { toAgentKey } from './binding.ts'
import { Step } from './step.ts'

export const Gate = builder.prismaObject('Gate', {
  description: 'Point at which a human must decide.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the gate.', resolve: ({ id }) => toGlobalId('Gate', id) }),
    run: t.relation('run', { description: 'Run that waits at the gate.' }),
    step: t.field({
      type: Step,
      description:
        'Step after which the gate opened. For a gate about a plan or an action, the step in which it opened. Null if there is none.',
      nullable: true,
      select: { stepId: true },
      resolve: ({ stepId }) => (stepId === null ? null : { id: stepId }),
    }),
    action: t.field({
      type: Action,
      description: 'Action that the gate is about. Null if the gate is about the whole run or a plan.',
      nullable: true,
      select: { actionId: true },
      resolve: ({ actionId }) => (actionId === null ? null : { id: actionId }),
    }),
    kind: t.field({
      type: GateKindEnum,
      description: 'Kind of the gate.',
      select: { kind: true },
      // The engine is its only writer, and writes none but these.
      resolve: ({ kind }) => kind as GateKind,
    }),
    reason: t.exposeString('reason', { description: 'Reason why a decision is needed.' }),
    status: t.expose('status', { type: GateStatusEnum, description: 'Status of the gate.' }),
    note: t.exposeString('note', {
      description: 'Note of the decider, which the model receives. Null if there is none.',
      nullable: true,
    }),
    decider: t.field({
      type: GateDecider,
      description: 'Lowest role that may decide.',
      select: { decider: true },
      resolve: ({ decider }) => decider as GateRow['decider'],
    }),
    resolvedBy: t.exposeString('resolvedBy', {
      description: 'Caller that decided, as its credentials say. Null if no caller decided.',
      nullable: true,
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      description: 'Time of the decision. Null if the gate is open.',
      nullable: true,
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time until which a decision is accepted. Null if the gate does not expire.',
      nullable: true,
    }),
    onExpiry: t.field({
      type: GateExpiry,
      description: 'Effect of the expiry. Null if the gate does not expire.',
      nullable: true,
      select: { onExpiry: true },
      resolve: ({ onExpiry }) => onExpiry as GateRow['onExpiry'],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the gate opened.' }),
  }),
})

const GateConnection = builder.connectionObject(
  { type: Gate, name: 'GateConnection', description: 'Page of gates.' },
  { name: 'GateEdge', description: 'Gate and its position in the list.' },
)

builder.queryField('gates', (t) =>
  t.field({
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
        gatesOf(ctx, args.filter ?? {}, args.orderBy ?? newestFirst),
        (query, ids) => ctx.prisma.gate.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
)

const GateStatusEnum = describedEnum('GateStatus', 'Status of a gate.', {
  OPEN: 'The gate waits for a decision.',
  APPROVED: 'A human approved. What waited at the gate continues.',
  REJECTED: 'A human rejected. What waited at the gate is refused.',
  REVISED: 'A human revised. What waited at the gate continues in another way.',
  EXPIRED: 'The gate expired before a decision.',
  CANCELLED: 'The run ended before a decision.',
})

const GateKindEnum = describedEnum('GateKind', 'Kind of a gate: the cause of the decision.', {
  LOW_CONFIDENCE: 'The confidence of the agent was too low.',
  IDENTICAL_ERRORS: 'The same error occurred repeatedly.',
  MONITOR: 'The monitor detected an anomaly.',
  PLAN_APPROVAL: 'A plan requires approval before it runs.',
  ACTION_APPROVAL: 'A policy requires the approval of a call.',
  PERMISSION: 'A call was denied, and no specialist may make it.',
  OUTCOME_UNKNOWN: 'A call that must not be repeated was interrupted, and its outcome is unknown.',
} satisfies Readonly<Record<GateKind, string>>)

export const GateExpiry = describedEnum('GateExpiry', 'Effect of the expiry of a gate.', {
  REFUSE: 'The call, plan or run at the gate is refused.',
  PROCEED: 'The call, plan or run at the gate continues.',
})

export const GateDecider = describedEnum('GateDecider', 'Lowest role that may decide at a gate.', {
  OPERATOR: 'Callers with the role OPERATOR or ADMIN may decide.',
  ADMIN: 'Callers with the role ADMIN may decide.',
})

const GateFilterInput = builder.inputType('GateFilter', {
  description: 'Filter for gates. Each field that is given must match.',
  fields: (t) => ({
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

const GateOrderInput = builder.inputType('GateOrder', {
  description: 'Order of a list of gates.',
  fields: (t) => ({
    field: t.field({ type: GateOrderField, description: 'Field to order by.', required: true }),
    direction: t.field({ type: OrderDirection, description: 'Direction of the order.', required: true }),
  }),
})

const columns = {
  CREATED_AT: { column: 'createdAt', type: 'timestamptz', nullable: false },
} as const

const newestFirst = { field: 'CREATED_AT', direction: 'DESC' } as const

/** Filter of gates as callers write it: a run by its global id, an agent by its slug or global id. */
interface GateFilterArguments extends Omit<GateFilter, 'agent' | 'within'> {
  readonly agent?: string | null | undefined
}

/** The gates of the caller's project that a filter keeps, in an order. @throws INVALID_ID */
function gatesOf(
  ctx: GraphQLContext,
  filter: GateFilterArguments,
  order: OrderArgument<keyof typeof columns>,
): List & { readonly of: string } {
  return {
    of: ctx.project.id,
    table: 'Gate',
    parent: 'projectId',
    where: {
      kind: 'gates',
      projectId: ctx.project.id,
      filter: {
        ...filter,
        within: ctx.caller.access?.scope ?? null,
        runId: filter.runId == null ? null : readId('Run', filter.runId, 'runId'),
        agent: filter.agent == null ? null : toAgentKey(filter.agent),
      },
    },
    order: toOrder(columns, order),
  }
}

const GateDecision = describedEnum('GateDecision', 'Decision of a human at a gate.', {
  APPROVE: 'The call, plan or run at the gate continues.',
  REJECT:
    'The call, plan or run at the gate is refused. A refused call is not made. A refused plan, or a refusal at a gate about the whole run, ends the run.',
  REVISE:
    'The call, plan or run at the gate continues in another way: with other arguments, or, if you give only a note, the model reads the note and calls or plans again.',
})

const ResolveGateInput = builder.inputType('ResolveGateInput', {
  description: 'Input of `resolveGate`. The credentials of the request identify the decider.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the gate.', required: true }),
    decision: t.field({ type: GateDecision, description: 'Decision at the gate.', required: true }),
    note: t.string({ description: 'Note that the model receives. REVISE requires a note or `arguments`.' }),
    arguments: t.field({
      type: 'JSON',
      description:
        'New arguments, for REVISE only: an object that replaces the arguments of the call, or, for a plan, such an object for each changed action by its name. They are checked in the same way as arguments that the model wrote.',
    }),
  }),
})

const ResolveGateResult = resultOf('ResolveGateResult', Gate, {
  description: 'Resolved gate, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationField('resolveGate', (t) =>
  t.field({
    type: ResolveGateResult,
    description:
      'Resolves a gate. The first decision applies; a second decision is a conflict that names the first one.',
    args: {
      input: t.arg({ type: ResolveGateInput, description: 'Gate, and the decision.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { id, decision, note, arguments: revised } = input
        const gateId = findId('Gate', id)
        await ctx.operations.resolveGate({
          ...{ projectId: ctx.project.id, gateId, decision, caller: ctx.caller },
          note: note ?? undefined,
          arguments: revised ?? undefined,
        })
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Gate', select: { id: true } })
        return ctx.prisma.gate.findUniqueOrThrow({ select, where: { id: gateId, projectId: ctx.project.id } })
      }),
  }),
)

builder.subscriptionField('gateUpdated', (t) =>
  t.field({
    type: Gate,
    description:
      'Gates of the project when they open and when they are resolved, from now on, with their current state. `gates` has the existing gates.',
    args: {
      status: t.arg({
        type: [GateStatusEnum],
        description: 'Gates that reached one of these statuses and still have it.',
      }),
      runId: t.arg.id({ description: 'Gates of the run with this global id.' }),
      includeDescendants: t.arg.boolean({
        description: 'Whether to include the gates of all descendants of `runId`. Default false.',
      }),
    },
    subscribe: (_, args, ctx) => followGates(ctx, args),
    resolve: ({ gateId }) => ({ id: gateId }),
  }),
)

/** The changes that a caller subscribes to. */
interface GateSubscription {
  readonly status?: readonly GateStatus[] | null | undefined
  readonly runId?: string | null | undefined
  readonly includeDescendants?: boolean | null | undefined
}

type GateEvent = Extract<RunEvent, { readonly type: 'GateOpened' | 'GateResolved' }>

/** A gate that changed. */
interface ChangedGate {
  readonly gateId: string
}

/**
 * The gates of the caller's project as they change, from now on. Pulled one by one: nothing is held for a slow reader.
 * @throws INVALID_ID, NOT_FOUND
 */
async function followGates(
  ctx: GraphQLContext,
  { status, runId, includeDescendants }: GateSubscription,
): Promise<AsyncIterableIterator<ChangedGate>> {
  const run = runId == null ? null : await findRunId(ctx, runId)
  const { access } = ctx.caller
  return startEndable(ctx.signal, async (signal) => {
    const events = await ctx.log.followGates(ctx.project.id, { signal })
    return changes(events, async (event) => {
      if (access !== null && !(await isWithin(ctx, access.scope, 'Run', event.runId))) return false
      if (run !== null && event.runId !== run)
        if (includeDescendants !== true || !(await isBelow(ctx, event.runId, run))) return false
      return status == null || isIn(ctx, status, event)
    })
  })
}

async function findRunId({ prisma, project }: GraphQLContext, globalId: string): Promise<string> {
  const id = readId('Run', globalId, 'runId')
  const run = await prisma.run.findUnique({ where: { id, projectId: project.id }, select: { id: true } })
  if (run === null) throw new RungraphError('NOT_FOUND', { kind: 'run', key: globalId })
  return run.id
}

async function isBelow({ prisma }: GraphQLContext, id: string, runId: string): Promise<boolean> {
  return (await prisma.run.count({ where: { id, ancestorIds: { has: runId } } })) > 0
}

async function* changes(
  events: AsyncGenerator<RunEvent, void, void>,
  isWanted: (event: GateEvent) => Promise<boolean>,
): AsyncGenerator<ChangedGate, void, void> {
  for await (const event of events) {
    if (event.type !== 'GateOpened' && event.type !== 'GateResolved') continue
    if (await isWanted(event)) yield { gateId: event.data.gateId }
  }
}

/**
 * Whether the gate is in one of these states by what the event says. One that opened and is decided already was in none of them
 * for long enough to be shown: the event of its decision brings it, and so it does not come twice.
 */
async function isIn(
  { prisma }: GraphQLContext,
  statuses: readonly GateStatus[],
  event: GateEvent,
): Promise<boolean> {
  const gate = await prisma.gate.findUnique({
    where: { id: event.data.gateId },
    select: { status: true },
  })
  if (gate === null || !statuses.includes(gate.status)) return false
  return (gate.status === 'OPEN') === (event.type === 'GateOpened')
}

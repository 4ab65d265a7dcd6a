import { queryFromInfo } from '@pothos/plugin-prisma'
import { startEndable } from '../../domain/end-on-abort.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { GateKind, GateRow } from '../../domain/gate.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { GateFilter, List } from '../../domain/row-list.ts'
import type { RunEvent } from '../../domain/run-event.ts'
import type { GateStatus } from '../../generated/prisma/client.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { findId, readId, toGlobalId } from '../global-id.ts'
import { connect } from '../paging/connection.ts'
import { Action } from './action.ts'
import { toAgentKey } from './binding.ts'
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
      type: GateKindEnum,
      description: 'Why a human must decide.',
      select: { kind: true },
      // The engine is its only writer, and writes none but these.
      resolve: ({ kind }) => kind as GateKind,
    }),
    reason: t.exposeString('reason', { description: 'Why a decision is asked for.' }),
    context: t.expose('context', { type: 'JSON', description: 'What the decision is about.' }),
    status: t.expose('status', { type: GateStatusEnum, description: 'What became of it.' }),
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
      status: t.arg({ type: [GateStatusEnum], description: 'Only gates in one of these states.' }),
      kind: t.arg({ type: [GateKindEnum], description: 'Only gates of one of these kinds.' }),
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

const GateStatusEnum = describedEnum('GateStatus', 'What became of a gate.', {
  OPEN: 'It waits for a decision.',
  APPROVED: 'The run goes on.',
  REJECTED: 'The run does not go on.',
  REVISED: 'The run goes on another way.',
  EXPIRED: 'Nobody decided in time.',
  CANCELLED: 'Its run ended before.',
})

const GateKindEnum = describedEnum('GateKind', 'Why a human must decide.', {
  LOW_CONFIDENCE: 'The agent was not sure enough.',
  IDENTICAL_ERRORS: 'The same error came again and again.',
  MONITOR: 'The monitor saw something odd from outside.',
  PLAN_APPROVAL: 'A plan is to be approved before any of it runs.',
  ACTION_APPROVAL: 'A policy wants a call approved.',
  PERMISSION: 'A call was denied, and nobody else may make it.',
  OUTCOME_UNKNOWN: 'A call was cut off that must not happen twice.',
} satisfies Readonly<Record<GateKind, string>>)

export const GateExpiry = describedEnum(
  'GateExpiry',
  'What becomes of a gate at which nobody decides in time.',
  {
    REFUSE: 'What it holds up is refused.',
    PROCEED: 'What it holds up goes on.',
  },
)

export const GateDecider = describedEnum('GateDecider', 'The least role that may decide at a gate.', {
  OPERATOR: 'Whoever may run agents.',
  ADMIN: 'Whoever may change them.',
})

/** What gates are chosen by, as callers give it: a run by its global id, an agent by its slug or global id. */
interface GateFilterArguments extends Omit<GateFilter, 'agent'> {
  readonly agent?: string | null | undefined
}

/** The gates of the caller's project that a filter keeps, newest first. @throws INVALID_ID */
function gatesOf(ctx: GraphQLContext, filter: GateFilterArguments): List & { readonly of: string } {
  return {
    of: ctx.project.id,
    table: 'Gate',
    parent: 'projectId',
    where: {
      kind: 'gates',
      projectId: ctx.project.id,
      filter: {
        ...filter,
        runId: filter.runId == null ? null : readId('Run', filter.runId, 'runId'),
        agent: filter.agent == null ? null : toAgentKey(filter.agent),
      },
    },
    order: {
      name: 'CREATED_AT',
      column: 'createdAt',
      type: 'timestamptz',
      nullable: false,
      direction: 'DESC',
    },
  }
}

const GateDecision = describedEnum('GateDecision', 'What a human decides at a gate.', {
  APPROVE: 'What waits goes on.',
  REJECT: 'What waits is refused: the call is not made; a plan, or a gate about the whole run, ends the run.',
  REVISE:
    'What waits goes on another way: with other arguments; or, with a note alone, the model reads it and calls or plans anew.',
})

const ResolveGateInput = builder.inputType('ResolveGateInput', {
  description: 'A decision at a gate. Who decides is known by their credentials.',
  fields: (t) => ({
    id: t.id({ description: "The gate's global id.", required: true }),
    decision: t.field({ type: GateDecision, description: 'What is decided.', required: true }),
    note: t.string({ description: 'Why; the model reads it. REVISE needs this or `arguments`.' }),
    arguments: t.field({
      type: 'JSON',
      description:
        "Of REVISE: an object in the place of the call's arguments; of a plan, such an object for each action that is changed, by its name. It is checked as if the model had written it.",
    }),
  }),
})

const ResolveGateResult = resultOf('ResolveGateResult', Gate, {
  description: 'The decided gate, or why the decision was not taken.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationField('resolveGate', (t) =>
  t.field({
    type: ResolveGateResult,
    description:
      'Decides at a gate, once: the first decision stands, and a second is a conflict that says what was decided.',
    args: { input: t.arg({ type: ResolveGateInput, description: 'The decision.', required: true }) },
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
      'A gate of the project when it opens and when it is resolved, as it is then, from now on. What was there before is in `gates`.',
    args: {
      status: t.arg({
        type: [GateStatusEnum],
        description: 'Only gates that came into one of these states and are still in it.',
      }),
      runId: t.arg.id({ description: 'Only gates of this run, by its global id.' }),
      includeDescendants: t.arg.boolean({
        description: 'With `runId`: whether those of the runs below it come too. Default false.',
      }),
    },
    subscribe: (_, args, ctx) => followGates(ctx, args),
    resolve: ({ gateId }) => ({ id: gateId }),
  }),
)

/** Which changes a caller wants to hear of. */
interface Wanted {
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
  { status, runId, includeDescendants }: Wanted,
): Promise<AsyncIterableIterator<ChangedGate>> {
  const run = runId == null ? null : await findRunId(ctx, runId)
  return startEndable(ctx.signal, async (signal) => {
    const events = await ctx.log.followGates(ctx.project.id, { signal })
    return changes(events, async (event) => {
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

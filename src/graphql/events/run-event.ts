import type { ObjectRef } from '@pothos/core'
import { type FieldNode, type GraphQLResolveInfo, getNamedType, OperationTypeNode } from 'graphql'
import { actionMode, actionType } from '../../domain/action.ts'
import { callLogLevel } from '../../domain/call-log.ts'
import { compactionStrategy } from '../../domain/context-view.ts'
import { eventCatalogue } from '../../domain/event-catalogue.ts'
import { type EventField, type FieldKinds, type Link, removedEvents } from '../../domain/event-fields.ts'
import { gateStatus } from '../../domain/gate.ts'
import { madeOnce } from '../../domain/made-once.ts'
import { runStatus, terminationReason } from '../../domain/run.ts'
import { deltaTypes, type EventType, eventTypes, type RunEvent } from '../../domain/run-event.ts'
import { progressSource } from '../../domain/step-validation.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { toEventCursor } from '../event-cursor.ts'
import { readsFollowing } from '../following-rows.ts'
import { type NodeKind, toGlobalId } from '../global-id.ts'
import { Action, PlannedActionObject } from '../objects/action.ts'
import { Gate } from '../objects/gate.ts'
import { Run } from '../objects/run.ts'
import { StepObject } from '../objects/step.ts'
import { UsageObject } from '../objects/usage.ts'
import { enumOf } from '../shape.ts'

/** The GraphQL type of each kind of field. */
const kinds: Readonly<Record<keyof FieldKinds, unknown>> = {
  ID: 'ID',
  String: 'String',
  Int: 'Int',
  Boolean: 'Boolean',
  Ints: ['Int'],
  SafeInt: 'SafeInt',
  Float: 'Float',
  Decimal: 'Decimal',
  DateTime: 'DateTime',
  JSON: 'JSON',
  ActionType: enumOf(actionType),
  ActionMode: enumOf(actionMode),
  RunStatus: enumOf(runStatus),
  TerminationReason: enumOf(terminationReason),
  Usage: UsageObject,
  PlannedActions: [PlannedActionObject],
  ProgressSource: enumOf(progressSource),
  GateStatus: enumOf(gateStatus),
  // Other events have a `reason` in words: one name has one type among all events (API-23).
  SwitchReason: 'String',
  DiscardReason: 'String',
  CompactionStrategies: [enumOf(compactionStrategy)],
  RemovedEvents: enumOf(removedEvents),
  LogLevel: enumOf(callLogLevel),
}

/** The fields of kind ID: whose global id they give. */
const idKinds: Readonly<Record<string, NodeKind>> = {
  actionId: 'Action',
  llmActionId: 'Action',
  gateId: 'Gate',
  childRunId: 'Run',
}

const descriptions = eventTypes.map((type) => [type, eventCatalogue[type].description] as const)

/** The values of `types` arguments: the names of the GraphQL types of events. */
export const RunEventType = describedEnum(
  'RunEventType',
  'Names of the event types. Each value is the name of a GraphQL type that implements `RunEvent`.',
  // Object.fromEntries forgets which keys it was given; they are those of the catalogue.
  Object.fromEntries(descriptions) as Readonly<Record<EventType, string>>,
)

/** An event as a stream or a page shows it: one with the runs below has cursors of its own. */
export type CursoredEvent = RunEvent & { readonly cursor?: string }

export const RunEventObject = builder.interfaceRef<CursoredEvent>('RunEvent').implement({
  description:
    'Entry of the log of a run. Events are totally ordered and durable before clients receive them.',
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: ({ type }) => type,
  fields: (t) => ({
    id: t.id({
      description: 'Global id of the event.',
      resolve: (event) => toGlobalId('RunEvent', keyOf(event)),
    }),
    cursor: t.string({
      description: 'Opaque position of the event. Pass it as `after` to continue from here.',
      resolve: (event) => event.cursor ?? toEventCursor(event),
    }),
    seq: t.exposeInt('seq', {
      description:
        'Number of the event in the log of its run, from 1. The numbers have no gaps; `HistoryTruncated` stands in place of increments that are no longer kept.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the event.' }),
    type: t.field({
      type: RunEventType,
      description: "Name of the event's type, the same as `__typename`.",
      resolve: ({ type }) => type,
    }),
    run: t.field({
      type: Run,
      description: 'Run that the event belongs to.',
      resolve: async (event, _, ctx, info) => {
        if (isDelivered(info) && readsRows(info)) await ctx.loaders.current.load(event)
        return { id: event.runId }
      },
    }),
    stepNumber: t.exposeInt('stepNumber', {
      description: 'Number of the step that the event belongs to. Null if the event belongs to no step.',
      nullable: true,
    }),
  }),
})

/** An event about whole runs is not stored, so its id has a form of its own. */
function keyOf({ runId, seq, ...event }: RunEvent): string {
  const isStored = event.type !== 'HistoryTruncated' || event.data.removed !== 'RUNS'
  return `${runId}:${seq}${isStored ? '' : ':RUNS'}`
}

/** The type of an event, as the catalogue declares it. */
function defineEvent(type: EventType): void {
  const { description, links, fields } = eventCatalogue[type]
  const event = builder.objectRef<CursoredEvent>(type).implement({
    description,
    interfaces: [builder.nodeInterfaceRef(), RunEventObject],
  })
  for (const link of links) defineLink[link](event)
  for (const [name, field] of Object.entries(fields)) defineField(event, name, field)
}

const defineLink: Readonly<Record<Link, (event: EventRef) => void>> = {
  step: (event) =>
    builder.objectField(event, 'step', (t) =>
      t.field({
        type: StepObject,
        description: 'Step that the event belongs to, in its current state.',
        resolve: async (row, _, ctx, info) => {
          await becomeCurrent(row, ctx, info)
          return stepOf(row, ctx)
        },
      }),
    ),
  action: (event) =>
    builder.objectField(event, 'action', (t) =>
      t.field({
        type: Action,
        description: 'Action that the event is about, in its current state.',
        resolve: async (row, _, ctx, info) => {
          await becomeCurrent(row, ctx, info)
          return idIn(row, 'actionId')
        },
      }),
    ),
  gate: (event) =>
    builder.objectField(event, 'gate', (t) =>
      t.field({
        type: Gate,
        description: 'Gate that the event is about, in its current state.',
        resolve: (row) => idIn(row, 'gateId'),
      }),
    ),
}

function defineField(event: EventRef, name: string, { kind, nullable, description }: EventField): void {
  const ofKind = idKinds[name]
  builder.objectField(event, name, (t) =>
    t.field({
      // The catalogue ties a field's type to its value; the compiler sees all types of all fields at once.
      type: kinds[kind] as 'JSON',
      nullable,
      description,
      resolve: (row, _, ctx, info) => {
        if (kind === 'DateTime') return momentIn(row, name)
        if (ofKind === undefined) return fieldValue(row, name, ctx, info)
        return nullable && valueIn(row, name) == null ? null : toGlobalId(ofKind, idIn(row, name).id)
      },
    }),
  )
}

type EventRef = ObjectRef<typeof builder.$inferSchemaTypes, CursoredEvent>

/**
 * A large output is in its action's row alone, written in one commit with the event and never changed: `null` is in its place. Earlier
 * versions wrote no usage of a run that failed.
 */
function fieldValue(event: RunEvent, name: string, ctx: GraphQLContext, info: GraphQLResolveInfo): unknown {
  const value = valueIn(event, name)
  if (value === undefined && event.type === 'RunFailed' && name === 'usage')
    return ctx.loaders.usage('runId').load(event.runId)
  if (value !== null || event.type !== 'ActionCompleted' || name !== 'output') return value
  const { actionId } = event.data
  return becomeCurrent(event, ctx, info).then(() => ctx.loaders.output.load(actionId))
}

function valueIn({ data }: RunEvent, name: string): unknown {
  return new Map<string, unknown>(Object.entries(data)).get(name)
}

/** Null in an event of a version that did not write it. */
function momentIn(event: RunEvent, name: string): Date | null {
  const text = valueIn(event, name)
  return typeof text === 'string' ? new Date(text) : null
}

/** The object that an event names: its other columns are read when they are selected. */
function idIn(event: RunEvent, name: string): { id: string } {
  return { id: String(valueIn(event, name)) }
}

/** Of an event that is delivered: for a query it was done before. */
async function becomeCurrent(
  event: RunEvent,
  { loaders }: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<void> {
  if (isDelivered(info)) await loaders.current.load(event)
}

function isDelivered({ operation }: GraphQLResolveInfo): boolean {
  return operation.operation === OperationTypeNode.SUBSCRIPTION
}

const knownFields = new WeakMap<FieldNode, boolean>()

/** Whether more is selected of a run than its own row has. */
function readsRows({ fieldNodes, fragments, schema, returnType }: GraphQLResolveInfo): boolean {
  const parent = getNamedType(returnType)
  const reads = ({ selectionSet }: FieldNode) =>
    selectionSet !== undefined && readsFollowing(schema, selectionSet, { parent, fragments })
  return fieldNodes.some((field) => madeOnce(knownFields, field, reads))
}

async function stepOf({ runId, stepNumber }: RunEvent, { loaders }: GraphQLContext): Promise<{ id: string }> {
  return { id: await loaders.stepId.load({ runId, number: stepNumber ?? 0 }) }
}

for (const type of eventTypes) defineEvent(type)

/**
 * The types that a caller names; `null` is all of them. A caller of increments also gets the event that says which are no longer kept
 * (EVT-7).
 */
export function readTypes(types: readonly EventType[] | null | undefined): readonly EventType[] | null {
  if (types == null) return null
  const hasIncrements = types.some((type) => deltaTypes.some((delta) => delta === type))
  return hasIncrements ? [...types, 'HistoryTruncated'] : types
}

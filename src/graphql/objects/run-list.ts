import { RungraphError } from '../../domain/errors.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import { parseModelName } from '../../domain/model.ts'
import { everything, type List, type RowFilter, type RunFilter } from '../../domain/row-list.ts'
import { labelBounds, normalizeTags } from '../../domain/run-labels.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { readId, readIds, toKey } from '../global-id.ts'
import { type OrderArgument, type OrderColumns, OrderDirection, toOrder } from '../paging/order.ts'
import { checkTexts } from './definition.ts'
import { checkRanges } from './filter-ranges.ts'
import { RunStatus, TerminationReason } from './run-status.ts'

export const RunFilterInput = builder.inputType('RunFilter', {
  description: 'Filter for runs. A run must match every field that you give.',
  fields: (t) => ({
    status: t.field({ type: [RunStatus], description: 'Runs with one of these statuses.' }),
    ids: t.idList({ description: 'Runs with one of these ids, at most 100.' }),
    agent: t.id({ description: 'Runs of this agent, by its slug or global id.' }),
    agentVersion: t.int({
      description: 'Runs of this version of the agent. Versions are numbered by agent, so it needs `agent`.',
    }),
    model: t.string({
      description: 'Runs that called this model, `provider/model`, also if the call failed.',
    }),
    tool: t.string({ description: 'Runs with a call of this tool, by its name.' }),
    tags: t.stringList({ description: 'Runs with all of these tags, at most 20.' }),
    anyTag: t.stringList({ description: 'Runs with at least one of these tags, at most 20.' }),
    metadata: t.field({
      type: 'JSON',
      description: 'Runs whose metadata has all of these entries with these values, as an object.',
    }),
    sessionKey: t.string({ description: 'Runs of the session with this key.' }),
    terminationReason: t.field({
      type: [TerminationReason],
      description: 'Runs with one of these termination reasons.',
    }),
    createdAfter: t.field({ type: 'DateTime', description: 'Runs that were accepted after this time.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'Runs that were accepted before this time.' }),
    minCostUsd: t.field({
      type: 'Decimal',
      description:
        'Runs whose own model calls had cost this much or more, in US dollars, when they last stopped running. Runs that never stopped count as 0.',
    }),
    maxCostUsd: t.field({
      type: 'Decimal',
      description:
        'Runs whose own model calls had cost this much or less, in US dollars, when they last stopped running. Runs that never stopped count as 0.',
    }),
    minDurationMs: t.int({
      description: 'Runs whose `durationMs` is this number of milliseconds or more.',
    }),
    maxDurationMs: t.int({
      description: 'Runs whose `durationMs` is this number of milliseconds or less.',
    }),
    scheduleId: t.id({ description: 'Runs that this schedule triggered, by its global id.' }),
    workflow: t.id({ description: 'Runs that execute this workflow, by its slug or global id.' }),
    parentId: t.id({ description: 'Child runs of this run, by its global id.' }),
    threadId: t.string({ description: 'Runs with this thread id.' }),
    triggeredBy: t.string({
      description: 'Runs that this caller triggered: the name of an API key, or `loopback`.',
    }),
    search: t.string({
      description:
        'Runs whose input, summary or error message contains this text in its first 10,000 characters, in upper or lower case. 1 to 200 characters.',
    }),
    rootsOnly: t.boolean({
      description: 'Whether to include only runs that no other run started. Default false.',
    }),
  }),
})

const RunOrderField = describedEnum(
  'RunOrderField',
  'Fields that runs can be ordered by. Runs with equal values are ordered by id.',
  {
    CREATED_AT: 'Time when the run was accepted.',
    COMPLETED_AT: 'Time when the run reached a final status. A run that has not ended counts as the latest.',
    DURATION: 'Duration of the run. A run that has not ended counts as the longest.',
    COST: "Cost of the run's own model calls when it last stopped running: paused, waiting or ended.",
  },
)

export const RunOrderInput = builder.inputType('RunOrder', {
  description: 'Order of a list of runs.',
  fields: (t) => ({
    field: t.field({ type: RunOrderField, description: 'Field to order by.', required: true }),
    direction: t.field({ type: OrderDirection, description: 'Direction of the order.', required: true }),
  }),
})

type RunOrder = OrderArgument<'CREATED_AT' | 'COMPLETED_AT' | 'DURATION' | 'COST'>

const columns = {
  CREATED_AT: { column: 'createdAt', type: 'timestamptz', nullable: false },
  COMPLETED_AT: { column: 'completedAt', type: 'timestamptz', nullable: true },
  DURATION: { column: 'durationMs', type: 'int', nullable: true },
  COST: { column: 'costUsd', type: 'numeric', nullable: false },
} as const satisfies OrderColumns<RunOrder['field']>

export const newestRunFirst: RunOrder = { field: 'CREATED_AT', direction: 'DESC' }

/** The runs of a parent that a filter keeps, in an order. */
export function runsOf(
  ctx: GraphQLContext,
  parent: {
    readonly column:
      | 'projectId'
      | 'agentId'
      | 'sessionId'
      | 'parentId'
      | 'workflowId'
      | 'forkedFromId'
      | 'scheduleId'
    readonly id: string
  },
  filter: RunFilterArguments | null = null,
  order: RunOrder = newestRunFirst,
): List & { readonly of: string } {
  return {
    of: parent.id,
    table: 'Run',
    parent: parent.column,
    where:
      filter === null && ctx.caller.access === null
        ? everything
        : toRowFilter(ctx, filter ?? {}, parent.column === 'agentId'),
    order: toOrder(columns, order),
  }
}

/** Filter of runs as callers write it: objects by their global ids, or by their slugs where they have one. */
export type RunFilterArguments = typeof RunFilterInput.$inferInput

/** The filter, as the API takes it, in terms of rows. `ofAgent`: the list is one of an agent. @throws INVALID_INPUT, INVALID_ID */
export function toRowFilter(
  { project, caller }: Pick<GraphQLContext, 'project' | 'caller'>,
  filter: RunFilterArguments,
  ofAgent = false,
): RowFilter {
  const within = caller.access?.scope ?? null
  return { kind: 'runs', projectId: project.id, filter: { ...toRunFilter(filter, ofAgent), within } }
}

/** The filter with ids and names read. @throws INVALID_INPUT, INVALID_ID */
export function toRunFilter(
  { ids, agent, model, tags, anyTag, metadata, scheduleId, workflow, parentId, ...rest }: RunFilterArguments,
  ofAgent = false,
): RunFilter {
  const filter = checkTexts(rest, ['search'])
  checkRanges(filter, [
    ['createdAfter', 'createdBefore'],
    ['minCostUsd', 'maxCostUsd'],
    ['minDurationMs', 'maxDurationMs'],
  ])
  if (filter.agentVersion != null && agent == null && !ofAgent)
    throw wrong('agentVersion', 'needs `agent`: versions are numbered by agent.')
  return {
    ...filter,
    ids: ids == null ? null : readIds('Run', ids),
    agent: agent == null ? null : toKey('Agent', agent),
    model: model == null ? null : readModel(model),
    tags: tags == null ? null : readTags('tags', tags),
    anyTag: anyTag == null ? null : readTags('anyTag', anyTag),
    metadata: metadata == null ? null : readMetadata(metadata),
    scheduleId: scheduleId == null ? null : readId('Schedule', scheduleId, 'scheduleId'),
    workflow: workflow == null ? null : toKey('Workflow', workflow),
    parentId: parentId == null ? null : readId('Run', parentId, 'parentId'),
  }
}

function readModel(name: string): NonNullable<RunFilter['model']> {
  const model = parseModelName(name)
  if (model !== null) return model
  throw wrong('model', `is ${JSON.stringify(name.slice(0, 80))}; it must be \`provider/model\`.`)
}

function readTags(field: 'tags' | 'anyTag', tags: readonly string[]): readonly string[] {
  const { maxTags } = labelBounds
  if (tags.length > maxTags) throw wrong(field, `has ${tags.length} tags; the maximum is ${maxTags}.`)
  return normalizeTags(tags)
}

function readMetadata(metadata: Json): NonNullable<RunFilter['metadata']> {
  const isEntry = (value: Json) => ['string', 'number', 'boolean'].includes(typeof value)
  const { maxMetadataEntries: most } = labelBounds
  if (!isJsonObject(metadata) || !Object.values(metadata).every(isEntry))
    throw wrong('metadata', 'must be an object whose values are strings, numbers or booleans.')
  if (Object.keys(metadata).length <= most) return metadata
  throw wrong('metadata', `has ${Object.keys(metadata).length} entries; the maximum is ${most}.`)
}

function wrong(field: string, problem: string): RungraphError {
  return new RungraphError('INVALID_INPUT', { message: `${field} ${problem}`, path: ['filter', field] })
}

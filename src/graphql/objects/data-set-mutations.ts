import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { dataSetBounds, type ItemChange, type NewItem } from '../../domain/data-set.ts'
import { RungraphError } from '../../domain/errors.ts'
import { runFilter } from '../../domain/filters.ts'
import { type Json, toJson } from '../../domain/json.ts'
import { isNarrow, notNarrow } from '../../domain/run-batch.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId, toGlobalId, toKey } from '../global-id.ts'
import { deletion } from '../mutation.ts'
import { filterInput, type GivenFilter, readFilter } from '../paging/filter-input.ts'
import { toAgentKey } from './binding.ts'
import { DataSet } from './data-set.ts'
import { runs } from './run-list.ts'

const ExpectationsInput = builder.inputType('ExpectationsInput', {
  description:
    'Expectations of the answer to an item. Each entry is one check. An entry that you leave out is not checked.',
  fields: (t) => ({
    exact: t.field({
      type: 'JSON',
      description:
        'Expected answer: a text, compared without the space around it, or data, compared by its value.',
    }),
    contains: t.stringList({ description: 'Texts that the answer must contain, in this spelling.' }),
    matches: t.stringList({
      description:
        'Regular expressions that must match somewhere in the answer, as a `pattern` of JSON Schema.',
    }),
    schema: t.field({ type: 'JSON', description: 'JSON Schema that the answer must fit.' }),
    criteria: t.stringList({
      description: 'Criteria that a judge must find met, at most 20. A model judges them.',
    }),
    evaluators: t.stringList({
      description: 'Names of functions that the tools module exports as `evaluators`.',
    }),
    maxCostUsd: t.field({
      type: 'Decimal',
      description: 'Maximum cost of the run and its descendants in US dollars.',
    }),
    maxSteps: t.int({ description: 'Maximum number of steps of the run.' }),
    maxDurationMs: t.int({ description: 'Maximum duration of the run in milliseconds.' }),
    toolsCalled: t.stringList({
      description: 'Names of tools, agents, relics and workflows that the run must call.',
    }),
    toolsNotCalled: t.stringList({
      description: 'Names of tools, agents, relics and workflows that the run must not call.',
    }),
  }),
})

const DataSetItemInput = builder.inputType('DataSetItemInput', {
  description: 'Item of a data set.',
  fields: (t) => ({
    key: t.string({
      description:
        'Name of the item in the data set, at most 200 characters. Default: a hash of input and context. An item replaces the one with the same key.',
    }),
    input: t.string({ description: 'Input of the runs.', required: true }),
    context: t.field({ type: 'JSON', description: 'Context that the runs begin with: an object.' }),
    expectations: t.field({
      type: ExpectationsInput,
      description: 'Expectations of the answer. If you leave them out, the run only has to complete.',
    }),
    sourceRunId: t.id({
      description: 'Global id of the run that a RECORDED evaluation replays for the item.',
    }),
  }),
})

const CreateDataSetInput = builder.inputType('CreateDataSetInput', {
  description: 'Input of `createDataSet`.',
  fields: (t) => ({
    slug: t.string({
      description: 'Short name, unique in the project: lower-case letters, digits and hyphens.',
      required: true,
    }),
    name: t.string({ description: 'Display name. Default: the slug.' }),
    description: t.string({ description: 'Purpose of the data set.' }),
    items: t.field({ type: [DataSetItemInput], description: 'Items, at most 1,000. Default: none.' }),
  }),
})

const AddDataSetItemsInput = builder.inputType('AddDataSetItemsInput', {
  description: 'Input of `addDataSetItems`.',
  fields: (t) => ({
    dataSet: t.id({ description: 'Global id or slug of the data set.', required: true }),
    items: t.field({ type: [DataSetItemInput], description: 'Items to add.', required: true }),
    removeOthers: t.boolean({
      description: 'Whether to remove the items that are not in `items`. Default false.',
    }),
  }),
})

const AddRunsToDataSetInput = builder.inputType('AddRunsToDataSetInput', {
  description: 'Input of `addRunsToDataSet`. Give either `runIds` or `filter`.',
  fields: (t) => ({
    dataSet: t.id({ description: 'Global id or slug of the data set.', required: true }),
    runIds: t.idList({ description: 'Global ids of the runs, at most 1,000.' }),
    filter: t.field({
      type: filterInput(runFilter),
      description:
        'Filter for the runs. The newest are taken. At least one field besides `rootsOnly` must leave out some runs.',
    }),
    limit: t.int({
      description: 'Maximum number of runs that `filter` selects, from 1 to 1,000. Default 100.',
    }),
    expectAnswer: t.boolean({
      description:
        'Whether the answer of a COMPLETED run is expected word for word, as `exact`. Default false.',
    }),
  }),
})

const RemoveDataSetItemsInput = builder.inputType('RemoveDataSetItemsInput', {
  description: 'Input of `removeDataSetItems`.',
  fields: (t) => ({
    dataSet: t.id({ description: 'Global id or slug of the data set.', required: true }),
    itemIds: t.idList({ description: 'Global ids of the items, at most 1,000.', required: true }),
  }),
})

const DataSetChange = builder.objectRef<ItemChange>('DataSetChange').implement({
  description: 'Change of the items of a data set.',
  fields: (t) => ({
    dataSet: t.field({
      type: DataSet,
      description: 'Data set after the change.',
      resolve: ({ dataSetId }, _, ctx, info) => findDataSet(dataSetId, ctx, info),
    }),
    added: t.exposeInt('added', {
      description: 'Number of items that were added or took the place of another.',
    }),
    removed: t.exposeInt('removed', { description: 'Number of items that were removed or replaced.' }),
  }),
})

const CreateDataSetResult = resultOf('CreateDataSetResult', DataSet, {
  description: 'New data set, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
})

const changeOf = (name: string) =>
  resultOf(name, DataSetChange, {
    description: 'Change of the data set, or the error.',
    errors: ['InvalidInput', 'NotFound', 'LimitExceeded'],
  })

const DataSetDeletion = deletion('DataSet', ['InvalidInput', 'NotFound', 'Conflict'])

builder.mutationFields((t) => ({
  createDataSet: t.field({
    type: CreateDataSetResult,
    description: 'Creates a data set.',
    args: { input: t.arg({ type: CreateDataSetInput, description: 'Data set to create.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { dataSetId: id } = await ctx.operations.dataSets.createDataSet({
          projectId: ctx.project.id,
          slug: input.slug,
          name: input.name ?? undefined,
          description: input.description ?? undefined,
          items: input.items?.map(toItem),
        })
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'DataSet', select: { id: true } })
        return ctx.prisma.dataSet.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
  addDataSetItems: t.field({
    type: changeOf('AddDataSetItemsResult'),
    description:
      'Adds items to a data set, as a new version of it. An item with the key of another takes its place. Evaluations of earlier versions keep their items.',
    args: {
      input: t.arg({ type: AddDataSetItemsInput, description: 'Data set and items.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, () =>
        ctx.operations.dataSets.addItems({
          projectId: ctx.project.id,
          dataSet: toKey('DataSet', input.dataSet),
          items: input.items.map(toItem),
          others: input.removeOthers === true ? 'REMOVE' : 'KEEP',
        }),
      ),
  }),
  addRunsToDataSet: t.field({
    type: changeOf('AddRunsToDataSetResult'),
    description:
      'Makes items of stored runs: their input, their context and, if wanted, their answer. A RECORDED evaluation replays these runs.',
    args: {
      input: t.arg({ type: AddRunsToDataSetInput, description: 'Data set and runs.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () =>
        ctx.operations.dataSets.addRuns({
          projectId: ctx.project.id,
          dataSet: toKey('DataSet', input.dataSet),
          runIds: await selectRuns(input, ctx),
          expectAnswer: input.expectAnswer === true,
        }),
      ),
  }),
  removeDataSetItems: t.field({
    type: changeOf('RemoveDataSetItemsResult'),
    description:
      'Removes items from a data set, as a new version of it. Evaluations of earlier versions keep them.',
    args: {
      input: t.arg({ type: RemoveDataSetItemsInput, description: 'Data set and items.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, () =>
        ctx.operations.dataSets.removeItems({
          projectId: ctx.project.id,
          dataSet: toKey('DataSet', input.dataSet),
          itemIds: input.itemIds.map((id) => readId('DataSetItem', id, 'itemIds')),
        }),
      ),
  }),
  deleteDataSet: t.field({
    type: DataSetDeletion.Result,
    description: 'Deletes a data set with its evaluations. Their runs stay.',
    args: {
      input: t.arg({ type: DataSetDeletion.Input, description: 'Data set to delete.', required: true }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, dataSetId: readId('DataSet', input.id, 'id') }
        const { dataSetId } = await ctx.operations.dataSets.deleteDataSet(call)
        return { id: toGlobalId('DataSet', dataSetId) }
      }),
  }),
}))

function findDataSet(id: string, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  const { select } = queryFromInfo({ context: ctx, info, select: { id: true } })
  return ctx.prisma.dataSet.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
}

interface ItemInput {
  readonly key?: string | null | undefined
  readonly input: string
  readonly context?: Json | undefined
  readonly expectations?: Readonly<Record<string, unknown>> | null | undefined
  readonly sourceRunId?: string | null | undefined
}

/** A field of the expectations that is null is one that was left out. */
function toItem({ key, input, context, expectations, sourceRunId }: ItemInput, place: number): NewItem {
  const given = Object.entries(expectations ?? {}).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, toJson(value)] as const],
  )
  return {
    ...{ key: key ?? undefined, input, context: context ?? undefined },
    expectations: Object.fromEntries(given),
    sourceRunId:
      sourceRunId == null
        ? undefined
        : readId('Run', sourceRunId, 'sourceRunId', ['items', String(place), 'sourceRunId']),
  }
}

interface RunSelection {
  readonly runIds?: readonly string[] | null | undefined
  readonly filter?: GivenFilter | null | undefined
  readonly limit?: number | null | undefined
}

async function selectRuns(
  { runIds, filter, limit: given }: RunSelection,
  ctx: GraphQLContext,
): Promise<readonly string[]> {
  // A filter by an agent that is not there would keep nothing, and say nothing of why.
  if (typeof filter?.agent === 'string') await checkAgent(filter.agent, ctx)
  if ((runIds == null) === (filter == null)) {
    const message = 'runIds or filter, one of the two, says which runs to add.'
    throw new RungraphError('INVALID_INPUT', { message, path: ['runIds'] })
  }
  if (runIds != null) return runIds.map((id) => readId('Run', id, 'runIds'))
  const limit = given ?? 100
  const { maxItems } = dataSetBounds
  if (limit < 1 || limit > maxItems) {
    const message = `limit is ${limit}; it must be from 1 to ${maxItems}.`
    throw new RungraphError('INVALID_INPUT', { message, path: ['limit'] })
  }
  if (filter != null && !isNarrow(readFilter(runFilter, filter)))
    throw new RungraphError('INVALID_INPUT', { message: `filter ${notNarrow}`, path: ['filter'] })
  const list = runs.rowsOf(ctx, { filter })
  const slices = await ctx.reads.slices(list, [ctx.project.id], {
    limit,
    backward: false,
    after: null,
    before: null,
  })
  return (slices.get(ctx.project.id) ?? []).slice(0, limit).map(({ id }) => id)
}

async function checkAgent(agent: string, { prisma, project }: GraphQLContext): Promise<void> {
  const found = await prisma.agent.count({ where: { projectId: project.id, ...toAgentKey(agent) } })
  if (found === 0) throw new RungraphError('NOT_FOUND', { kind: 'agent', key: agent })
}

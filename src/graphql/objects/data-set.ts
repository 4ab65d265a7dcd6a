import { dataSetBounds, expectations, itemsChange, newDataSet, newItem } from '../../domain/data-set.ts'
import { invalid } from '../../domain/errors.ts'
import { type RunFilter, runFilter } from '../../domain/filters.ts'
import { notFound, type ObjectKey } from '../../domain/object-key.ts'
import { byCreation, type Order } from '../../domain/row-list.ts'
import { isNarrow, notNarrow } from '../../domain/run-batch.ts'
import type { GraphQLContext } from '../context.ts'
import { boolean, idsOf, int, one, required } from '../fields.ts'
import { deletes, mutation } from '../mutation.ts'
import { connect } from '../paging/connection.ts'
import { filterInput } from '../paging/filter-input.ts'
import { defineList } from '../paging/list.ts'
import { loadRow, queryByKey, rowObject } from '../row-object.ts'
import { inputFields, inputObjectOf, objectOf } from '../shape.ts'
import { FileObject } from './file.ts'
import { Run } from './run.ts'
import { findStoredRun } from './run-by-id.ts'
import { runs } from './run-list.ts'

/** The items of a data set, and the results of an evaluation. */
export const byPosition: Order = {
  name: 'POSITION',
  column: 'position',
  type: 'int',
  nullable: false,
  direction: 'ASC',
}

export const DataSetItem = rowObject(
  'DataSetItem',
  'Input of a data set with what is expected of the answer. An item never changes.',
  {
    key: 'Name of the item in its data set. Evaluations of different versions are compared by it.',
    input: 'Input of the runs.',
    context: 'Context that the runs begin with.',
  },
  (t) => ({
    expectations: t.field({
      type: objectOf(expectations),
      description: 'Expectations of the answer.',
      select: { expectations: true },
      resolve: (item) => expectations.parse(item.expectations),
    }),
    files: t.field({
      type: [FileObject],
      description: 'Files of the input, in the order in which the model receives them.',
      select: { files: { select: { fileId: true }, orderBy: { position: 'asc' } } },
      resolve: async ({ files }, _, ctx, info) => {
        // The item keeps them.
        const rows = await Promise.all(files.map(({ fileId }) => loadRow('File', fileId, { ctx, info })))
        return rows.filter((row) => row !== null)
      },
    }),
    sourceRun: t.field({
      type: Run,
      description: 'Run that the item was made from. Null if it was made from none, or the run was removed.',
      nullable: true,
      select: { sourceRunId: true },
      resolve: ({ sourceRunId }, _, ctx, info) => findStoredRun(sourceRunId, ctx, info),
    }),
  }),
)

const items = defineList(DataSetItem, {
  table: 'DataSetItem',
  words: ['item', 'items'],
  order: byPosition,
})

export const DataSet = rowObject(
  'DataSet',
  'Inputs with what is expected of the answers. Agents are evaluated over it.',
  {
    slug: 'Short name of the data set, unique in the project.',
    name: 'Display name of the data set.',
    description: 'Purpose of the data set. Null if none is given.',
    version: 'Version of the data set, from 1. Each change of its items makes a new one.',
    createdAt: 'Time when the data set was created.',
    updatedAt: 'Time when the items of the data set last changed.',
  },
  (t) => ({
    items: t.field({
      type: items.Connection,
      description: 'Items of the data set, in their order.',
      args: {
        ...t.arg.connectionArgs(),
        version: t.arg.int({ description: 'Version whose items to show. Default: the newest.' }),
      },
      resolve: ({ id }, { version, ...args }, ctx, info) => {
        const list = items.rowsOf(ctx, {}, { column: 'dataSetId', id })
        const filter = { version: version ?? 'NEWEST' } as const
        const where = { kind: 'items', projectId: ctx.project.id, filter } as const
        return connect({ ctx, info, args }, { ...list, where })
      },
    }),
  }),
)

const dataSets = defineList(DataSet, {
  table: 'DataSet',
  words: ['data set', 'data sets'],
  order: byCreation,
})

queryByKey('DataSet', DataSet, 'slug')

dataSets.query('dataSets', 'Data sets of the project, in the order of their creation.')

mutation('createDataSet', {
  description: 'Creates a data set.',
  argument: 'Data set to create.',
  input: inputFields(newDataSet),
  result: DataSet,
  gives: 'New data set, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
  resolve: (dataSet, { operations, project, caller }) =>
    operations.dataSets.createDataSet({ ...dataSet, projectId: project.id, by: caller.name }),
})

const DataSetChange = objectOf(itemsChange, {
  fields: (t) => ({
    dataSet: t.prismaField({
      type: DataSet,
      description: 'Data set after the change.',
      resolve: (query, { dataSetId: id }, _, { prisma, project }) =>
        prisma.dataSet.findUniqueOrThrow({ ...query, where: { id, projectId: project.id } }),
    }),
  }),
})

/** What the mutations of the items of a data set have in common. */
const change = {
  result: DataSetChange,
  gives: 'Change of the data set, or the error.',
  errors: ['InvalidInput', 'NotFound', 'LimitExceeded'],
} as const
const dataSet = required.keyOf('DataSet', 'Global id or slug of the data set.')

mutation('addDataSetItems', {
  description:
    'Adds items to a data set, as a new version of it. An item with the key of another takes its place. Evaluations of earlier versions keep their items.',
  argument: 'Data set and items.',
  input: {
    dataSet,
    items: required.many(inputObjectOf(newItem), 'Items to add.'),
    removeOthers: boolean('Whether to remove the items that are not in `items`. Default false.'),
  },
  ...change,
  resolve: (call, { operations, project, caller }) =>
    operations.dataSets.addItems({ ...call, projectId: project.id, by: caller.name }),
})

mutation('addRunsToDataSet', {
  description:
    'Makes items of stored runs: their input with its files, their context and, if wanted, their answer. A RECORDED evaluation replays these runs.',
  argument: 'Data set and runs.',
  note: 'Give either `runIds` or `filter`.',
  input: {
    dataSet,
    runIds: idsOf('Run', 'Global ids of the runs, at most 1,000.'),
    filter: one(
      filterInput(runFilter),
      'Filter for the runs. The newest are taken. At least one field besides `rootsOnly` must leave out some runs.',
    ),
    limit: int('Maximum number of runs that `filter` selects, from 1 to 1,000. Default 100.'),
    expectAnswer: boolean(
      'Whether the answer of a COMPLETED run is expected word for word, as `exact`. Default false.',
    ),
    create: boolean(
      'Whether to create the data set if `dataSet` is a slug that no data set of the project has. Default false.',
    ),
  },
  ...change,
  resolve: async ({ dataSet, expectAnswer = false, create = false, ...selection }, ctx) =>
    ctx.operations.dataSets.addRuns({
      ...{ projectId: ctx.project.id, dataSet, expectAnswer, create },
      runIds: await selectRuns(selection, ctx),
    }),
})

mutation('removeDataSetItems', {
  description:
    'Removes items from a data set, as a new version of it. Evaluations of earlier versions keep them.',
  argument: 'Data set and items.',
  input: { dataSet, itemIds: required.idsOf('DataSetItem', 'Global ids of the items, at most 1,000.') },
  ...change,
  resolve: (call, { operations, project }) =>
    operations.dataSets.removeItems({ ...call, projectId: project.id }),
})

deletes('DataSet', {
  description: 'Deletes a data set with its evaluations. Their runs stay.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
  remove: (id, { operations, project }) => operations.dataSets.deleteDataSet(project.id, id),
})

interface RunSelection {
  readonly runIds?: readonly string[]
  readonly filter?: RunFilter
  readonly limit?: number
}

/** @throws INVALID_INPUT, NOT_FOUND */
async function selectRuns(
  { runIds, filter, limit = 100 }: RunSelection,
  ctx: GraphQLContext,
): Promise<readonly string[]> {
  // A filter by an agent that is not there would keep nothing, and say nothing of why.
  if (filter?.agent) await checkAgent(filter.agent, ctx)
  if ((runIds === undefined) === (filter === undefined))
    throw invalid('runIds', 'or filter, one of the two, says which runs to add.')
  if (runIds !== undefined) return runIds
  const { maxItems } = dataSetBounds
  if (limit < 1 || limit > maxItems) throw invalid('limit', `is ${limit}; it must be from 1 to ${maxItems}.`)
  if (filter !== undefined && !isNarrow(filter)) throw invalid('filter', notNarrow)
  const list = runs.rowsOf(ctx, { filter })
  const first = { limit, backward: false, after: null, before: null }
  const slices = await ctx.reads.slices(list, [ctx.project.id], first)
  return (slices.get(ctx.project.id) ?? []).slice(0, limit).map(({ id }) => id)
}

async function checkAgent(agent: ObjectKey, { prisma, project }: GraphQLContext): Promise<void> {
  const found = await prisma.agent.count({ where: { projectId: project.id, ...agent } })
  if (found > 0) return
  throw notFound('agent', agent)
}

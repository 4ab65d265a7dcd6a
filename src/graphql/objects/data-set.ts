import {
  dataSetBounds,
  type Expectations,
  expectations,
  type ItemChange,
  type NewItem,
} from '../../domain/data-set.ts'
import { RungraphError } from '../../domain/errors.ts'
import { runFilter } from '../../domain/filters.ts'
import { toJson } from '../../domain/json.ts'
import { byCreation, type Order } from '../../domain/row-list.ts'
import { isNarrow, notNarrow } from '../../domain/run-batch.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import {
  boolean,
  decimal,
  id,
  inputObject,
  int,
  json,
  many,
  nullable,
  one,
  required,
  rowFields,
  string,
  valueObject,
} from '../fields.ts'
import { canBeName, readId, toGlobalId, toKey } from '../global-id.ts'
import { deletes, mutation } from '../mutation.ts'
import { connect } from '../paging/connection.ts'
import { filterInput, type GivenFilter, readFilter } from '../paging/filter-input.ts'
import { defineList } from '../paging/list.ts'
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

const ExpectationsObject = valueObject<Expectations>(
  'Expectations',
  'Expectations of the answer to an item. Each entry is one check.',
  {
    exact: nullable.json('Expected answer. Null if none is expected word for word.'),
    contains: many('String', 'Texts that the answer must contain.'),
    matches: many('String', 'Regular expressions that must match in the answer.'),
    schema: nullable.json('JSON Schema that the answer must fit. Null if there is none.'),
    criteria: many('String', 'Criteria that the judge must find met.'),
    evaluators: many('String', 'Names of the functions of the tools module that judge the answer.'),
    maxCostUsd: nullable.decimal(
      'Maximum cost of the run and its descendants in US dollars. Null if there is none.',
    ),
    maxSteps: nullable.int('Maximum number of steps of the run. Null if there is none.'),
    maxDurationMs: nullable.int('Maximum duration of the run in milliseconds. Null if there is none.'),
    toolsCalled: many('String', 'Tools, agents, relics and workflows that the run must call.'),
    toolsNotCalled: many('String', 'Tools, agents, relics and workflows that the run must not call.'),
  },
)

export const DataSetItem = builder.prismaObject('DataSetItem', {
  description: 'Input of a data set with what is expected of the answer. An item never changes.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the item.', resolve: ({ id }) => toGlobalId('DataSetItem', id) }),
    ...rowFields(t, {
      key: 'Name of the item in its data set. Evaluations of different versions are compared by it.',
      input: 'Input of the runs.',
      context: 'Context that the runs begin with.',
    }),
    expectations: t.field({
      type: ExpectationsObject,
      description: 'Expectations of the answer.',
      select: { expectations: true },
      resolve: (item) => expectations.parse(item.expectations),
    }),
    sourceRun: t.field({
      type: Run,
      description: 'Run that the item was made from. Null if it was made from none, or the run was removed.',
      nullable: true,
      select: { sourceRunId: true },
      resolve: ({ sourceRunId }, _, ctx, info) => findStoredRun(sourceRunId, ctx, info),
    }),
  }),
})

const items = defineList(DataSetItem, {
  table: 'DataSetItem',
  words: ['item', 'items'],
  order: byPosition,
})

export const DataSet = builder.prismaObject('DataSet', {
  description: 'Inputs with what is expected of the answers. Agents are evaluated over it.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the data set.', resolve: ({ id }) => toGlobalId('DataSet', id) }),
    ...rowFields(t, {
      slug: 'Short name of the data set, unique in the project.',
      name: 'Display name of the data set.',
      description: 'Purpose of the data set. Null if none is given.',
      version: 'Version of the data set, from 1. Each change of its items makes a new one.',
      createdAt: 'Time when the data set was created.',
      updatedAt: 'Time when the items of the data set last changed.',
    }),
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
})

const dataSets = defineList(DataSet, {
  table: 'DataSet',
  words: ['data set', 'data sets'],
  order: byCreation,
})

builder.queryFields((t) => ({
  dataSet: t.prismaField({
    type: DataSet,
    description: 'Data set with this id or slug. Null if the project has no such data set.',
    nullable: true,
    args: {
      id: t.arg.id({ description: 'Global id of the data set.' }),
      slug: t.arg.string({ description: 'Slug of the data set.' }),
    },
    resolve: (query, _, args, ctx) => {
      const where = toWhere(args, ctx)
      return where && ctx.prisma.dataSet.findUnique({ ...query, where })
    },
  }),
  dataSets: t.field(
    dataSets.field({ description: 'Data sets of the project, in the order of their creation.' }),
  ),
}))

const ExpectationsInput = inputObject(
  'ExpectationsInput',
  'Expectations of the answer to an item. Each entry is one check. An entry that you leave out is not checked.',
  {
    exact: json(
      'Expected answer: a text, compared without the space around it, or data, compared by its value.',
    ),
    contains: many('String', 'Texts that the answer must contain, in this spelling.'),
    matches: many(
      'String',
      'Regular expressions that must match somewhere in the answer, as a `pattern` of JSON Schema.',
    ),
    schema: json('JSON Schema that the answer must fit.'),
    criteria: many('String', 'Criteria that a judge must find met, at most 20. A model judges them.'),
    evaluators: many('String', 'Names of functions that the tools module exports as `evaluators`.'),
    maxCostUsd: decimal('Maximum cost of the run and its descendants in US dollars.'),
    maxSteps: int('Maximum number of steps of the run.'),
    maxDurationMs: int('Maximum duration of the run in milliseconds.'),
    toolsCalled: many('String', 'Names of tools, agents, relics and workflows that the run must call.'),
    toolsNotCalled: many(
      'String',
      'Names of tools, agents, relics and workflows that the run must not call.',
    ),
  },
)

const DataSetItemInput = inputObject('DataSetItemInput', 'Item of a data set.', {
  key: string(
    'Name of the item in the data set, at most 200 characters. Default: a hash of input and context. An item replaces the one with the same key.',
  ),
  input: required.string('Input of the runs.'),
  context: json('Context that the runs begin with: an object.'),
  expectations: one(
    ExpectationsInput,
    'Expectations of the answer. If you leave them out, the run only has to complete.',
  ),
  sourceRunId: id('Global id of the run that a RECORDED evaluation replays for the item.'),
})

mutation('createDataSet', {
  description: 'Creates a data set.',
  argument: 'Data set to create.',
  input: {
    slug: required.string('Short name, unique in the project: lower-case letters, digits and hyphens.'),
    name: string('Display name. Default: the slug.'),
    description: string('Purpose of the data set.'),
    items: many(DataSetItemInput, 'Items, at most 1,000. Default: none.'),
  },
  result: DataSet,
  gives: 'New data set, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
  resolve: ({ items, ...dataSet }, { operations, project }) =>
    operations.dataSets.createDataSet({ ...dataSet, projectId: project.id, items: items?.map(toItem) }),
})

const DataSetChange = valueObject<ItemChange>(
  'DataSetChange',
  'Change of the items of a data set.',
  {
    added: int('Number of items that were added or took the place of another.'),
    removed: int('Number of items that were removed or replaced.'),
  },
  {
    fields: (t) => ({
      dataSet: t.prismaField({
        type: DataSet,
        description: 'Data set after the change.',
        resolve: (query, { dataSetId: id }, _, { prisma, project }) =>
          prisma.dataSet.findUniqueOrThrow({ ...query, where: { id, projectId: project.id } }),
      }),
    }),
  },
)

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
    items: required.many(DataSetItemInput, 'Items to add.'),
    removeOthers: boolean('Whether to remove the items that are not in `items`. Default false.'),
  },
  ...change,
  resolve: ({ items, ...call }, { operations, project }) =>
    operations.dataSets.addItems({ ...call, projectId: project.id, items: items.map(toItem) }),
})

mutation('addRunsToDataSet', {
  description:
    'Makes items of stored runs: their input, their context and, if wanted, their answer. A RECORDED evaluation replays these runs.',
  argument: 'Data set and runs.',
  note: 'Give either `runIds` or `filter`.',
  input: {
    dataSet,
    runIds: many('ID', 'Global ids of the runs, at most 1,000.'),
    filter: one(
      filterInput(runFilter),
      'Filter for the runs. The newest are taken. At least one field besides `rootsOnly` must leave out some runs.',
    ),
    limit: int('Maximum number of runs that `filter` selects, from 1 to 1,000. Default 100.'),
    expectAnswer: boolean(
      'Whether the answer of a COMPLETED run is expected word for word, as `exact`. Default false.',
    ),
  },
  ...change,
  resolve: async ({ dataSet, expectAnswer = false, ...selection }, ctx) =>
    ctx.operations.dataSets.addRuns({
      ...{ projectId: ctx.project.id, dataSet, expectAnswer },
      runIds: await selectRuns(selection, ctx),
    }),
})

mutation('removeDataSetItems', {
  description:
    'Removes items from a data set, as a new version of it. Evaluations of earlier versions keep them.',
  argument: 'Data set and items.',
  input: { dataSet, itemIds: required.many('ID', 'Global ids of the items, at most 1,000.') },
  ...change,
  resolve: ({ dataSet, itemIds }, { operations, project }) =>
    operations.dataSets.removeItems({
      ...{ projectId: project.id, dataSet },
      itemIds: itemIds.map((id) => readId('DataSetItem', id, 'itemIds')),
    }),
})

deletes('DataSet', {
  description: 'Deletes a data set with its evaluations. Their runs stay.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
  remove: (id, { operations, project }) => operations.dataSets.deleteDataSet(project.id, id),
})

/** A field of the expectations that is null is one that was left out. */
function toItem(
  { key, input, context, expectations, sourceRunId }: typeof DataSetItemInput.$inferInput,
  place: number,
): NewItem {
  const given = Object.entries(expectations ?? {}).filter(([, value]) => value !== null)
  return {
    ...{ key: key ?? undefined, input, context: context ?? undefined },
    expectations: toJson(Object.fromEntries(given)),
    sourceRunId:
      sourceRunId == null
        ? undefined
        : readId('Run', sourceRunId, 'sourceRunId', ['items', String(place), 'sourceRunId']),
  }
}

interface Key {
  readonly id?: string | null | undefined
  readonly slug?: string | null | undefined
}

function toWhere({ id, slug }: Key, { project }: GraphQLContext) {
  if (id != null && slug == null) return { id: readId('DataSet', id, 'id'), projectId: project.id }
  if (slug != null && id == null)
    return canBeName(slug) ? { projectId_slug: { projectId: project.id, slug } } : null
  throw new RungraphError('INVALID_INPUT', { message: 'dataSet takes either `id` or `slug`.', path: ['id'] })
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
  const first = { limit, backward: false, after: null, before: null }
  const slices = await ctx.reads.slices(list, [ctx.project.id], first)
  return (slices.get(ctx.project.id) ?? []).slice(0, limit).map(({ id }) => id)
}

async function checkAgent(agent: string, { prisma, project }: GraphQLContext): Promise<void> {
  const found = await prisma.agent.count({ where: { projectId: project.id, ...toKey('Agent', agent) } })
  if (found === 0) throw new RungraphError('NOT_FOUND', { kind: 'agent', key: agent })
}

import { type Expectations, expectations } from '../../domain/data-set.ts'
import { RungraphError } from '../../domain/errors.ts'
import { byCreation, type Order } from '../../domain/row-list.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { canBeName, readId, toGlobalId } from '../global-id.ts'
import { connect } from '../paging/connection.ts'
import { defineList } from '../paging/list.ts'
import { Run } from './run.ts'
import { findStoredRun } from './run-by-id.ts'

/** The items of a data set, and the results of an evaluation. */
export const byPosition: Order = {
  name: 'POSITION',
  column: 'position',
  type: 'int',
  nullable: false,
  direction: 'ASC',
}

const ExpectationsObject = builder.objectRef<Expectations>('Expectations').implement({
  description: 'Expectations of the answer to an item. Each entry is one check.',
  fields: (t) => ({
    exact: t.field({
      type: 'JSON',
      description: 'Expected answer. Null if none is expected word for word.',
      nullable: true,
      resolve: ({ exact }) => exact ?? null,
    }),
    contains: t.exposeStringList('contains', { description: 'Texts that the answer must contain.' }),
    matches: t.exposeStringList('matches', {
      description: 'Regular expressions that must match in the answer.',
    }),
    schema: t.field({
      type: 'JSON',
      description: 'JSON Schema that the answer must fit. Null if there is none.',
      nullable: true,
      resolve: ({ schema }) => schema ?? null,
    }),
    criteria: t.exposeStringList('criteria', { description: 'Criteria that the judge must find met.' }),
    evaluators: t.exposeStringList('evaluators', {
      description: 'Names of the functions of the tools module that judge the answer.',
    }),
    maxCostUsd: t.field({
      type: 'Decimal',
      description: 'Maximum cost of the run and its descendants in US dollars. Null if there is none.',
      nullable: true,
      resolve: ({ maxCostUsd }) => maxCostUsd ?? null,
    }),
    maxSteps: t.int({
      description: 'Maximum number of steps of the run. Null if there is none.',
      nullable: true,
      resolve: ({ maxSteps }) => maxSteps ?? null,
    }),
    maxDurationMs: t.int({
      description: 'Maximum duration of the run in milliseconds. Null if there is none.',
      nullable: true,
      resolve: ({ maxDurationMs }) => maxDurationMs ?? null,
    }),
    toolsCalled: t.exposeStringList('toolsCalled', {
      description: 'Tools, agents, relics and workflows that the run must call.',
    }),
    toolsNotCalled: t.exposeStringList('toolsNotCalled', {
      description: 'Tools, agents, relics and workflows that the run must not call.',
    }),
  }),
})

export const DataSetItem = builder.prismaObject('DataSetItem', {
  description: 'Input of a data set with what is expected of the answer. An item never changes.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the item.', resolve: ({ id }) => toGlobalId('DataSetItem', id) }),
    key: t.exposeString('key', {
      description: 'Name of the item in its data set. Evaluations of different versions are compared by it.',
    }),
    input: t.exposeString('input', { description: 'Input of the runs.' }),
    context: t.expose('context', { type: 'JSON', description: 'Context that the runs begin with.' }),
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
    slug: t.exposeString('slug', { description: 'Short name of the data set, unique in the project.' }),
    name: t.exposeString('name', { description: 'Display name of the data set.' }),
    description: t.exposeString('description', {
      description: 'Purpose of the data set. Null if none is given.',
      nullable: true,
    }),
    version: t.exposeInt('version', {
      description: 'Version of the data set, from 1. Each change of its items makes a new one.',
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
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the data set was created.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time when the items of the data set last changed.',
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

import { queryFromInfo } from '@pothos/plugin-prisma'
import { RungraphError } from '../../domain/errors.ts'
import { toJson } from '../../domain/json.ts'
import type { RelicOperation } from '../../domain/relic.ts'
import { byCreation, everything, type List } from '../../domain/row-list.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { findId, readId, toGlobalId } from '../global-id.ts'
import { deletion } from '../mutation.ts'
import { connect } from '../paging/connection.ts'

const RelicKind = describedEnum('RelicKind', 'What a relic is.', {
  KEY_VALUE: 'A store of JSON values by key, in the database of the server; values may expire.',
  SQL: 'A PostgreSQL database, read only unless its settings allow writes.',
  HTTP: 'An HTTP API, within the methods and paths that its settings allow.',
})

const RelicOperationObject = builder.objectRef<RelicOperation>('RelicOperation').implement({
  description: 'What can be asked of a relic. In plans its target is `<relic>.<name>`.',
  fields: (t) => ({
    name: t.exposeString('operation', { description: 'Its name.' }),
    description: t.exposeString('description', { description: 'What it does, as models read it.' }),
    inputSchema: t.expose('inputSchema', { type: 'JSON', description: 'The JSON Schema of its parameters.' }),
    effect: t.exposeString('effect', {
      description:
        'What a crash in the middle of it means: `read` and `idempotent` calls are repeated, `once` never is.',
    }),
  }),
})

const Relic = builder.prismaObject('Relic', {
  description: 'A persistent service that actions call.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('Relic', id) }),
    name: t.exposeString('name', { description: 'Its name, unique in the project.' }),
    kind: t.expose('kind', { type: RelicKind, description: 'What it is.' }),
    settings: t.expose('settings', {
      type: 'JSON',
      description: 'Its settings, with their defaults. They hold no secrets, but name where those are.',
    }),
    operations: t.field({
      type: [RelicOperationObject],
      description: 'What can be asked of it.',
      select: { name: true, kind: true, settings: true },
      resolve: ({ name, kind, settings }, _, ctx) =>
        ctx.operations.relics.operationsOf({ name, kind, settings: toJson(settings) }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first saved.' }),
  }),
})

const RelicConnection = builder.connectionObject(
  { type: Relic, name: 'RelicConnection', description: 'A page of relics.' },
  { name: 'RelicEdge', description: 'A relic and its place in the list.' },
)

builder.queryFields((t) => ({
  relics: t.field({
    type: RelicConnection,
    description: 'The relics of the project, in the order in which they were first saved.',
    args: t.arg.connectionArgs(),
    resolve: (_, args, ctx, info) =>
      connect({ ctx, info, args }, relicsOf(ctx), (query, ids) =>
        ctx.prisma.relic.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
  relic: t.prismaField({
    type: Relic,
    description: 'A relic by its id or its name; null where the project has none.',
    nullable: true,
    args: {
      id: t.arg.id({ description: 'Its global id.' }),
      name: t.arg.string({ description: 'Its name.' }),
    },
    resolve: (query, _, { id, name }, ctx) =>
      ctx.prisma.relic.findUnique({ ...query, where: keyOf(ctx, id, name) }),
  }),
}))

function keyOf({ project }: GraphQLContext, id: string | null | undefined, name: string | null | undefined) {
  if ((id == null) === (name == null))
    throw new RungraphError('INVALID_INPUT', { message: 'Give either id or name.', path: ['id'] })
  if (id != null) return { id: readId('Relic', id, 'id'), projectId: project.id }
  return { projectId_name: { projectId: project.id, name: name ?? '' } }
}

function relicsOf({ project }: GraphQLContext): List & { readonly of: string } {
  return {
    of: project.id,
    table: 'Relic',
    parent: 'projectId',
    where: everything,
    order: byCreation,
  }
}

const SaveRelicInput = builder.inputType('SaveRelicInput', {
  description: 'A relic: what it is, and how it is reached.',
  fields: (t) => ({
    id: t.id({ description: 'The global id of the relic to change; a new one where it is left out.' }),
    name: t.string({
      description: 'Its name: a letter, then letters, digits, `_` or `-`, at most 48 in all.',
      required: true,
    }),
    kind: t.field({
      type: RelicKind,
      description: 'What it is; of a relic that is changed, what it was.',
      required: true,
    }),
    settings: t.field({
      type: 'JSON',
      description:
        'The settings of its kind; what is left out has its default. Secrets stand in the environment of the server, in variables of the project: `RELIC_<PROJECT>__<NAME>`.',
    }),
  }),
})

const RelicDeletion = deletion('Relic')

const SaveRelicResult = resultOf('SaveRelicResult', Relic, {
  description: 'The saved relic, or why it was not saved.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationFields((t) => ({
  saveRelic: t.field({
    type: SaveRelicResult,
    description: 'Adds a relic, or changes one: its next operation goes by the new settings.',
    args: { input: t.arg({ type: SaveRelicInput, description: 'The relic.', required: true }) },
    resolve: (_, { input: { id: globalId, name, kind, settings } }, ctx, info) =>
      outcome(info, async () => {
        const relicId = globalId == null ? undefined : findId('Relic', globalId)
        const call = { projectId: ctx.project.id, relicId, name, kind, settings: toJson(settings ?? {}) }
        const { relicId: id } = await ctx.operations.relics.saveRelic(call)
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Relic', select: { id: true } })
        return ctx.prisma.relic.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
  deleteRelic: t.field({
    type: RelicDeletion.Result,
    description: 'Removes a relic, and what a KEY_VALUE relic holds.',
    args: { input: t.arg({ type: RelicDeletion.Input, description: 'The relic.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, relicId: findId('Relic', input.id) }
        const { relicId } = await ctx.operations.relics.deleteRelic(call)
        return { id: toGlobalId('Relic', relicId) }
      }),
  }),
}))

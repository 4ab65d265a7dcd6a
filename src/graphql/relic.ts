import { RungraphError } from '../domain/errors.ts'
import { toJson } from '../domain/json.ts'
import type { RelicOperation } from '../domain/relic.ts'
import { builder } from './builder.ts'
import { connect } from './connection.ts'
import type { GraphQLContext } from './context.ts'
import { describedEnum } from './described-enum.ts'
import { readId, toGlobalId } from './global-id.ts'
import { byCreation, everything, type List } from './keyset.ts'

export const RelicKind = describedEnum('RelicKind', 'What a relic is.', {
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

export const Relic = builder.prismaObject('Relic', {
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

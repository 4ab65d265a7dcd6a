import { RungraphError } from '../../domain/errors.ts'
import { toJson } from '../../domain/json.ts'
import type { RelicOperation } from '../../domain/relic.ts'
import { byCreation } from '../../domain/row-list.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { idOf, json, required, rowFields, string, valueObject } from '../fields.ts'
import { canBeName, readId, toGlobalId } from '../global-id.ts'
import { deletes, mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { ToolEffectEnum, toolEffects } from './tool.ts'

export const RelicKind = describedEnum('RelicKind', 'Kind of a relic.', {
  KEY_VALUE: 'Store of JSON values by key, in the database of the server. Values can expire.',
  SQL: 'PostgreSQL database. It is read only unless its settings allow writes.',
  HTTP: 'HTTP API, restricted to the methods and paths that its settings allow.',
})

const RelicOperationObject = valueObject<RelicOperation>(
  'RelicOperation',
  'Operation of a relic. In plans, its target is `<relic>.<name>`.',
  {
    description: string('Description of the operation, as models receive it.'),
    inputSchema: json('JSON Schema of the parameters of the operation.'),
  },
  {
    fields: (t) => ({
      name: t.exposeString('operation', { description: 'Name of the operation.' }),
      effect: t.field({
        type: ToolEffectEnum,
        description: 'Effect of the operation, which decides about an interrupted call.',
        resolve: ({ effect }) => toolEffects[effect],
      }),
    }),
  },
)

export const Relic = builder.prismaObject('Relic', {
  description: 'Persistent service that actions call.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the relic.', resolve: ({ id }) => toGlobalId('Relic', id) }),
    ...rowFields(t, {
      name: 'Name of the relic, unique in the project.',
      createdAt: 'Time when the relic was first saved.',
    }),
    kind: t.expose('kind', { type: RelicKind, description: 'Kind of the relic.' }),
    operations: t.field({
      type: [RelicOperationObject],
      description: 'Operations of the relic.',
      select: { name: true, kind: true, settings: true },
      resolve: ({ name, kind, settings }, _, ctx) =>
        ctx.operations.relics.operationsOf({ name, kind, settings: toJson(settings) }),
    }),
  }),
})

const relics = defineList(Relic, {
  table: 'Relic',
  words: ['relic', 'relics'],
  order: byCreation,
})

builder.queryFields((t) => ({
  relics: t.field(
    relics.field({ description: 'Relics of the project, in the order in which they were first saved.' }),
  ),
  relic: t.prismaField({
    type: Relic,
    description: 'Relic with this id or name. Null if the project has no such relic.',
    nullable: true,
    args: {
      id: t.arg.id({ description: 'Global id of the relic.' }),
      name: t.arg.string({ description: 'Name of the relic.' }),
    },
    resolve: (query, _, { id, name }, ctx) => {
      const where = whereOf(ctx, id, name)
      return where && ctx.prisma.relic.findUnique({ ...query, where })
    },
  }),
}))

function whereOf(
  { project }: GraphQLContext,
  id: string | null | undefined,
  name: string | null | undefined,
) {
  if ((id == null) === (name == null))
    throw new RungraphError('INVALID_INPUT', { message: 'Give either id or name.', path: ['id'] })
  if (id != null) return { id: readId('Relic', id, 'id'), projectId: project.id }
  const given = name ?? ''
  return canBeName(given) ? { projectId_name: { projectId: project.id, name: given } } : null
}

mutation('saveRelic', {
  description: 'Creates or changes a relic. The new settings apply from its next operation on.',
  argument: 'Relic to save.',
  input: {
    id: idOf('Relic', 'Global id of the relic to change. If you leave it out, a new relic is created.'),
    name: required.string(
      'Name of the relic: a letter, then letters, digits, `_` or `-`, at most 48 characters.',
    ),
    kind: required.one(RelicKind, 'Kind of the relic. The kind of an existing relic cannot change.'),
    settings: json(
      'Settings of this kind of relic. A setting that you leave out has its default. Secrets are environment variables of the server for the project: `RELIC_<PROJECT>__<NAME>`.',
    ),
  },
  result: Relic,
  gives: 'Saved relic, or the error.',
  resolve: async ({ id: relicId, settings = {}, ...relic }, ctx) =>
    (await ctx.operations.relics.saveRelic({ ...relic, projectId: ctx.project.id, relicId, settings }))
      .relicId,
})

deletes('Relic', {
  description: 'Deletes a relic, with the values of a KEY_VALUE relic.',
  remove: (relicId, ctx) => ctx.operations.relics.deleteRelic({ projectId: ctx.project.id, relicId }),
})

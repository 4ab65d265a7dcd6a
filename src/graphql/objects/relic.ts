import { queryFromInfo } from '@pothos/plugin-prisma'
import { RungraphError } from '../../domain/errors.ts'
import { toJson } from '../../domain/json.ts'
import type { RelicOperation } from '../../domain/relic.ts'
import { byCreation } from '../../domain/row-list.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { canBeName, readId, toGlobalId } from '../global-id.ts'
import { deletion } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { ToolEffectEnum, toolEffects } from './tool.ts'

export const RelicKind = describedEnum('RelicKind', 'Kind of a relic.', {
  KEY_VALUE: 'Store of JSON values by key, in the database of the server. Values can expire.',
  SQL: 'PostgreSQL database. It is read only unless its settings allow writes.',
  HTTP: 'HTTP API, restricted to the methods and paths that its settings allow.',
})

const RelicOperationObject = builder.objectRef<RelicOperation>('RelicOperation').implement({
  description: 'Operation of a relic. In plans, its target is `<relic>.<name>`.',
  fields: (t) => ({
    name: t.exposeString('operation', { description: 'Name of the operation.' }),
    description: t.exposeString('description', {
      description: 'Description of the operation, as models receive it.',
    }),
    inputSchema: t.expose('inputSchema', {
      type: 'JSON',
      description: 'JSON Schema of the parameters of the operation.',
    }),
    effect: t.field({
      type: ToolEffectEnum,
      description: 'Effect of the operation, which decides about an interrupted call.',
      resolve: ({ effect }) => toolEffects[effect],
    }),
  }),
})

export const Relic = builder.prismaObject('Relic', {
  description: 'Persistent service that actions call.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the relic.', resolve: ({ id }) => toGlobalId('Relic', id) }),
    name: t.exposeString('name', { description: 'Name of the relic, unique in the project.' }),
    kind: t.expose('kind', { type: RelicKind, description: 'Kind of the relic.' }),
    operations: t.field({
      type: [RelicOperationObject],
      description: 'Operations of the relic.',
      select: { name: true, kind: true, settings: true },
      resolve: ({ name, kind, settings }, _, ctx) =>
        ctx.operations.relics.operationsOf({ name, kind, settings: toJson(settings) }),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the relic was first saved.',
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
      const where = keyOf(ctx, id, name)
      return where && ctx.prisma.relic.findUnique({ ...query, where })
    },
  }),
}))

function keyOf({ project }: GraphQLContext, id: string | null | undefined, name: string | null | undefined) {
  if ((id == null) === (name == null))
    throw new RungraphError('INVALID_INPUT', { message: 'Give either id or name.', path: ['id'] })
  if (id != null) return { id: readId('Relic', id, 'id'), projectId: project.id }
  const given = name ?? ''
  return canBeName(given) ? { projectId_name: { projectId: project.id, name: given } } : null
}

const SaveRelicInput = builder.inputType('SaveRelicInput', {
  description: 'Input of `saveRelic`.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id of the relic to change. If you leave it out, a new relic is created.',
    }),
    name: t.string({
      description: 'Name of the relic: a letter, then letters, digits, `_` or `-`, at most 48 characters.',
      required: true,
    }),
    kind: t.field({
      type: RelicKind,
      description: 'Kind of the relic. The kind of an existing relic cannot change.',
      required: true,
    }),
    settings: t.field({
      type: 'JSON',
      description:
        'Settings of this kind of relic. A setting that you leave out has its default. Secrets are environment variables of the server for the project: `RELIC_<PROJECT>__<NAME>`.',
    }),
  }),
})

const RelicDeletion = deletion('Relic')

const SaveRelicResult = resultOf('SaveRelicResult', Relic, {
  description: 'Saved relic, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationFields((t) => ({
  saveRelic: t.field({
    type: SaveRelicResult,
    description: 'Creates or changes a relic. The new settings apply from its next operation on.',
    args: { input: t.arg({ type: SaveRelicInput, description: 'Relic to save.', required: true }) },
    resolve: (_, { input: { id: globalId, name, kind, settings } }, ctx, info) =>
      outcome(info, async () => {
        const relicId = globalId == null ? undefined : readId('Relic', globalId, 'id')
        const call = { projectId: ctx.project.id, relicId, name, kind, settings: toJson(settings ?? {}) }
        const { relicId: id } = await ctx.operations.relics.saveRelic(call)
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Relic', select: { id: true } })
        return ctx.prisma.relic.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
  deleteRelic: t.field({
    type: RelicDeletion.Result,
    description: 'Deletes a relic, with the values of a KEY_VALUE relic.',
    args: { input: t.arg({ type: RelicDeletion.Input, description: 'Relic to delete.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, relicId: readId('Relic', input.id, 'id') }
        const { relicId } = await ctx.operations.relics.deleteRelic(call)
        return { id: toGlobalId('Relic', relicId) }
      }),
  }),
}))

import { queryFromInfo } from '@pothos/plugin-prisma'
import { toJson } from '../domain/json.ts'
import { builder } from './builder.ts'
import { deletion } from './deletion.ts'
import { outcome, resultOf } from './error.ts'
import { findId, toGlobalId } from './global-id.ts'
import { Relic, RelicKind } from './relic.ts'

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

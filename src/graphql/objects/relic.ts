import { toChoice } from '../../domain/declared.ts'
import { toJson } from '../../domain/json.ts'
import { givenRelic, type RelicOperation, relicKind } from '../../domain/relic.ts'
import { byCreation } from '../../domain/row-list.ts'
import { shownEffect } from '../../domain/tool.ts'
import { idOf, json, one, string, valueObject } from '../fields.ts'
import { deletes, mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { queryByKey, rowObject } from '../row-object.ts'
import { enumOf, inputFields } from '../shape.ts'

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
        type: enumOf(shownEffect),
        description: 'Effect of the operation, which decides about an interrupted call.',
        resolve: ({ effect }) => toChoice(effect),
      }),
    }),
  },
)

export const Relic = rowObject(
  'Relic',
  'Persistent service that actions call.',
  {
    name: 'Name of the relic, unique in the project.',
    createdAt: 'Time when the relic was first saved.',
    kind: one(enumOf(relicKind), 'Kind of the relic.'),
  },
  (t) => ({
    operations: t.field({
      type: [RelicOperationObject],
      description: 'Operations of the relic.',
      select: { name: true, kind: true, settings: true },
      resolve: ({ name, kind, settings }, _, ctx) =>
        ctx.operations.relics.operationsOf({ name, kind, settings: toJson(settings) }),
    }),
  }),
)

const relics = defineList(Relic, {
  table: 'Relic',
  words: ['relic', 'relics'],
  order: byCreation,
})

queryByKey('Relic', Relic, 'name')

relics.query('relics', 'Relics of the project, in the order in which they were first saved.')

mutation('saveRelic', {
  description: 'Creates or changes a relic. The new settings apply from its next operation on.',
  argument: 'Relic to save.',
  input: {
    id: idOf('Relic', 'Global id of the relic to change. If you leave it out, a new relic is created.'),
    ...inputFields(givenRelic),
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

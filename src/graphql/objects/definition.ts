import type { DefinitionChange } from '../../domain/definition-changes.ts'
import { builder, describedEnum } from '../builder.ts'
import { moment, type OrderColumn, toOrder } from '../paging/order.ts'

describedEnum('ArchiveState', 'Choice between archived agents or workflows, the others, and both.', {
  ACTIVE: 'Objects that are not archived.',
  ARCHIVED: 'Archived objects.',
  ANY: 'Archived objects and others.',
})

/** What agents or workflows are ordered by. */
export function definitionOrder(word: 'agent' | 'workflow') {
  const orders = {
    CREATED_AT: moment('createdAt', `Time when the ${word} was created.`),
    UPDATED_AT: moment('updatedAt', `Time when the ${word} was last changed.`),
    NAME: textColumn('name', `Display name of the ${word}.`),
    SLUG: textColumn('slug', `Slug of the ${word}.`),
  }
  return { orders, order: toOrder(orders, { field: 'CREATED_AT', direction: 'ASC' }) }
}

function textColumn(column: string, description: string): OrderColumn {
  return { column, type: 'text', nullable: false, description }
}

export const DefinitionChangeObject = builder.objectRef<DefinitionChange>('DefinitionChange').implement({
  description: 'Field that two versions of a definition have with different values.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Name of the field. A setting of a group has the group before it: `gates.decider`.',
    }),
    before: t.expose('before', {
      type: 'JSON',
      description: 'Value in the earlier version. Null if it had none.',
      nullable: true,
    }),
    after: t.expose('after', {
      type: 'JSON',
      description: 'Value in this version. Null if it has none.',
      nullable: true,
    }),
  }),
})

import { definitionChange } from '../../domain/definition-changes.ts'
import { type OrderColumn, timeColumn, toOrder } from '../paging/order.ts'
import { objectOf } from '../shape.ts'

/** What agents or workflows are ordered by. */
export function definitionOrder(word: 'agent' | 'workflow') {
  const orders = {
    CREATED_AT: timeColumn('createdAt', `Time when the ${word} was created.`),
    UPDATED_AT: timeColumn('updatedAt', `Time when the ${word} was last changed.`),
    NAME: textColumn('name', `Display name of the ${word}.`),
    SLUG: textColumn('slug', `Slug of the ${word}.`),
  }
  return { orders, order: toOrder(orders, { field: 'CREATED_AT', direction: 'ASC' }) }
}

function textColumn(column: string, description: string): OrderColumn {
  return { column, type: 'text', nullable: false, description }
}

export const DefinitionChangeObject = objectOf(definitionChange)

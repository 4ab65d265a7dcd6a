import type { Order } from '../../domain/row-list.ts'
import { builder, describedEnum } from '../builder.ts'
import { capital } from '../fields.ts'

export const OrderDirection = describedEnum('OrderDirection', 'Direction of an order.', {
  ASC: 'Ascending: the lowest value first.',
  DESC: 'Descending: the highest value first.',
})

/** A column that a list can be ordered by. It has an index with the list's parent and the id. */
export interface OrderColumn extends Pick<Order, 'column' | 'type' | 'nullable'> {
  readonly description: string
}

/** By the names of the API. */
export type OrderColumns<Field extends string> = Readonly<Record<Field, OrderColumn>>

/** A column with a time that each row has. */
export function timeColumn(column: string, description: string): OrderColumn {
  return { column, type: 'timestamptz', nullable: false, description }
}

/** An order as callers give it. */
export interface OrderArgument<Field extends string> {
  readonly field: Field
  readonly direction: Order['direction']
}

/** The order of a list, named so that a cursor of another order is refused. */
export function toOrder<Field extends string>(
  columns: OrderColumns<Field>,
  { field, direction }: OrderArgument<Field>,
): Order {
  const { column, type, nullable } = columns[field]
  return { name: `${field} ${direction}`, direction, column, type, nullable }
}

/** The input of the order of a list of objects of a type, which descriptions name by a word. */
export function orderInput(name: string, many: string, columns: OrderColumns<string>) {
  const meanings = Object.entries(columns).map(([field, { description }]) => [field, description] as const)
  const Field = describedEnum(
    `${name}OrderField`,
    `Fields that ${many} can be ordered by. ${capital(many)} with equal values are ordered by id.`,
    Object.fromEntries(meanings),
  )
  return builder.inputType(`${name}Order`, {
    description: `Order of a list of ${many}.`,
    fields: (t) => ({
      field: t.field({ type: Field, description: 'Field to order by.', required: true }),
      direction: t.field({ type: OrderDirection, description: 'Direction of the order.', required: true }),
    }),
  })
}

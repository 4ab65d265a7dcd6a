import type { Order } from '../../domain/row-list.ts'
import { describedEnum } from '../builder.ts'

export const OrderDirection = describedEnum('OrderDirection', 'Direction of an order.', {
  ASC: 'Ascending: the lowest value first.',
  DESC: 'Descending: the highest value first.',
})

/** The columns that a list can be ordered by, by the names of the API. Each has an index with the list's parent and the id. */
export type OrderColumns<Field extends string> = Readonly<
  Record<Field, Pick<Order, 'column' | 'type' | 'nullable'>>
>

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
  return { name: `${field} ${direction}`, direction, ...columns[field] }
}

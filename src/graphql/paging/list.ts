import type { ObjectRef } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Filter, FilterOf } from '../../domain/filter-field.ts'
import { everything, type List, type ListTable, type Order, type RowFilter } from '../../domain/row-list.ts'
import { builder, type Types } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { capital, type GivenInput } from '../fields.ts'
import { connect } from './connection.ts'
import { filterInput, readFilter } from './filter-input.ts'
import { type OrderArgument, type OrderColumns, orderInput, toOrder } from './order.ts'
import type { PageArguments } from './page-arguments.ts'

/** A list of objects, said once: its pages, what callers filter and order it by, and its rows. */
interface Declaration<Of extends Filter> {
  /** Also the name of the type. */
  readonly table: ListTable
  /** Its objects as descriptions name them, one and many. */
  readonly words: readonly [string, string]
  /** What a position is a position in. Default: the list. */
  readonly place?: string
  readonly filter?: Of
  /** What there is without a filter. Default: all of the objects. */
  readonly unfiltered?: string
  /** Which rows a filter keeps; `null`: the caller gave none. Default: all. */
  readonly where?: (ctx: GraphQLContext, filter: FilterOf<Of> | null) => RowFilter
  /** What callers may order it by. Default: nothing. */
  readonly orders?: OrderColumns<string>
  /** Its order where callers give none. */
  readonly order: Order
}

export interface ListArguments<Filter = GivenInput> {
  readonly filter?: Filter | null | undefined
  readonly orderBy?: OrderArgument<string> | null | undefined
}

/** An object whose rows a list has, by the column that names it. */
export interface ListOwner {
  readonly column: string
  readonly id: string
}

export interface FieldOptions {
  readonly description: string
  /** The column that names the object that has the field. Default: the list is one of the whole project. */
  readonly column?: string
  /** Arguments besides those of pages. Default: all that the list has. */
  readonly takes?: readonly ('filter' | 'orderBy')[]
  /** Another order than the list has elsewhere. */
  readonly order?: Order
}

/** Declares a list with the types of its pages and of its arguments. */
export function defineList<Row extends { readonly id: string }, Of extends Filter = Filter>(
  type: ObjectRef<Types, Row>,
  { table, words: [one, many], place = 'list', order, ...declared }: Declaration<Of>,
) {
  const Edge = builder.edgeObject({
    type,
    name: `${table}Edge`,
    description: `${capital(one)} and its position in the ${place}.`,
  })
  const Connection = builder.connectionObject(
    { type, name: `${table}Connection`, description: `Page of ${many}.` },
    Edge,
  )
  const Filter = declared.filter && filterInput(declared.filter)
  const Order = declared.orders && orderInput(table, many, declared.orders)
  const { filter: filters, unfiltered = many, where = () => everything, orders } = declared

  /** The rows of an object, by default those of the caller's project. */
  function rowsOf(
    ctx: GraphQLContext,
    { filter, orderBy }: ListArguments<FilterOf<Of>>,
    { column, id }: ListOwner = { column: 'projectId', id: ctx.project.id },
  ): List & { readonly of: string } {
    return {
      of: id,
      table,
      parent: column,
      where: where(ctx, filter ?? null),
      order: orders && orderBy ? toOrder(orders, orderBy) : order,
    }
  }

  /** A field with pages of the list: of the project, or of the object that has the field. */
  function field({ description, column, takes = ['filter', 'orderBy'], order: other }: FieldOptions) {
    const args = builder.args((t) => ({
      ...t.connectionArgs(),
      ...(Filter &&
        takes.includes('filter') && {
          filter: t.field({
            type: Filter,
            description: `Filter for the ${many}. All ${unfiltered} if you leave it out.`,
          }),
        }),
      ...(Order &&
        takes.includes('orderBy') && {
          orderBy: t.field({ type: Order, description: `Order of the ${many}.` }),
        }),
    }))
    return {
      type: Connection,
      description,
      args,
      resolve: (
        parent: { readonly id?: string },
        { filter, ...given }: PageArguments & ListArguments,
        ctx: GraphQLContext,
        info: GraphQLResolveInfo,
      ) => {
        const known = column === 'agentId' ? ['agent'] : []
        const read = filters && filter ? readFilter(filters, filter, { known }) : null
        const list = rowsOf(ctx, { ...given, filter: read }, ownerOf(parent, column))
        return connect<Row>({ ctx, info, args: given }, other ? { ...list, order: other } : list)
      },
    }
  }

  /** Declares the query for the list of the whole project. */
  function query(name: string, description: string): void {
    builder.queryField(name, (t) => t.field(field({ description })))
  }
  return { Edge, Connection, Filter, Order, rowsOf, field, query }
}

/** The object that has a field with its rows by a column. The root of an operation may be no object at all. */
function ownerOf(parent: { readonly id?: string }, column: string | undefined): ListOwner | undefined {
  if (column === undefined) return undefined
  const { id } = parent
  if (id === undefined) throw new Error(`An object without an id has no rows by ${column}.`)
  return { column, id }
}

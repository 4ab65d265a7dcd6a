import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import {
  isPositionValue,
  type List,
  type ListTable,
  type Order,
  type RowCount,
  type RowPosition,
  type Slice,
} from '../../domain/row-list.ts'
import type { GraphQLContext } from '../context.ts'
import { isRowId, type ListCursor, readListCursor, toListCursor } from '../list-cursor.ts'
import { type PageArguments, type PageInfo, readBounds, toPageInfo, trim } from './page-arguments.ts'
import { readReferences } from './plain-rows.ts'
import { type PlainSelection, plainSelection } from './plain-selection.ts'

/** A connection before anything of it is read: a field that nobody selects costs nothing. */
export interface Connection<Row> {
  readonly edges: Promise<readonly Edge<Row>[]>
  readonly pageInfo: Promise<PageInfo>
  readonly totalCount: Promise<number>
  readonly isTotalCountEstimated: Promise<boolean>
}

export interface Edge<Row> {
  readonly cursor: string
  readonly node: Row
}

/** How a connection is read, each part where it is selected. */
interface Parts<Row> {
  readonly page: () => Promise<Page<Row>>
  readonly count: () => Promise<RowCount>
}

/** Nothing is read before it is selected, and a page is read once. */
function readOnce<Row>({ page: read, count }: Parts<Row>): Connection<Row> {
  let page: Promise<Page<Row>> | undefined
  const once = () => (page ??= read())
  return {
    get edges() {
      return once().then(({ edges }) => edges)
    },
    get pageInfo() {
      return once().then(({ pageInfo }) => pageInfo)
    },
    get totalCount() {
      return count().then((rows) => rows.count)
    },
    get isTotalCountEstimated() {
      return count().then((rows) => rows.isEstimate)
    },
  }
}

/** How a list is read whose rows are all counted. */
interface Reads<Row> {
  /** The rows of the page, with one more if there are more. */
  readonly rows: () => Promise<readonly Row[]>
  readonly cursorOf: (row: Row) => string
  readonly count: () => Promise<number>
}

/** The connection of a list whose rows are all counted. */
export function connectionOf<Row>(
  bounds: Parameters<typeof toPageInfo>[0],
  { rows, cursorOf, count }: Reads<Row>,
): Connection<Row> {
  return readOnce({
    page: async () => {
      const found = await rows()
      const edges = trim(found, bounds).map((node) => ({ cursor: cursorOf(node), node }))
      return { edges, pageInfo: toPageInfo(bounds, edges, found.length) }
    },
    count: async () => ({ count: await count(), isEstimate: false }),
  })
}

interface Page<Row> {
  readonly edges: readonly Edge<Row>[]
  readonly pageInfo: PageInfo
}

interface PageKey {
  readonly parent: string
  readonly select: { readonly id: true }
}

/**
 * The connection of one parent's list. The pages of all parents that have the field are read together: where the operation selects columns
 * of the nodes and of objects that they reference, one statement for all rows and one for each kind of object, as plain objects; otherwise
 * one for their positions, one for the rows and one per selected relation. @throws INVALID_INPUT, CURSOR_INVALID
 */
export function connect<Row extends { readonly id: string }>(
  field: { readonly ctx: GraphQLContext; readonly info: GraphQLResolveInfo; readonly args: PageArguments },
  list: List & { readonly of: string },
): Connection<Row> {
  const { ctx, info } = field
  const slice = readSlice(field.args, list.order)
  const selection = plainSelection(info)
  const counts = ctx.loaders.ofField<string, RowCount>(info, 'count', (parents) =>
    readCounts(ctx, list, parents),
  )
  const read = () =>
    selection === null
      ? ctx.loaders
          .ofField<PageKey, Page<Row>>(info, 'page', (keys) => readPages<Row>({ ctx, list, slice }, keys))
          .load({ parent: list.of, select: selectNodes(ctx, info) })
      : ctx.loaders
          .ofField<string, Page<Row>>(info, 'plain page', (parents) =>
            readPlainPages({ ctx, list, slice, selection }, parents),
          )
          .load(list.of)
  return readOnce({ page: read, count: () => counts.load(list.of) })
}

/** A row of a list as an edge, with its place in the list's order; `null` where there is no such row any more. */
export async function edgeOf<Row extends { readonly id: string }>(
  ctx: GraphQLContext,
  list: List & { readonly of: string },
  node: Row,
): Promise<Edge<Row> | null> {
  const found = await ctx.reads.slices(list, [list.of], {
    limit: 1,
    backward: false,
    after: null,
    before: null,
  })
  const position = found.get(list.of)?.find(({ id }) => id === node.id)
  return position === undefined ? null : new ListEdge(list.order, position, node)
}

interface PlainReading extends Reading {
  readonly selection: PlainSelection
}

async function readPlainPages<Row extends { readonly id: string }>(
  { ctx, list, slice, selection }: PlainReading,
  parents: readonly string[],
): Promise<readonly Page<Row>[]> {
  const { columns } = selection
  const rows = await ctx.reads.rows({ list, columns }, [...new Set(parents)], slice)
  await readReferences(
    ctx.reads,
    [...rows.values()].flatMap((found) => found.map(({ row }) => row)),
    selection,
  )
  return parents.map((parent) => {
    const found = rows.get(parent) ?? []
    // A row has the columns that the operation selects, which is all that resolvers read of it.
    const edges = trim(found, slice).map(
      ({ value, row }) => new ListEdge(list.order, { value, id: row.id }, row as Row),
    )
    return { edges, pageInfo: toPageInfo(slice, edges, found.length) }
  })
}

interface Reading {
  readonly ctx: GraphQLContext
  readonly list: List
  readonly slice: Slice
}

async function readPages<Row extends { readonly id: string }>(
  { ctx, list, slice }: Reading,
  keys: readonly PageKey[],
): Promise<readonly Page<Row>[]> {
  const parents = keys.map(({ parent }) => parent)
  const positions = await ctx.reads.slices(list, [...new Set(parents)], slice)
  const kept = new Map([...positions].map(([parent, found]) => [parent, trim(found, slice)]))
  const ids = [...new Set([...kept.values()].flatMap((found) => found.map(({ id }) => id)))]
  // One field of the operation selects the same of all nodes.
  const { select } = keys[0] ?? { select: { id: true } }
  const found = ids.length > 0 ? await findRows(ctx, list.table, { select, where: { id: { in: ids } } }) : []
  // A row has the columns and relations that the operation selects, which is all that resolvers read of it.
  const rows = new Map(found.map((row) => [row.id, row as Row]))
  return parents.map((parent) => {
    const edges = (kept.get(parent) ?? []).flatMap((position) =>
      toEdge(list, position, rows.get(position.id)),
    )
    return { edges, pageInfo: toPageInfo(slice, edges, positions.get(parent)?.length ?? 0) }
  })
}

interface RowQuery {
  readonly select: { readonly id: true }
  readonly where: { readonly id: { readonly in: string[] } }
}

/** Reads rows by id with the columns and relations that a query selects. */
function findRows({ prisma }: GraphQLContext, table: ListTable, query: RowQuery) {
  const models: Readonly<
    Record<
      Uncapitalize<ListTable>,
      { findMany(query: RowQuery): Promise<readonly { readonly id: string }[]> }
    >
  > = prisma
  // Prisma names the rows of a table so.
  const name = `${table.charAt(0).toLowerCase()}${table.slice(1)}` as Uncapitalize<ListTable>
  return models[name].findMany(query)
}

/**
 * Returns the part of the operation's selection that concerns the nodes; the plugin adds it to the one column that is requested here. It is
 * requested for each parent, because the plugin remembers by parent the columns with which the rows below were read.
 */
function selectNodes(context: GraphQLContext, info: GraphQLResolveInfo) {
  return queryFromInfo({ context, info, select: { id: true }, paths: [['edges', 'node'], ['nodes']] }).select
}

async function readCounts(
  ctx: GraphQLContext,
  list: List,
  parents: readonly string[],
): Promise<readonly RowCount[]> {
  const counts = await ctx.reads.rowCounts(list, [...new Set(parents)])
  return parents.map((parent) => counts.get(parent) ?? { count: 0, isEstimate: false })
}

/** A row that was deleted since its place was read leaves no edge. */
function toEdge<Row>(list: List, position: RowPosition, node: Row | undefined): readonly Edge<Row>[] {
  return node === undefined ? [] : [new ListEdge(list.order, position, node)]
}

/** Its cursor is made where an operation selects it: a page of nested lists has hundreds that nobody reads. */
class ListEdge<Row> implements Edge<Row> {
  readonly node: Row
  readonly #order: Order
  readonly #position: RowPosition

  constructor(order: Order, position: RowPosition, node: Row) {
    this.#order = order
    this.#position = position
    this.node = node
  }

  get cursor(): string {
    return toCursor(this.#order, this.#position)
  }
}

/** The slice of the list that the arguments select. @throws INVALID_INPUT, CURSOR_INVALID naming the argument */
function readSlice(args: PageArguments, order: Order): Slice {
  return readBounds(args, (cursor) => {
    const [value, id] = readListCursor(cursor, cursorIn(order))
    return { value, id }
  })
}

function cursorIn(order: Order): ListCursor<readonly [string | null, string]> {
  const isValue = (part: unknown) => isPositionValue(order, part)
  const otherwise = 'it comes from another list, or from this list in another order'
  return { name: order.name, otherwise, parts: [isValue, isRowId] }
}

/** The place of a row as clients hold it. */
function toCursor(order: Order, { value, id }: RowPosition): string {
  return toListCursor(order, [value, id])
}

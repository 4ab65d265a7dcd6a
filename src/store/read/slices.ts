import type pg from 'pg'
import type { List, Order, PlainRow, RowPosition, Slice } from '../../domain/row-list.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { toCondition } from './conditions.ts'
import { tagRows } from './run-conditions.ts'

/**
 * The places of one slice of each parent's list, by parent, in the list's order; one row more than `limit` where there are more.
 * One statement whatever the number of parents, and each slice is one range of the index: no cost grows with what lies before it.
 */
export async function readSlices(
  prisma: PrismaClient,
  list: List,
  parents: readonly string[],
  slice: Slice,
): Promise<ReadonlyMap<string, readonly RowPosition[]>> {
  const rows = await prisma.$queryRaw<(RowPosition & { parent: string })[]>`
    select parents.id as parent, slice.id, slice."place of row" as value
    from unnest(${parents}::uuid[]) as parents(id)
    cross join lateral (${sliceStatement(list, slice)}) slice`
  const positions = Map.groupBy(rows, (row) => row.parent)
  if (slice.backward) for (const rowsOfOne of positions.values()) rowsOfOne.reverse()
  return positions
}

/**
 * The rows of one slice of each parent's list as plain objects with these columns, and their places: with `readSlices`' statement, and without Prisma, which
 * takes longer for its objects than PostgreSQL for the page.
 */
export async function readRows(
  pool: pg.Pool,
  { list, columns }: { readonly list: List; readonly columns: readonly string[] },
  parents: readonly string[],
  slice: Slice,
): Promise<ReadonlyMap<string, readonly PlainRow[]>> {
  const { text, values } = Prisma.sql`
    select parents.id as "parent of row", slice.*
    from unnest(${parents}::uuid[]) as parents(id)
    cross join lateral (${sliceStatement(list, slice, columns)}) slice`
  const { rows } = await pool.query<StoredRow>({ text, values })
  const found = Map.groupBy(
    rows.map((row) => ({ parent: row['parent of row'], value: row['place of row'], row })),
    ({ parent }) => parent,
  )
  if (slice.backward) for (const rowsOfOne of found.values()) rowsOfOne.reverse()
  return found
}

/** The rows of a table with these ids, as plain objects with these columns, in no particular order. */
export async function readRowsById(
  pool: pg.Pool,
  table: string,
  columns: readonly string[],
  ids: readonly string[],
): Promise<readonly PlainRow['row'][]> {
  const shown = columns.map((one) => `"${one}"`).join(', ')
  const text = `select ${shown} from "${table}" where id = any($1::uuid[])`
  const { rows } = await pool.query<PlainRow['row']>({ text, values: [ids] })
  return rows
}

/** Names with spaces: no column has one. */
interface StoredRow {
  readonly id: string
  readonly 'parent of row': string
  readonly 'place of row': string | null
}

/** Returns the number of rows in the list of each parent. A parent without rows is absent. */
export async function countRows(
  prisma: PrismaClient,
  list: List,
  parents: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const parent = name(list.parent)
  const rows = await prisma.$queryRaw<{ parent: string; count: number }[]>`
    select t.${parent} as parent, count(*)::int as count from ${name(list.table)} t
    where t.${parent} = any(${parents}::uuid[]) and ${toCondition(list.where)} group by 1`
  return new Map(rows.map((row) => [row.parent, row.count]))
}

function sliceStatement(list: List, slice: Slice, columns: readonly string[] = ['id']): Prisma.Sql {
  const descending = (list.order.direction === 'DESC') !== slice.backward
  const direction = Prisma.raw(descending ? 'desc' : 'asc')
  const source = sourceOf(list)
  const { column, id } = source
  const selected = Prisma.raw(columns.map((one) => `t."${one}"`).join(', '))
  const parts = ranges(list.order, slice.from, { ...source, descending }).map(
    (range) => Prisma.sql`(
      select ${selected}, ${column} as "order of row", ${placeOf(list.order, column)} as "place of row" from ${source.rows}
      where t.${name(list.parent)} = parents.id and ${toCondition(list.where)} and ${range}
      order by ${column} ${direction}, ${id} ${direction} limit ${slice.limit + 1})`,
  )
  const shown = Prisma.raw(columns.map((one) => `part."${one}"`).join(', '))
  return Prisma.sql`select ${shown}, part."place of row" from (${Prisma.join(parts, ' union all ')}) part
    order by part."order of row" ${direction}, part.id ${direction} limit ${slice.limit + 1}`
}

/** The rows "t" of a list, with the columns that an index has in its order. */
interface Source {
  readonly rows: Prisma.Sql
  readonly column: Prisma.Sql
  readonly id: Prisma.Sql
}

/** Runs with a tag are read by the rows of their tags, which are in the order of the runs' creation. */
function sourceOf({ table, order, where }: List): Source {
  const tags = where.kind === 'runs' && order.column === 'createdAt' ? tagRows(where) : null
  if (tags === null)
    return {
      rows: Prisma.sql`${name(table)} t`,
      column: Prisma.sql`t.${name(order.column)}`,
      id: Prisma.sql`t.id`,
    }
  return {
    rows: Prisma.sql`(select g."runId", g."createdAt" from "RunTag" g where ${tags}) g join "Run" t on t.id = g."runId"`,
    column: Prisma.sql`g."createdAt"`,
    id: Prisma.sql`g."runId"`,
  }
}

/**
 * Returns the rows behind a position, each as one range of the index. A row comparison is one range. The same condition with OR is a filter
 * over all rows before it, and so is a comparison with NULL: rows without a value are a range of their own.
 */
function ranges(
  order: Order,
  from: RowPosition | null,
  { column, id, descending }: Source & { readonly descending: boolean },
): readonly Prisma.Sql[] {
  if (from === null) return [Prisma.sql`true`]
  const operator = Prisma.raw(descending ? '<' : '>')
  if (from.value === null) {
    const nulls = Prisma.sql`${column} is null and ${id} ${operator} ${from.id}::uuid`
    return descending ? [nulls, Prisma.sql`${column} is not null`] : [nulls]
  }
  const beyond = Prisma.sql`(${column}, ${id}) ${operator} (${from.value}::text::${Prisma.raw(order.type)}, ${from.id}::uuid)`
  return order.nullable && !descending ? [beyond, Prisma.sql`${column} is null`] : [beyond]
}

function placeOf(order: Order, column: Prisma.Sql): Prisma.Sql {
  return order.type === 'timestamptz'
    ? Prisma.sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : Prisma.sql`${column}::text`
}

/** A table or column of the schema; never anything that a caller wrote. */
function name(identifier: string): Prisma.Sql {
  return Prisma.raw(`"${identifier}"`)
}

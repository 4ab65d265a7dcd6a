import type pg from 'pg'
import type { List, Order, PlainRow, RowCount, RowFilter, RowPosition, Slice } from '../../domain/row-list.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { columnList } from '../../sql/columns.ts'
import { nameStatements } from '../../sql/statement-names.ts'
import { always, splitFilter, toCondition } from './conditions.ts'
import { keysOfRuns, type Ordered, type RunKeys, tagRows } from './run-conditions.ts'

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
    cross join lateral (${sliceStatement(list, slice, parents)}) slice`
  const positions = Map.groupBy(rows, (row) => row.parent)
  if (slice.backward) for (const rowsOfOne of positions.values()) rowsOfOne.reverse()
  return positions
}

/** By list, columns and kind of place. */
const sliceName = nameStatements('rungraph-slice', 50)

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
    cross join lateral (${sliceStatement(list, slice, parents, columns)}) slice`
  // Where there is a filter, the plan that suits its values is worth more than the time that planning takes.
  const statement = { name: list.where.kind === 'all' ? sliceName(text) : undefined, text, values }
  const { rows } = await pool.query<StoredRow>(statement)
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
  const text = `select ${columnList(columns)} from "${table}" where id = any($1::uuid[])`
  const { rows } = await pool.query<PlainRow['row']>({ text, values: [ids] })
  return rows
}

/** Names with spaces: no column has one. */
interface StoredRow {
  readonly id: string
  readonly 'parent of row': string
  readonly 'place of row': string | null
}

/** Rows of one list that are counted. */
const mostCounted = 10_000

/**
 * Returns the number of rows in the list of each parent: counted up to 10,000, beyond that estimated by PostgreSQL from its statistics, so
 * that a total takes no longer as history grows.
 */
export async function countRows(
  prisma: PrismaClient,
  list: List,
  parents: readonly string[],
): Promise<ReadonlyMap<string, RowCount>> {
  const source = sourceOf(list)
  const limit = mostCounted + 1
  // As for a page, in the order of an index: without one the planner might read the table from its beginning.
  const order = Prisma.sql`order by ${source.column} desc, ${source.id} desc limit ${limit}`
  const matching = (parent: Prisma.Sql, filter: RowFilter) => Prisma.sql`select from ${source.rows}
    where t.${quotedName(list.parent)} = ${parent} and ${toCondition(filter, parents)}`
  const parts = filtersOf(list).map(
    (filter) => Prisma.sql`(${matching(Prisma.sql`parents.id`, filter)} ${order})`,
  )
  const rows = source.keys
    ? cut(source.keys, { range: always, direction: Prisma.raw('desc'), limit })
    : Prisma.join(parts, ' union all ')
  const counted = await prisma.$queryRaw<{ parent: string; count: number }[]>`
    select parents.id as parent, counted.count from unnest(${parents}::uuid[]) as parents(id)
    cross join lateral (select count(*)::int as count from (${rows}) matching) counted`
  const counts = counted.map(async ({ parent, count }): Promise<[string, RowCount]> => {
    if (count <= mostCounted) return [parent, { count, isEstimate: false }]
    const [plan] = await prisma.$queryRaw<{ 'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }] }[]>`
      explain (format json) ${matching(Prisma.sql`${parent}::uuid`, list.where)}`
    const estimate = plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
    return [parent, { count: Math.max(count, estimate), isEstimate: true }]
  })
  return new Map(await Promise.all(counts))
}

function sliceStatement(
  list: List,
  slice: Slice,
  parents: readonly string[],
  columns: readonly string[] = ['id'],
): Prisma.Sql {
  const descending = (list.order.direction === 'DESC') !== slice.backward
  const direction = Prisma.raw(descending ? 'desc' : 'asc')
  const source = sourceOf(list)
  const { column, id } = source
  const limit = slice.limit + 1
  const selected = Prisma.raw(columnList(columns, 't'))
  const filters = filtersOf(list)
  const parts = rangesOf(list.order, slice, source.keys ?? source).flatMap((range) => {
    const { rows, isInRange } = within(source, { range, direction, limit })
    return filters.map(
      (filter) => Prisma.sql`(
      select ${selected}, ${column} as "order of row", ${placeOf(list.order, column)} as "place of row" from ${rows}
      where t.${quotedName(list.parent)} = parents.id and ${toCondition(filter, parents)} and ${isInRange}
      order by ${column} ${direction}, ${id} ${direction} limit ${limit})`,
    )
  })
  const shown = Prisma.raw(columnList(columns, 'part'))
  return Prisma.sql`select ${shown}, part."place of row" from (${Prisma.join(parts, ' union all ')}) part
    order by part."order of row" ${direction}, part.id ${direction} limit ${limit}`
}

/** The filters whose rows are read one after another. */
function filtersOf({ order, where }: List): readonly RowFilter[] {
  return order.column === 'createdAt' ? splitFilter(where) : [where]
}

/** The rows "t" of a list, with the columns that an index has in its order. */
interface Source extends Ordered {
  readonly rows: Prisma.Sql
  /** Set where the rows are found by keys, and the filter wants nothing beside these. */
  readonly keys?: RunKeys
}

interface Range {
  readonly range: Prisma.Sql
  readonly direction: Prisma.Sql
  readonly limit: number
}

function within({ rows, keys }: Source, range: Range) {
  if (keys === undefined) return { rows, isInRange: range.range }
  return { rows: Prisma.sql`(${cut(keys, range)}) g join "Run" t on t.id = g."runId"`, isInRange: always }
}

/** The first keys of a range: the planner would read all of them, and then sort. */
function cut({ parts }: RunKeys, { range, direction, limit }: Range): Prisma.Sql {
  const first = Prisma.sql`order by 1 ${direction}, 2 ${direction} limit ${limit}`
  const ofEach = parts.map((part) => Prisma.sql`(${part} and ${range} ${first})`)
  const all = Prisma.join(ofEach, ' union all ')
  return parts.length === 1
    ? all
    : Prisma.sql`select distinct g."createdAt", g."runId" from (${all}) g ${first}`
}

/** Runs with a tag, a model or a tool are read by the rows of these, which are in the order of the runs' creation. */
function sourceOf({ table, parent, order, where }: List): Source {
  const filtered = where.kind === 'runs' && order.column === 'createdAt' ? where : null
  const rows = Prisma.sql`${quotedName(table)} t`
  const ofKeys = { column: Prisma.sql`g."createdAt"`, id: Prisma.sql`g."runId"` }
  const keys = filtered && parent === 'projectId' ? keysOfRuns(filtered) : null
  if (keys) return { rows, keys, ...ofKeys }
  const tag = filtered && tagRows(filtered)
  if (tag) return { rows: Prisma.sql`(${tag}) g join "Run" t on t.id = g."runId"`, ...ofKeys }
  return { rows, column: Prisma.sql`t.${quotedName(order.column)}`, id: Prisma.sql`t.id` }
}

/** Returns the rows between the positions of a slice, each condition one range of the index. */
function rangesOf(order: Order, { after, before }: Slice, columns: Ordered): readonly Prisma.Sql[] {
  const isDescending = order.direction === 'DESC'
  const behind = ranges(order, after, { ...columns, descending: isDescending })
  if (before === null) return behind
  const ahead = ranges(order, before, { ...columns, descending: !isDescending })
  if (after === null) return ahead
  return behind.flatMap((from) => ahead.map((until) => Prisma.sql`${from} and ${until}`))
}

/**
 * Returns the rows behind a position, each as one range of the index. A row comparison is one range. The same condition with OR is a filter
 * over all rows before it, and so is a comparison with NULL: rows without a value are a range of their own.
 */
function ranges(
  order: Order,
  from: RowPosition | null,
  { column, id, descending }: Ordered & { readonly descending: boolean },
): readonly Prisma.Sql[] {
  if (from === null) return [always]
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
function quotedName(identifier: string): Prisma.Sql {
  return Prisma.raw(`"${identifier}"`)
}

import { RungraphError } from '../../domain/errors.ts'
import type { FeedEvent, FeedPosition } from '../../domain/run-log.ts'
import {
  below,
  horizon,
  isAfter,
  type PositionColumns,
  type PositionedRow,
  placedColumns,
  toFeedEvent,
  toPosition,
} from '../commit-order.ts'
import { activeDelay, idleDelay, Poll } from './poll.ts'
import { openTail, type Tail, type TailOptions } from './tails.ts'

/** A reader of a stream in commit order holds at most this many. */
const pageSize = 200

/** A kind of stream in commit order: where its rows `e` are, with "runId", seq and "commitXid". */
export interface StreamSource<Row extends PositionColumns, Item extends FeedPosition> {
  /** Names its statements. */
  readonly name: string
  /** `from … where …`: the rows of the stream `id` whose order is `floor` or higher, found by an index. Both are SQL. */
  readonly rows: (id: string, floor: string) => string
  /** Which of them are given, as ` and …`; its parameters begin with $6. Default: all. */
  readonly condition?: string
  /** Facts to read with each page, as `, … as …`; parameters are those of a page. Default: none. */
  readonly facts?: string
  /** The rows that a page is taken from, where `rows` with $1 and $2 would be too many. */
  readonly pageRows?: string
  /** The columns of a row. */
  readonly columns: string
  readonly toItem: (row: Row) => Item
}

/** The rows of a stream of events. */
export const eventRows: Pick<StreamSource<PositionedRow, FeedEvent>, 'columns' | 'toItem'> = {
  columns: placedColumns,
  toItem: toFeedEvent,
}

/** Result of one read of a stream, all of it in one snapshot. */
export interface OrderedPage<Item, Facts> {
  readonly items: readonly Item[]
  /** Whether there may be more below the horizon. */
  readonly isFull: boolean
  readonly horizon: bigint
  /** Something is durable that the horizon holds back. */
  readonly isHeld: boolean
  readonly facts: Facts
}

/** Stream to read, with its parameters. */
interface Reading {
  readonly id: string
  /** The parameters from $6 on. */
  readonly more?: readonly unknown[]
}

export interface Following extends Reading {
  /** Topics whose wakeups concern the stream. */
  readonly topics: readonly string[]
  readonly signal: AbortSignal
}

/** Streams of one kind, in the order of the commits that wrote them (EVT-5). */
interface OrderedStreams<Item, Facts> {
  /** At most `limit`, after a position. */
  read(of: Reading, after: FeedPosition, limit: number): Promise<OrderedPage<Item, Facts>>
  /**
   * Everything after a position page by page, then live items; never ends on its own. Pulled: the next page is read when all of the one
   * before is taken.
   */
  pages(of: Following, after: FeedPosition): AsyncGenerator<OrderedPage<Item, Facts>, void, void>
  /** The same from the moment that the promise resolves. */
  pagesFromNow(of: Following): Promise<AsyncGenerator<OrderedPage<Item, Facts>, void, void>>
  /**
   * The items of `pages`, or of `pagesFromNow` where the position is `null`. @throws CURSOR_INVALID for a position that no stream has
   * reached: the items before it would be skipped silently
   */
  follow(of: Following, after: FeedPosition | null): Promise<AsyncGenerator<Item, void, void>>
  /** Whether the stream has something at this order, or after it. */
  reaches(id: string, order: bigint): Promise<boolean>
}

type PageRow<Row, Facts> = Facts & { readonly horizon: string; readonly isHeld: boolean } & (
    | Row
    | { readonly runId: null }
  )

/** `Facts` are the columns that the source names so, as `pg` gives them. */
export function createOrderedStreams<Row extends PositionColumns, Item extends FeedPosition, Facts = unknown>(
  options: TailOptions,
  source: StreamSource<Row, Item>,
  tails: OrderTails = createOrderTails(options, source),
): OrderedStreams<Item, Facts> {
  const { pool } = options
  const { name, toItem } = source
  const pageText = pageStatement(source)
  const nowText = nowStatement(source)

  async function read({ id, more = [] }: Reading, { order, runId, seq }: FeedPosition, limit: number) {
    const { rows } = await pool.query<PageRow<Row, Facts>>({
      name: `rungraph-${name}`,
      text: pageText,
      values: [id, `${order}`, runId, seq, limit, ...more],
    })
    const [facts] = rows
    if (facts === undefined) throw new Error('A page has at least its horizon.')
    const items = rows.flatMap((row) => (row.runId === null ? [] : [toItem(row)]))
    return {
      items,
      isFull: items.length === limit,
      horizon: BigInt(facts.horizon),
      isHeld: facts.isHeld,
      facts,
    }
  }

  function pages(of: Following, after: FeedPosition) {
    const open = () => tails.open(of.id, of.topics)
    return pagesAfter(after, { open, read: (position) => read(of, position, pageSize), signal: of.signal })
  }

  async function pagesFromNow(of: Following) {
    const { rows } = await pool.query<NowRow>({
      name: `rungraph-${name}-now`,
      text: nowText,
      values: [of.id],
    })
    const before = rows.flatMap((row) => (row.runId === null ? [] : [toPosition(row)]))
    return without(before, pages(of, below(BigInt(rows[0]?.horizon ?? 0))))
  }

  return {
    read,
    pages,
    pagesFromNow,

    follow: async (of, after) => {
      if (after === null) return itemsOf(await pagesFromNow(of))
      // Events that were given out were below the horizon, which never goes back.
      const { rowCount } = await pool.query({
        name: 'rungraph-horizon',
        text: `select where $1::bigint < ${horizon}`,
        values: [`${after.order}`],
      })
      if (rowCount === 0) throw aheadOfEvents()
      return itemsOf(pages(of, after))
    },

    reaches: async (id, order) => {
      const { rowCount } = await pool.query({
        name: `rungraph-${name}-reach`,
        text: `select ${source.rows('$1::uuid', '$2::bigint')} order by e."commitXid" desc limit 1`,
        values: [id, `${order}`],
      })
      return rowCount !== 0
    },
  }
}

async function* pagesAfter<Item extends FeedPosition, Facts>(
  after: FeedPosition,
  reader: {
    readonly open: () => Tail<Floor>
    readonly read: (after: FeedPosition) => Promise<OrderedPage<Item, Facts>>
    readonly signal: AbortSignal
  },
): AsyncGenerator<OrderedPage<Item, Facts>, void, void> {
  const { open, read, signal } = reader
  // Listening begins before the first read: every row is either read or announced by a wakeup.
  const tail = open()
  let position = after
  try {
    while (!signal.aborted) {
      tail.reset()
      const page = await read(position)
      yield page
      position = page.items.at(-1) ?? position
      if (page.isFull) continue
      // Rows of others below the horizon are not read again.
      if (position.order < page.horizon) position = below(page.horizon)
      await tail.wait({ floor: page.horizon, isHeld: page.isHeld }, signal)
    }
  } finally {
    tail.close()
  }
}

/**
 * Leaves out items that were durable already when a reader began and that the horizon held back then: they belong to the time before, and
 * come late. Of each run these are the items up to the last place that the run had then.
 */
async function* without<Item extends FeedPosition, Facts>(
  before: readonly FeedPosition[],
  pages: AsyncGenerator<OrderedPage<Item, Facts>, void, void>,
): AsyncGenerator<OrderedPage<Item, Facts>, void, void> {
  const last = new Map(before.map((position) => [position.runId, position]))
  const isNew = (item: Item) => {
    const position = last.get(item.runId)
    return position === undefined || isAfter(item, position)
  }
  for await (const page of pages) {
    yield { ...page, items: page.items.filter(isNew) }
    // Behind a page that is not full nothing of before is left.
    if (!page.isFull && !page.isHeld) last.clear()
  }
}

/** The refusal of a position that no stream has reached yet. */
export function aheadOfEvents(): RungraphError {
  const reason = 'it is of a place that the events have not come to'
  return new RungraphError('CURSOR_INVALID', { reason, path: ['after'] })
}

/** Yields the items of pages one by one. */
async function* itemsOf<Item>(
  pages: AsyncGenerator<{ readonly items: readonly Item[] }, void, void>,
): AsyncGenerator<Item, void, void> {
  for await (const { items } of pages) yield* items
}

interface NowPosition extends PositionColumns {
  readonly horizon: string
}

type NowRow = NowPosition | { readonly horizon: string; readonly runId: null }

/**
 * One statement, so that rows, horizon and the remainder are of one snapshot. A single row is requested in order, so that the
 * planner goes by the index also where it takes it for likely that any row will do.
 */
function pageStatement(source: Omit<StreamSource<never, never>, 'toItem'>): string {
  const { rows, pageRows = rows('$1::uuid', '$2::bigint'), columns, condition = '', facts = '' } = source
  return `
select f.*, p.* from (
  select ${horizon} as horizon,
    (select true ${rows('$1::uuid', horizon)}${condition} order by e."commitXid" desc limit 1) is not null as "isHeld"${facts}
) f
left join lateral (
  select ${columns} ${pageRows} and ${isInReach}${condition}
  order by ${inOrder} limit $5
) p on true
order by p."commitXid", p."runId", p.seq`
}

/** After the place of a reader, and below the horizon. */
export const isInReach = `(e."commitXid", e."runId", e.seq) > ($2::bigint, $3::uuid, $4::int) and e."commitXid" < ${horizon}`

export const inOrder = `e."commitXid", e."runId", e.seq`

/** The last place of each run that has one at the horizon, or beyond it. */
function nowStatement({ rows }: Pick<StreamSource<never, never>, 'rows'>): string {
  return `
select f.horizon, b.* from (select ${horizon} as horizon) f left join (
  select distinct on (e."runId") e."runId", e."commitXid", e.seq ${rows('$1::uuid', horizon)}
  order by e."runId", e."commitXid" desc, e.seq desc
) b on true`
}

/** Position of a waiting reader: it has everything below `floor`. */
interface Floor {
  readonly floor: bigint
  readonly isHeld: boolean
}

/** The tails of streams of one kind in one process. */
interface OrderTails {
  /** Wakes on wakeups of any of the topics, and also by polls of the stream. */
  open(id: string, topics: readonly string[]): Tail<Floor>
}

/** A reader whom the horizon holds back is woken soon after it has moved. `rows` is as a StreamSource has it. */
export function createOrderTails(
  { pool, wakeups, report }: TailOptions,
  { name, rows }: { readonly name: string; readonly rows: (id: string, floor: string) => string },
): OrderTails {
  const text = `
select s.number::int as number from unnest($1::uuid[], $2::bigint[]) with ordinality as s(id, floor, number)
cross join lateral (select ${rows('s.id', 's.floor')} and e."commitXid" < ${horizon} order by e."commitXid" limit 1) e`

  /** Returns the readers whose stream has unread rows below the horizon. */
  async function readable(readers: readonly Reader[]): Promise<readonly Reader[]> {
    const values = [readers.map(({ id }) => id), readers.map(({ floor }) => floor.toString())]
    const query = { name: `rungraph-${name}-poll`, text, values }
    const { rows } = await pool.query<{ number: number }>(query)
    const numbers = new Set(rows.map(({ number }) => number))
    return readers.filter((_, index) => numbers.has(index + 1))
  }

  const calm = new Poll<Reader>({ delay: idleDelay, poll: readable, report })
  const held = new Poll<Reader>({ delay: activeDelay, poll: readable, report })
  return {
    open: (id, topics) =>
      openTail({
        wakeups,
        topics,
        join: ({ floor, isHeld }, wake) => (isHeld ? held : calm).join({ id, floor, wake }),
      }),
  }
}

/** A reader that has read a stream below `floor`. */
interface Reader {
  readonly id: string
  readonly floor: bigint
  readonly wake: () => void
}

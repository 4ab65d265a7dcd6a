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
} from '../../sql/commit-order.ts'
import { createOrderTails, type Floor, type OrderTails } from './order-tails.ts'
import { newestCommit, type PlaceSource, resumeAt, toWitness, type WitnessColumn } from './place.ts'
import { serverId } from './server-watch.ts'
import type { Tail, TailOptions } from './tails.ts'

/** A reader of a stream in commit order holds at most this many. */
const pageSize = 200

/** A kind of stream in commit order: where its rows `e` are, with "runId", seq and "commitXid". */
export interface StreamSource<Row extends PositionColumns, Item extends FeedPosition> extends PlaceSource {
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
  readonly toItem: (row: Row & { readonly server: number }) => Item
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
  /** The server that it was read from. */
  readonly server: number
  readonly facts: Facts
}

/** Stream to read, with its parameters. */
interface Reading {
  readonly id: string
  /** The parameters from $6 on. */
  readonly more?: readonly unknown[]
}

export interface FollowedStream extends Reading {
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
   * before is taken. @throws CURSOR_INVALID where the history that the position is of was lost (EVT-10)
   */
  pages(of: FollowedStream, after: FeedPosition): AsyncGenerator<OrderedPage<Item, Facts>, void, void>
  /** The same, after the position was compared. @throws CURSOR_INVALID for one that is not of this history */
  pagesFrom(
    of: FollowedStream,
    after: FeedPosition,
  ): Promise<AsyncGenerator<OrderedPage<Item, Facts>, void, void>>
  /** The same from the moment that the promise resolves. */
  pagesFromNow(of: FollowedStream): Promise<AsyncGenerator<OrderedPage<Item, Facts>, void, void>>
  /** The items of `pagesFrom`, or of `pagesFromNow` where the position is `null`. @throws CURSOR_INVALID */
  follow(of: FollowedStream, after: FeedPosition | null): Promise<AsyncGenerator<Item, void, void>>
}

interface PageFacts {
  readonly horizon: string
  readonly isHeld: boolean
  readonly server: number
}

type PageRow<Row, Facts> = Facts & PageFacts & (Row | { readonly runId: null })

/** `Facts` are the columns that the source names so, as `pg` gives them. */
export function createOrderedStreams<Row extends PositionColumns, Item extends FeedPosition, Facts = unknown>(
  options: TailOptions,
  source: StreamSource<Row, Item>,
  tails: OrderTails = createOrderTails(options, source),
): OrderedStreams<Item, Facts> {
  const { pool, servers } = options
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
    servers.note(facts.server)
    const items = rows.flatMap((row) => (row.runId === null ? [] : [toItem(row)]))
    return {
      items,
      isFull: items.length === limit,
      horizon: BigInt(facts.horizon),
      isHeld: facts.isHeld,
      server: facts.server,
      facts,
    }
  }

  const resume = (id: string, position: FeedPosition) => resumeAt(pool, source, { id, position })

  function pages(of: FollowedStream, after: FeedPosition) {
    return pagesAfter(after, {
      open: () => tails.open(of.id, of.topics),
      read: (position) => read(of, position, pageSize),
      resume: (position) => resume(of.id, position),
      signal: of.signal,
    })
  }

  const pagesFrom = async (of: FollowedStream, after: FeedPosition) => pages(of, await resume(of.id, after))

  async function pagesFromNow(of: FollowedStream) {
    const { rows } = await pool.query<NowRow>({
      name: `rungraph-${name}-now`,
      text: nowText,
      values: [of.id],
    })
    const [now] = rows
    if (now === undefined) throw new Error('There is a horizon at least.')
    const before = rows.flatMap((row) => (row.runId === null ? [] : [toPosition(row)]))
    const { server, witness } = now
    return without(before, pages(of, { ...below(BigInt(now.horizon)), server, witness: toWitness(witness) }))
  }

  return {
    read,
    pages,
    pagesFrom,
    pagesFromNow,
    follow: async (of, after) =>
      itemsOf(after === null ? await pagesFromNow(of) : await pagesFrom(of, after)),
  }
}

async function* pagesAfter<Item extends FeedPosition, Facts>(
  after: FeedPosition,
  reader: {
    readonly open: () => Tail<Floor>
    readonly read: (after: FeedPosition) => Promise<OrderedPage<Item, Facts>>
    /** Compares a place, and gives the one to go on from, with the server that has it. */
    readonly resume: (place: FeedPosition) => Promise<FeedPosition>
    readonly signal: AbortSignal
  },
): AsyncGenerator<OrderedPage<Item, Facts>, void, void> {
  const { open, read, resume, signal } = reader
  // Listening begins before the first read: every row is either read or announced by a wakeup.
  const tail = open()
  let position = after
  // The last place that the database was seen to have something at.
  let last = after
  let server = after.server ?? null
  try {
    while (!signal.aborted) {
      tail.reset()
      const page = await read(position)
      if (server === null && last.witness === undefined) server = page.server
      if (page.server !== server) {
        // Where transactions were lost, rows of others have numbers from which this reader knew all.
        last = await resume(last)
        position = last
        server = last.server ?? null
        continue
      }
      yield page
      position = page.items.at(-1) ?? position
      last = page.items.at(-1) ?? last
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

/** Yields the items of pages one by one. */
async function* itemsOf<Item>(
  pages: AsyncGenerator<{ readonly items: readonly Item[] }, void, void>,
): AsyncGenerator<Item, void, void> {
  for await (const { items } of pages) yield* items
}

interface NowFacts {
  readonly horizon: string
  readonly server: number
  readonly witness: WitnessColumn
}

type NowRow = NowFacts & (PositionColumns | { readonly runId: null })

/**
 * One statement, so that rows, horizon and the remainder are of one snapshot. A single row is requested in order, so that the
 * planner goes by the index also where it takes it for likely that any row will do.
 */
function pageStatement(source: Omit<StreamSource<never, never>, 'toItem'>): string {
  const { rows, pageRows = rows('$1::uuid', '$2::bigint'), columns, condition = '', facts = '' } = source
  return `
select f.*, p.* from (
  select ${horizon} as horizon, ${serverId} as server,
    (select true ${rows('$1::uuid', horizon)}${condition} order by e."commitXid" desc limit 1) is not null as "isHeld"${facts}
) f
left join lateral (
  select ${columns} ${pageRows} and ${isInReach}${condition}
  order by ${streamOrder} limit $5
) p on true
order by p."commitXid", p."runId", p.seq`
}

/** After the place of a reader, and below the horizon. */
export const isInReach = `(e."commitXid", e."runId", e.seq) > ($2::bigint, $3::uuid, $4::int) and e."commitXid" < ${horizon}`

export const streamOrder = `e."commitXid", e."runId", e.seq`

/** The last place of each run that has one at the horizon, or beyond it. */
function nowStatement({ rows, projectOf }: Pick<StreamSource<never, never>, 'rows' | 'projectOf'>): string {
  return `
select f.*, b.* from (
  select ${horizon} as horizon, ${serverId} as server, ${newestCommit(projectOf('$1::uuid'))} as witness
) f left join (
  select distinct on (e."runId") e."runId", e."commitXid", e.seq ${rows('$1::uuid', horizon)}
  order by e."runId", e."commitXid" desc, e.seq desc
) b on true`
}

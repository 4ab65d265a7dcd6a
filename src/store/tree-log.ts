import { RungraphError } from '../domain/errors.ts'
import { type EventType, isEventType, isResting } from '../domain/run-event.ts'
import type { RunLog, TreePosition } from '../domain/run-log.ts'
import { topics } from '../domain/wakeups.ts'
import {
  atStart,
  createOrderTails,
  followInOrder,
  horizon,
  type OrderedPage,
  type PlacedRow,
  pageSize,
  placedColumns,
  toTreeEvent,
} from './commit-order.ts'
import type { TailOptions } from './tails.ts'

/** The logs of a run and all runs below it, as one (EVT-5). */
export function createTreeLog(options: TailOptions): Pick<RunLog, 'readTree' | 'followTree'> {
  const { pool } = options
  const tails = createOrderTails(options, { name: 'rungraph-tree-poll', among: 'e."rootId" = s.id' })

  async function findTree(runId: string): Promise<Tree> {
    const { rows } = await pool.query<{ rootId: string }>({
      name: 'rungraph-root',
      text: `select "rootId" from "Run" where id = $1`,
      values: [runId],
    })
    const [run] = rows
    if (run === undefined) throw new RungraphError('NOT_FOUND', { kind: 'run', key: runId })
    return { topId: runId, rootId: run.rootId }
  }

  async function readPage(tree: Tree, { after, limit, types }: Slice): Promise<OrderedPage> {
    const { topId, rootId } = tree
    const { order, runId, seq } = after
    const { rows } = await pool.query<TreeRow>({
      ...(topId === rootId ? wholeTree : subtree),
      values: [rootId, topId, order.toString(), runId, seq, types, limit],
    })
    const [facts] = rows
    if (facts === undefined) throw new Error('A page of a tree tells its horizon at least.')
    return {
      events: rows.flatMap((row) => (row.runId === null ? [] : [toTreeEvent(row)])),
      horizon: BigInt(facts.horizon),
      isHeld: facts.newest !== null && BigInt(facts.newest) >= BigInt(facts.horizon),
      isAtRest: facts.last !== null && isEventType(facts.last) && isResting(facts.last),
    }
  }

  return {
    async readTree(runId, { after, limit, types }) {
      const tree = await findTree(runId)
      const page = await readPage(tree, { after: after ?? atStart, limit, types: types ?? null })
      return page.events
    },

    async *followTree(runId, { after, signal }) {
      const tree = await findTree(runId)
      // Listening begins before the first read: an event is either read or hinted at.
      const tail = tails.open(tree.rootId, [topics.tree(tree.rootId), topics.events(tree.rootId)])
      const read = (place: TreePosition) => readPage(tree, { after: place, limit: pageSize, types: null })
      yield* followInOrder({ tail, read, after: after ?? atStart, signal })
    },
  }
}

/** A run with those below it, within the tree that it is a part of. */
interface Tree {
  readonly topId: string
  readonly rootId: string
}

interface Slice {
  readonly after: TreePosition
  readonly limit: number
  readonly types: readonly EventType[] | null
}

/** The page's facts with each event of it; without an event where it has none. */
type TreeRow = {
  readonly horizon: string
  readonly newest: string | null
  /** The type of the last event in the log of the run on top. */
  readonly last: string | null
} & (PlacedRow | { readonly runId: null })

const wholeTree = {
  name: 'rungraph-tree',
  text: pageStatement({
    isInside: 'true',
    newest: `select "commitOrder" from "Event" where "rootId" = $1 order by "commitOrder" desc limit 1`,
  }),
}

/** The runs `r` of a tree that are the one on top, or below it. */
const members = `"Run" r where r."rootId" = $1 and (r.id = $2 or r."ancestorIds" @> array[$2::uuid])`
const lastOrder = `select "commitOrder" from "Event" where "runId" = r.id order by seq desc limit 1`
const subtree = {
  name: 'rungraph-subtree',
  text: pageStatement({
    isInside: `e."runId" in (select r.id from ${members})`,
    newest: `select max((${lastOrder})) from ${members}`,
  }),
}

/** One statement, so that events, horizon, and what is left are of one snapshot. */
function pageStatement({ isInside, newest }: { readonly isInside: string; readonly newest: string }): string {
  return `
select f.*, p.* from (
  select ${horizon} as horizon,
    (${newest}) as newest,
    (select type from "Event" where "runId" = $2 order by seq desc limit 1) as last
) f
left join lateral (
  select ${placedColumns} from "Event" e
  where e."rootId" = $1 and (e."commitOrder", e."runId", e.seq) > ($3::bigint, $4::uuid, $5::int)
    and e."commitOrder" < ${horizon} and ${isInside} and ($6::text[] is null or e.type = any($6))
  order by e."commitOrder", e."runId", e.seq limit $7
) p on true
order by p."commitOrder", p."runId", p.seq`
}

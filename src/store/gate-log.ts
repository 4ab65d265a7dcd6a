import type { RunLog, TreePosition } from '../domain/run-log.ts'
import { topics } from '../domain/wakeups.ts'
import {
  below,
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

/** The condition of the index that has a project's gate events in the order of their commits. */
const isOfGate = `e.type in ('GateOpened', 'GateResolved')`

/** What happens to the gates of a project, as it happens (JDG-4). */
export function createGateLog(options: TailOptions): Pick<RunLog, 'followGates'> {
  const { pool } = options
  const tails = createOrderTails(options, {
    name: 'rungraph-gates-poll',
    among: `e."projectId" = s.id and ${isOfGate}`,
  })

  async function readPage(projectId: string, { order, runId, seq }: TreePosition): Promise<OrderedPage> {
    const { rows } = await pool.query<GatesRow>({
      name: 'rungraph-gates',
      text: pageStatement,
      values: [projectId, order.toString(), runId, seq, pageSize],
    })
    const [facts] = rows
    if (facts === undefined) throw new Error('A page of gate events tells its horizon at least.')
    return {
      events: rows.flatMap((row) => (row.runId === null ? [] : [toTreeEvent(row)])),
      horizon: BigInt(facts.horizon),
      isHeld: facts.newest !== null && BigInt(facts.newest) >= BigInt(facts.horizon),
      isAtRest: false,
    }
  }

  async function findStart(projectId: string): Promise<Start> {
    const { rows } = await pool.query<{ horizon: string; runId: string | null; seq: number | null }>({
      name: 'rungraph-gates-start',
      text: `select f.horizon, e."runId", e.seq from (select ${horizon} as horizon) f
        left join "Event" e on e."projectId" = $1 and ${isOfGate} and e."commitOrder" >= ${horizon}`,
      values: [projectId],
    })
    const before = rows.flatMap(({ runId, seq }) => (runId === null ? [] : [`${runId} ${seq}`]))
    return { horizon: BigInt(rows[0]?.horizon ?? 0), before: new Set(before) }
  }

  async function* follow(projectId: string, start: Start, signal: AbortSignal) {
    const tail = tails.open(projectId, [topics.gates(projectId)])
    const read = (place: TreePosition) => readPage(projectId, place)
    for await (const event of followInOrder({ tail, read, after: below(start.horizon), signal }))
      if (!start.before.delete(`${event.runId} ${event.seq}`)) yield event
  }

  return {
    followGates: async (projectId, { signal }) => follow(projectId, await findStart(projectId), signal),
  }
}

/** Where a reader begins. */
interface Start {
  readonly horizon: bigint
  /** The events that were durable already and that the horizon held back: they are of before, and come late. */
  readonly before: Set<string>
}

type GatesRow = { readonly horizon: string; readonly newest: string | null } & (
  | PlacedRow
  | { readonly runId: null }
)

/** One statement, so that events and horizon are of one snapshot. */
const pageStatement = `
select f.*, p.* from (
  select ${horizon} as horizon,
    (select e."commitOrder" from "Event" e where e."projectId" = $1 and ${isOfGate} order by e."commitOrder" desc limit 1) as newest
) f
left join lateral (
  select ${placedColumns} from "Event" e
  where e."projectId" = $1 and ${isOfGate} and (e."commitOrder", e."runId", e.seq) > ($2::bigint, $3::uuid, $4::int)
    and e."commitOrder" < ${horizon}
  order by e."commitOrder", e."runId", e.seq limit $5
) p on true
order by p."commitOrder", p."runId", p.seq`

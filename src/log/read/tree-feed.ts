import { RungraphError } from '../../domain/errors.ts'
import { isFinished, type RunStatus } from '../../domain/run.ts'
import type { FeedEvent, FeedPosition, RunLog } from '../../domain/run-log.ts'
import { topics } from '../../domain/wakeups.ts'
import { atStart, type PositionedRow } from '../../sql/commit-order.ts'
import { createOrderTails } from './order-tails.ts'
import { createOrderedStreams, eventRows, type StreamSource } from './ordered-stream.ts'
import { absenceOf, type PlaceSource } from './place.ts'
import type { TailOptions } from './tails.ts'

/** The logs of a run and all runs below it, as one (EVT-5). */
export function createTreeFeed(options: TailOptions): Pick<RunLog, 'readTree' | 'followTree'> {
  const { pool } = options
  const tails = createOrderTails(options, wholeTree)
  const treeStreams = createOrderedStreams<PositionedRow, FeedEvent, Facts>(options, wholeTree, tails)
  const part = createOrderedStreams<PositionedRow, FeedEvent, Facts>(options, subtree, tails)

  async function findTree(topId: string) {
    const { rows } = await pool.query<{ rootId: string }>({
      name: 'rungraph-root',
      text: `select "rootId" from "Run" where id = $1`,
      values: [topId],
    })
    const [run] = rows
    if (run === undefined) throw new RungraphError('NOT_FOUND', { kind: 'run', key: topId })
    return { rootId: run.rootId, streams: topId === run.rootId ? treeStreams : part }
  }

  async function* followTree(topId: string, after: FeedPosition | null, signal: AbortSignal) {
    const { rootId, streams } = await findTree(topId)
    const tree = { id: rootId, more: [topId, null], topics: [topics.tree(rootId), topics.events(rootId)] }
    for await (const page of streams.pages({ ...tree, signal }, after ?? atStart)) {
      const { status, isKept } = page.facts
      if (isKept === false) throw new RungraphError('CURSOR_EXPIRED', {})
      if (isKept === null || status === null) throw await absenceOf(pool, { runId: rootId, projectId: null })
      yield* page.items
      if (isOver(page.facts) && !page.isFull && !page.isHeld) return
    }
  }

  return {
    readTree: async (topId, { after, limit, types = null }) => {
      const { rootId, streams } = await findTree(topId)
      return (await streams.read({ id: rootId, more: [topId, types] }, after ?? atStart, limit)).items
    },
    followTree: (topId, { after, signal }) => followTree(topId, after, signal),
  }
}

interface Facts {
  /** The status of the run on top, as its events that are read with it left it. */
  readonly status: RunStatus | null
  /** `null` where the root was removed. */
  readonly isKept: boolean | null
}

function isOver({ status }: Facts): boolean {
  return status !== null && isFinished(status)
}

/** The places in trees, which are named by their roots. */
export const treePlaces: PlaceSource = {
  name: 'tree',
  projectOf: (rootId) => `(select t."projectId" from "Run" t where t.id = ${rootId})`,
  absence: (pool, rootId) => absenceOf(pool, { runId: rootId, projectId: null }),
}

/** $6 is the run on top; $7 are the types that are asked for, null for all. */
const wholeTree: StreamSource<PositionedRow, FeedEvent> = {
  ...eventRows,
  ...treePlaces,
  rows: (rootId, floor) => `from "Event" e where e."rootId" = ${rootId} and e."commitXid" >= ${floor}`,
  condition: ' and ($7::text[] is null or e.type = any($7))',
  facts: `,
    (select status from "Run" where id = $6::uuid) as status,
    (select "removedAt" is null from "Run" where id = $1) as "isKept"`,
}

/** The runs of a tree that are the one on top, or below it. */
const members = `select r.id from "Run" r where r."rootId" = $1 and (r.id = $6 or r."ancestorIds" @> array[$6])`

const subtree = {
  ...wholeTree,
  name: 'subtree',
  condition: `${wholeTree.condition} and e."runId" in (${members})`,
}

import type { RunEvent } from '../../src/domain/run-event.ts'
import type { FeedEvent, FeedPosition } from '../../src/domain/run-log.ts'
import type { Held } from '../../src/domain/run-store.ts'
import type { TestStores } from './stores.ts'

/** A run in a tree, in the hands of the worker of `stores`. */
export interface HeldInTree extends Held {
  readonly rootId: string
  readonly ancestorIds: readonly string[]
}

/** A claimed run: a root, in a session where one is named, or a child of `parent`. */
export async function claimInTree(
  stores: TestStores,
  parent: HeldInTree | null = null,
  sessionKey: string | null = null,
): Promise<HeldInTree> {
  const above = parent && {
    runId: parent.runId,
    rootId: parent.rootId,
    ancestorIds: [...parent.ancestorIds, parent.runId],
    epoch: parent.epoch,
    maxChildren: 1_000,
    maxDescendants: 10_000,
  }
  const [id] = await stores.queue(1, { parent: above, sessionKey })
  const [run] = await stores.runs.claim({ limit: 1 })
  if (!run || run.id !== id) throw new Error(`${id} was queued, and ${run?.id} claimed.`)
  return { runId: run.id, epoch: run.epoch, rootId: run.rootId, ancestorIds: run.ancestorIds }
}

/** An event by its place in its run. */
export function nameOf({ runId, seq }: Pick<RunEvent, 'runId' | 'seq'>): string {
  return `${runId} ${seq}`
}

/** Whether events stand in the order of their tree, none twice. */
export function isInOrder(events: readonly FeedEvent[]): boolean {
  return events.every((event, index) => {
    const before = events[index - 1]
    return before === undefined || isBefore(before, event)
  })
}

function isBefore(a: FeedPosition, b: FeedPosition): boolean {
  if (a.order !== b.order) return a.order < b.order
  return a.runId === b.runId ? a.seq < b.seq : a.runId < b.runId
}

/** Each run's numbers, in the order in which its events come. */
export function seqsByRun(events: readonly RunEvent[]): Readonly<Record<string, readonly number[]>> {
  const groups = Map.groupBy(events, ({ runId }) => runId)
  return Object.fromEntries([...groups].map(([runId, group]) => [runId, group.map(({ seq }) => seq)]))
}

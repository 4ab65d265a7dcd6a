import type pg from 'pg'
import type { Dispatch } from '../domain/dispatch.ts'
import { isEventType, isResting, type RunEventRow, toRunEvent } from '../domain/run-event.ts'
import type { RunCommit, RunLog } from '../domain/run-log.ts'
import { topics, type Wakeups } from '../domain/wakeups.ts'
import { createGateLog } from './gate-log.ts'
import { type CommitPlace, GroupCommit } from './group-commit.ts'
import { createTails, type TailOptions } from './tails.ts'
import { createTreeLog } from './tree-log.ts'

/** A reader holds at most this many events. */
const pageSize = 200

export interface RunLogOptions {
  readonly pool: pg.Pool
  readonly wakeups: Wakeups
  readonly dispatch: Dispatch
  readonly leaseMs: number
  readonly now: () => number
  readonly report: (message: string, error?: unknown) => void
}

/** The log of every run, in PostgreSQL: durable before visible, read by cursor, alone or with those below it (EVT-1, EVT-2, EVT-5). */
export function createRunLog(options: RunLogOptions): RunLog & { settled(): Promise<void> } {
  const onWritten = (commit: RunCommit, place: CommitPlace) => hint(commit, place, options.wakeups)
  const group = new GroupCommit({ ...options, onWritten })
  return {
    commit: (commit) => group.commit(commit),
    ...createOwnLog(options),
    ...createTreeLog(options),
    ...createGateLog(options),
    settled: () => group.settled(),
  }
}

/** A run of its own is hinted at once: who follows its tree listens to that too. */
function hint(
  { events, run }: RunCommit,
  { runId, rootId, projectId, deliveries }: CommitPlace,
  wakeups: Wakeups,
): void {
  if (deliveries) wakeups.publish(topics.deliveries)
  // A parent waits for it.
  if (rootId !== runId && run?.status !== undefined && run.status !== 'RUNNING')
    wakeups.publish(topics.rest(runId))
  if (events.length === 0) return
  wakeups.publish(topics.events(runId))
  if (rootId !== runId) wakeups.publish(topics.tree(rootId))
  if (events.some(({ type }) => type === 'GateOpened' || type === 'GateResolved'))
    wakeups.publish(topics.gates(projectId))
}

/** The log of each run by itself. */
function createOwnLog({ pool, wakeups, report }: TailOptions): Pick<RunLog, 'read' | 'follow'> {
  const tails = createTails({ pool, wakeups, report })

  async function read(runId: string, { after, limit }: { after: number; limit: number }) {
    const { rows } = await pool.query<RunEventRow>({
      name: 'rungraph-read',
      text: `select "runId", seq, type, "stepNumber", at, data from "Event" where "runId" = $1 and seq > $2 order by seq limit $3`,
      values: [runId, after, limit],
    })
    return rows.map(toRunEvent)
  }

  /** Whether the last event up to `seq` is a resting one; `seq` may lie ahead of the log. */
  async function isAtRest(runId: string, seq: number): Promise<boolean> {
    const { rows } = await pool.query<{ type: string }>({
      name: 'rungraph-last',
      text: `select type from "Event" where "runId" = $1 and seq <= $2 order by seq desc limit 1`,
      values: [runId, seq],
    })
    const [last] = rows
    return last !== undefined && isEventType(last.type) && isResting(last.type)
  }

  async function* follow(runId: string, options: { after: number; signal: AbortSignal }) {
    const { signal } = options
    // Listening begins before the first read: an event is either read or hinted at.
    const tail = tails.open(runId)
    try {
      let last = options.after
      let resting = last > 0 && (await isAtRest(runId, last))
      while (!signal.aborted) {
        tail.reset()
        const page = await read(runId, { after: last, limit: pageSize })
        for (const event of page) {
          yield event
          last = event.seq
          resting = isResting(event.type)
        }
        if (page.length === pageSize) continue
        if (resting) return
        await tail.wait(last, signal)
      }
    } finally {
      tail.close()
    }
  }

  return { read, follow }
}

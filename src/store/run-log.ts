import type pg from 'pg'
import { isEventType, isResting, type NewEvent, type RunEvent } from '../domain/run-event.ts'
import type { RunCommit, RunLog } from '../domain/run-log.ts'
import { topics, type Wakeups } from '../domain/wakeups.ts'
import { GroupCommit } from './group-commit.ts'
import { createTails } from './tails.ts'

/** A reader holds at most this many events. */
const pageSize = 200

export interface RunLogOptions {
  readonly pool: pg.Pool
  readonly wakeups: Wakeups
  readonly leaseMs: number
  readonly now: () => number
  readonly report: (message: string, error?: unknown) => void
}

/** The log of every run, in PostgreSQL: durable before visible, read by cursor (EVT-1, EVT-2, EVT-5). */
export function createRunLog({
  pool,
  wakeups,
  leaseMs,
  now,
  report,
}: RunLogOptions): RunLog & { settled(): Promise<void> } {
  const group = new GroupCommit({ pool, leaseMs, now, onWritten: (commit) => hint(commit, wakeups) })
  const tails = createTails({ pool, wakeups, report })

  async function read(runId: string, { after, limit }: { after: number; limit: number }) {
    const { rows } = await pool.query<EventRow>({
      name: 'rungraph-read',
      text: `select "runId", seq, type, "stepNumber", at, data from "Event" where "runId" = $1 and seq > $2 order by seq limit $3`,
      values: [runId, after, limit],
    })
    return rows.map(toRunEvent)
  }

  async function isAtRest(runId: string, seq: number): Promise<boolean> {
    const [last] = await read(runId, { after: seq - 1, limit: 1 })
    return last !== undefined && isResting(last.type)
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

  return { commit: (commit) => group.commit(commit), read, follow, settled: () => group.settled() }
}

function hint(commit: RunCommit, wakeups: Wakeups): void {
  if (commit.events.length > 0) wakeups.publish(topics.events(commit.runId))
}

interface EventRow {
  readonly runId: string
  readonly seq: number
  readonly type: string
  readonly stepNumber: number | null
  readonly at: Date
  readonly data: unknown
}

/** A stored row as an event. */
function toRunEvent(row: EventRow): RunEvent {
  if (!isEventType(row.type))
    throw new Error(`The log of run ${row.runId} holds an unknown event ${row.type} at ${row.seq}.`)
  // The only writer is commit(), whose type ties the data to the type: what it wrote it reads.
  const event = { type: row.type, stepNumber: row.stepNumber, data: row.data } as NewEvent
  return { ...event, runId: row.runId, seq: row.seq, at: row.at }
}

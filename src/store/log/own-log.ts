import { RungraphError } from '../../domain/errors.ts'
import { isFinished, type RunStatus } from '../../domain/run.ts'
import { isFinishing, type RunEvent, type RunEventRow, toRunEvent } from '../../domain/run-event.ts'
import type { RunLog } from '../../domain/run-log.ts'
import type { RecentEvents } from './recent-events.ts'
import { createTails, type TailOptions } from './tails.ts'

/** A reader holds at most this many events. */
const pageSize = 200

/** The log of each run alone. */
export function createOwnLog(
  { pool, wakeups, report }: TailOptions,
  recent: RecentEvents,
): Pick<RunLog, 'read' | 'follow'> {
  const tails = createTails({ pool, wakeups, report })

  async function read(runId: string, { after, limit }: { after: number; limit: number }) {
    const { rows } = await pool.query<RunEventRow>({
      name: 'rungraph-read',
      text: `select "runId", seq, type, "stepNumber", at, data from "Event" where "runId" = $1 and "lastSeq" > $2 and seq > $2 order by "lastSeq", seq limit $3`,
      values: [runId, after, limit],
    })
    return rows.map(toRunEvent)
  }

  /** Whether the run is there, and its tree is not being removed. */
  async function isKept(runId: string): Promise<boolean> {
    const { rowCount } = await pool.query({
      name: 'rungraph-kept',
      text: `select 1 from "Run" r join "Run" root on root.id = r."rootId" where r.id = $1 and root."removedAt" is null`,
      values: [runId],
    })
    return rowCount === 1
  }

  /** Returns the reason for which the log does not continue after `seq` although it should. */
  async function faultAfter(runId: string, seq: number): Promise<Error> {
    if (await isKept(runId)) return new Error(`The log of run ${runId} has a hole after event ${seq}.`)
    return new RungraphError('CURSOR_EXPIRED', {})
  }

  /** Whether the run has finished. Events that are read after this say where that changed. */
  async function isRunFinished(runId: string): Promise<boolean> {
    const { rows } = await pool.query<{ status: RunStatus }>({
      name: 'rungraph-status',
      text: `select status from "Run" where id = $1`,
      values: [runId],
    })
    const [run] = rows
    return run !== undefined && isFinished(run.status)
  }

  async function* follow(runId: string, options: { after: number; signal: AbortSignal }) {
    const { signal } = options
    const own = recent.follow(runId)
    let ownBefore = own.commits()
    // One wakeup for each commit of this process: more wakeups are of other processes.
    const isNews = (wakeups: number, last: number) =>
      wakeups !== own.commits() - ownBefore || own.lastSeq() > last
    // Listening begins before the first read: an event is either read or announced by a wakeup.
    const tail = tails.open(runId, isNews)
    try {
      let last = options.after
      let hasFinished = last > 0 && (await isRunFinished(runId))
      while (!signal.aborted) {
        tail.reset()
        ownBefore = own.commits()
        const written = own.after(last)
        const page = written.length > 0 ? written : await read(runId, { after: last, limit: pageSize })
        for (const event of page) {
          if (beginningOf(event) > last + 1) throw await faultAfter(runId, last)
          yield event
          last = event.seq
          // FIRE_AND_FORGET actions may end after their run (DAG-4).
          hasFinished = isFinishing(event.type) || (hasFinished && event.type !== 'RunResumed')
        }
        if (page.length === pageSize) continue
        if (hasFinished) return
        // A run that is removed grows no more; the poll wakes its readers all the same.
        if (page.length === 0 && !(await isKept(runId))) throw new RungraphError('CURSOR_EXPIRED', {})
        await tail.wait(last, signal)
      }
    } finally {
      tail.close()
      own.close()
    }
  }

  return { read, follow }
}

/** The first event that one represents: itself, or the first of the removed ones (EVT-7). */
function beginningOf(event: RunEvent): number {
  return event.type === 'HistoryTruncated' ? (event.data.fromSeq ?? event.seq) : event.seq
}

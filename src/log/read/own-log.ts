import { RungraphError } from '../../domain/errors.ts'
import { isFinished } from '../../domain/run.ts'
import { isFinishing, type RunEvent, type RunEventRow, toRunEvent } from '../../domain/run-event.ts'
import { type RunLog, stampOf } from '../../domain/run-log.ts'
import { absenceOf, checkRunPlace, type RunPlace, readRunPlace } from './place.ts'
import type { Followed, RecentEvents } from './recent-events.ts'
import { serverId } from './server-watch.ts'
import { createTails, type TailOptions } from './tails.ts'

/** A reader holds at most this many events. */
const pageSize = 200

const eventColumns = `"runId", seq, type, "stepNumber", at, data`

const range = `from "Event" where "runId" = $1 and "lastSeq" > $2 and seq > $2 order by "lastSeq", seq limit $3`

/** How far a reader is. */
interface Place {
  readonly runId: string
  /** The last event; 0 before the first. */
  seq: number
  /** Its stamp; `null` where it is not known, and so not compared. */
  stamp: number | null
  /** The server that has the place; `null` before one was asked. */
  server: number | null
}

/** The log of each run alone. */
export function createOwnLog(options: TailOptions, recent: RecentEvents): Pick<RunLog, 'read' | 'follow'> {
  const { pool, servers } = options
  const tails = createTails(options)
  servers.onChange(() => recent.clear())

  async function read(runId: string, { after, limit }: { after: number; limit: number }) {
    const { rows } = await pool.query<RunEventRow>({
      name: 'rungraph-read',
      text: `select ${eventColumns} ${range}`,
      values: [runId, after, limit],
    })
    return rows.map(toRunEvent)
  }

  /** Compares a place with the database. @throws CURSOR_INVALID, CURSOR_EXPIRED where the run was removed */
  async function check(place: Place): Promise<RunPlace> {
    const { runId, seq, stamp } = place
    const found = await readRunPlace(pool, runId, { seq })
    servers.note(found.server)
    place.server = found.server
    if (!found.isKept && found.nextSeq !== null) throw new RungraphError('CURSOR_EXPIRED', {})
    if (!found.isKept) throw await absenceOf(pool, { runId, projectId: null })
    if (stamp !== null) checkRunPlace({ seq, stamp }, found)
    return found
  }

  /** The next page of the database; `null` where it is to be read again, as another server gave it than the one that has the place. */
  async function readPage(place: Place): Promise<readonly RunEvent[] | null> {
    const { rows } = await pool.query<RunEventRow & { readonly server: number }>({
      name: 'rungraph-follow',
      text: `select ${eventColumns}, ${serverId} as server ${range}`,
      values: [place.runId, place.seq, pageSize],
    })
    const [first] = rows
    if (first === undefined) return []
    servers.note(first.server)
    if (place.seq === 0) place.server = first.server
    if (first.server === place.server) return rows.map(toRunEvent)
    await check(place)
    return null
  }

  /** Memory has what this process wrote to the server that has the place. */
  function takeWritten(own: Followed, { seq, stamp, server }: Place): readonly RunEvent[] {
    return server !== null && server === servers.current ? own.after(seq, stamp) : []
  }

  /** Returns the reason for which the log does not continue after a place although it should. */
  async function faultAfter(place: Place): Promise<Error> {
    await check(place)
    return new Error(`The log of run ${place.runId} has a hole after event ${place.seq}.`)
  }

  async function* follow(
    runId: string,
    { after, stamp = null, signal }: { after: number; stamp?: number | null; signal: AbortSignal },
  ) {
    const place: Place = { runId, seq: after, stamp, server: null }
    const own = recent.follow(runId)
    let ownBefore = own.commits()
    // One wakeup for each commit of this process: more wakeups are of other processes.
    const isNews = (wakeups: number, last: number) =>
      wakeups !== own.commits() - ownBefore || own.lastSeq() > last
    // Listening begins before the first read: an event is either read or announced by a wakeup.
    const tail = tails.open(runId, isNews)
    try {
      // Events that are read after this say where it changed.
      const status = after > 0 ? (await check(place)).status : null
      let hasFinished = status !== null && isFinished(status)
      while (!signal.aborted) {
        tail.reset()
        ownBefore = own.commits()
        const written = takeWritten(own, place)
        const page = written.length > 0 ? written : await readPage(place)
        if (page === null) continue
        for (const event of page) {
          if (firstSeqOf(event) > place.seq + 1) throw await faultAfter(place)
          yield event
          place.seq = event.seq
          place.stamp = stampOf(event.at)
          // FIRE_AND_FORGET actions may end after their run (DAG-4).
          hasFinished = isFinishing(event.type) || (hasFinished && event.type !== 'RunResumed')
        }
        if (page.length === pageSize) continue
        if (hasFinished) {
          const last = page.at(-1)
          if (written.length === 0 || (last && isFinishing(last.type))) return
          // What this process wrote may have been followed by what others did: the database says where the log ends.
          continue
        }
        // A run that is removed grows no more, nor does one that was lost; the poll wakes their readers all the same.
        if (page.length === 0) await check(place)
        await tail.wait(place.seq, signal)
      }
    } finally {
      tail.close()
      own.close()
    }
  }

  return { read, follow }
}

/** The first event that one represents: itself, or the first of the removed ones (EVT-7). */
function firstSeqOf(event: RunEvent): number {
  return event.type === 'HistoryTruncated' ? (event.data.fromSeq ?? event.seq) : event.seq
}

import { RungraphError } from '../domain/errors.ts'
import { isEventType, isResting, type RunEventRow, toRunEvent } from '../domain/run-event.ts'
import type { RunLog } from '../domain/run-log.ts'
import { createTails, type TailOptions } from './tails.ts'

/** A reader holds at most this many events. */
const pageSize = 200

/** The log of each run by itself. */
export function createOwnLog({ pool, wakeups, report }: TailOptions): Pick<RunLog, 'read' | 'follow'> {
  const tails = createTails({ pool, wakeups, report })

  async function read(runId: string, { after, limit }: { after: number; limit: number }) {
    const { rows } = await pool.query<RunEventRow>({
      name: 'rungraph-read',
      text: `select ${columns} from "Event" e where "runId" = $1 and seq > $2 order by seq limit $3`,
      values: [runId, after, limit],
    })
    return rows.map(toRunEvent)
  }

  /** The same for a reader, who is to be told where the run goes. @throws CURSOR_EXPIRED */
  async function readKept(runId: string, after: number) {
    const { rows } = await pool.query<RunEventRow | { readonly runId: null }>({
      name: 'rungraph-read-kept',
      text: keptStatement,
      values: [runId, after, pageSize],
    })
    if (rows.length === 0) throw new RungraphError('CURSOR_EXPIRED', {})
    return rows.flatMap((row) => (row.runId === null ? [] : [toRunEvent(row)]))
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
        const page = await readKept(runId, last)
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

const columns = `e."runId", e.seq, e.type, e."stepNumber", e.at, e.data`

/** No row where the run is gone, or its tree is being removed; one without an event where nothing is to be read. */
const keptStatement = `
select ${columns} from "Run" r
join "Run" root on root.id = r."rootId" and root."removedAt" is null
left join lateral (
  select * from "Event" where "runId" = r.id and seq > $2 order by seq limit $3
) e on true
where r.id = $1
order by e.seq`

import type pg from 'pg'
import { topics, type Wakeups } from '../domain/wakeups.ts'

/** Hints may be lost: beneath them, one query for all readers of this process looks this often, spread out by the jitter. */
const pollMs = { least: 500, jitter: 500 }

/** Waits at the end of one run's log for it to grow. */
export interface Tail {
  /** Forgets earlier hints; call before reading. */
  reset(): void
  /** Resolves when something may have come after `seq` since `reset`, or when `signal` aborts. */
  wait(seq: number, signal: AbortSignal): Promise<void>
  close(): void
}

export interface TailOptions {
  readonly pool: pg.Pool
  readonly wakeups: Wakeups
  readonly report: (message: string, error?: unknown) => void
}

/** The tails of one process: hints wake them, and one shared poll sees to what hints missed. Costs nothing while nobody waits. */
export function createTails({ pool, wakeups, report }: TailOptions): { open(runId: string): Tail } {
  const poll = createPoll(pool, report)
  return {
    open(runId) {
      let heard = false
      let wake: () => void = () => undefined
      const close = wakeups.listen(topics.events(runId), () => {
        heard = true
        wake()
      })
      const reset = () => {
        heard = false
      }
      const wait = (seq: number, signal: AbortSignal) =>
        new Promise<void>((resolve) => {
          if (heard || signal.aborted) return resolve()
          wake = () => {
            leave()
            signal.removeEventListener('abort', wake)
            resolve()
          }
          const leave = poll.join({ runId, seq, wake })
          signal.addEventListener('abort', wake, { once: true })
        })
      return { reset, wait, close }
    },
  }
}

/** Somebody who has read a run's log up to `seq`. */
interface Reader {
  readonly runId: string
  readonly seq: number
  readonly wake: () => void
}

/** Looks for all who wait, as long as anybody does. */
function createPoll(pool: pg.Pool, report: TailOptions['report']) {
  const readers = new Set<Reader>()
  let isDue = false

  function schedule(): void {
    if (isDue) return
    isDue = true
    setTimeout(look, pollMs.least + Math.random() * pollMs.jitter).unref()
  }

  function look(): void {
    isDue = false
    if (readers.size === 0) return
    wakeGrown(pool, [...readers])
      .catch((error: unknown) => report('Readers could not look for new events; trying again.', error))
      .finally(schedule)
  }

  return {
    /** Joins until the returned function is called. */
    join(reader: Reader): () => void {
      readers.add(reader)
      schedule()
      return () => readers.delete(reader)
    },
  }
}

/** Wakes those whose run has more than they have read. */
async function wakeGrown(pool: pg.Pool, readers: readonly Reader[]): Promise<void> {
  const { rows } = await pool.query<{ id: string; lastSeq: number }>({
    name: 'rungraph-poll',
    text: `select id, ("nextSeq" - 1)::int as "lastSeq" from "Run" where id = any($1::uuid[])`,
    values: [[...new Set(readers.map((reader) => reader.runId))]],
  })
  const lastSeq = new Map(rows.map((row) => [row.id, row.lastSeq]))
  for (const reader of readers) if ((lastSeq.get(reader.runId) ?? 0) > reader.seq) reader.wake()
}

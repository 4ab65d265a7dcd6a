import type pg from 'pg'
import { topics, type Wakeups } from '../../domain/wakeups.ts'
import { idleDelay, Poll } from './poll.ts'

export interface TailOptions {
  readonly pool: pg.Pool
  readonly wakeups: Wakeups
  readonly report: (message: string, error?: unknown) => void
}

/** The tails of runs' logs in one process; a place is the `seq` of the last event read. */
export function createTails({ pool, wakeups, report }: TailOptions): { open(runId: string): Tail<number> } {
  const poll = new Poll<Reader>({ delay: idleDelay, poll: (readers) => grown(pool, readers), report })
  return {
    open: (runId) =>
      openTail({
        wakeups,
        topics: [topics.events(runId)],
        join: (seq, wake) => poll.join({ runId, seq, wake }),
      }),
  }
}

/** A reader that has read a run's log up to `seq`. */
interface Reader {
  readonly runId: string
  readonly seq: number
  readonly wake: () => void
}

/** Readers whose run has more than they have read, or was removed. */
async function grown(pool: pg.Pool, readers: readonly Reader[]): Promise<readonly Reader[]> {
  const { rows } = await pool.query<{ id: string; lastSeq: number }>({
    name: 'rungraph-poll',
    text: `select id, ("nextSeq" - 1)::int as "lastSeq" from "Run" where id = any($1::uuid[])`,
    values: [[...new Set(readers.map((reader) => reader.runId))]],
  })
  const lastSeq = new Map(rows.map((row) => [row.id, row.lastSeq]))
  return readers.filter((reader) => (lastSeq.get(reader.runId) ?? Number.POSITIVE_INFINITY) > reader.seq)
}

/** Waits at the end of something that grows. */
export interface Tail<Following> {
  /** Forgets earlier wakeups; call before reading. */
  reset(): void
  /** Resolves when something may have come after `place` since `reset`, or when `signal` aborts. */
  wait(following: Following, signal: AbortSignal): Promise<void>
  close(): void
}

/** A tail that wakes on `topics`, and on the poll that it joins while it waits. */
export function openTail<Following>(options: {
  readonly wakeups: Wakeups
  readonly topics: readonly string[]
  readonly join: (following: Following, wake: () => void) => () => void
}): Tail<Following> {
  let heard = false
  let wake: () => void = () => undefined
  const hear = () => {
    heard = true
    wake()
  }
  const closes = options.topics.map((topic) => options.wakeups.listen(topic, hear))
  return {
    reset() {
      heard = false
    },
    wait: (following, signal) =>
      new Promise<void>((resolve) => {
        if (heard || signal.aborted) return resolve()
        wake = () => {
          leave()
          signal.removeEventListener('abort', wake)
          resolve()
        }
        const leave = options.join(following, wake)
        signal.addEventListener('abort', wake, { once: true })
      }),
    close() {
      for (const close of closes) close()
    },
  }
}

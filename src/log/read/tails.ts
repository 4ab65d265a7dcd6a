import type pg from 'pg'
import { topics, type Wakeups } from '../../domain/wakeups.ts'
import { idleDelay, Poll } from './poll.ts'
import { type ServerWatch, serverId } from './server-watch.ts'

export interface TailOptions {
  readonly pool: pg.Pool
  readonly wakeups: Wakeups
  readonly servers: ServerWatch
  readonly report: (message: string, error?: unknown) => void
}

/** The tails of runs' logs in one process; a place is the `seq` of the last event read. */
export function createTails({ pool, wakeups, servers, report }: TailOptions): RunTails {
  const poll = new Poll<Reader>({
    delay: idleDelay,
    servers,
    poll: (readers) => grown({ pool, servers }, readers),
    report,
  })
  return {
    open: (runId, isNews) =>
      openTail({
        wakeups,
        topics: [topics.events(runId)],
        join: (seq, wake) => poll.join({ runId, seq, wake }),
        isNews,
      }),
  }
}

interface RunTails {
  open(runId: string, isNews: IsNews<number>): Tail<number>
}

/** A reader that has read a run's log up to `seq`. */
interface Reader {
  readonly runId: string
  readonly seq: number
  readonly wake: () => void
}

/** Readers whose run has more than they have read, or was removed. */
async function grown(
  { pool, servers }: Pick<TailOptions, 'pool' | 'servers'>,
  readers: readonly Reader[],
): Promise<readonly Reader[]> {
  const { rows } = await pool.query<{ id: string; lastSeq: number; server: number }>({
    name: 'rungraph-poll',
    text: `select id, ("nextSeq" - 1)::int as "lastSeq", ${serverId} as server from "Run" where id = any($1::uuid[])`,
    values: [[...new Set(readers.map((reader) => reader.runId))]],
  })
  for (const { server } of rows.slice(0, 1)) servers.note(server)
  const lastSeq = new Map(rows.map((row) => [row.id, row.lastSeq]))
  return readers.filter((reader) => (lastSeq.get(reader.runId) ?? Number.POSITIVE_INFINITY) > reader.seq)
}

/** Waits at the end of something that grows. */
export interface Tail<At> {
  /** Forgets earlier wakeups; call before reading. */
  reset(): void
  /** Resolves when something may have come after `place` since `reset`, or when `signal` aborts. */
  wait(following: At, signal: AbortSignal): Promise<void>
  close(): void
}

/** Whether something may have come after the place, after so many wakeups since `reset`. */
type IsNews<At> = (wakeups: number, following: At) => boolean

/** A tail that wakes on `topics`, and on the poll that it joins while it waits. Absent `isNews`: every wakeup is news. */
export function openTail<At>(options: {
  readonly wakeups: Wakeups
  readonly topics: readonly string[]
  readonly join: (following: At, wake: () => void) => () => void
  readonly isNews?: IsNews<At>
}): Tail<At> {
  const { isNews = (wakeups) => wakeups > 0 } = options
  let heard = 0
  let onHeard: () => void = () => undefined
  const hear = () => {
    heard += 1
    onHeard()
  }
  const closes = options.topics.map((topic) => options.wakeups.listen(topic, hear))
  return {
    reset() {
      heard = 0
    },
    wait: (following, signal) =>
      new Promise<void>((resolve) => {
        if (isNews(heard, following) || signal.aborted) return resolve()
        const wake = () => {
          onHeard = () => undefined
          leave()
          signal.removeEventListener('abort', wake)
          resolve()
        }
        onHeard = () => {
          if (isNews(heard, following)) wake()
        }
        const leave = options.join(following, wake)
        signal.addEventListener('abort', wake, { once: true })
      }),
    close() {
      for (const close of closes) close()
    },
  }
}

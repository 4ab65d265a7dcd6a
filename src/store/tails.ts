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

interface Waiting {
  readonly runId: string
  readonly seq: number
  readonly wake: () => void
}

/** The tails of one process: hints wake them, and one shared poll sees to what hints missed. Costs nothing while nobody waits. */
export function createTails(options: {
  readonly pool: pg.Pool
  readonly wakeups: Wakeups
  readonly report: (message: string, error?: unknown) => void
}): { open(runId: string): Tail } {
  const { pool, wakeups, report } = options
  const waiting = new Set<Waiting>()
  let polling = false

  async function poll(): Promise<void> {
    const readers = [...waiting]
    const runIds = [...new Set(readers.map((reader) => reader.runId))]
    const { rows } = await pool.query<{ id: string; lastSeq: number }>({
      name: 'rungraph-poll',
      text: `select id, ("nextSeq" - 1)::int as "lastSeq" from "Run" where id = any($1::uuid[])`,
      values: [runIds],
    })
    const lastSeq = new Map(rows.map((row) => [row.id, row.lastSeq]))
    for (const reader of readers) if ((lastSeq.get(reader.runId) ?? 0) > reader.seq) reader.wake()
  }

  function keepPolling(): void {
    if (polling) return
    polling = true
    setTimeout(
      () => {
        polling = false
        if (waiting.size === 0) return
        poll()
          .catch((error: unknown) => report('Readers could not look for new events; trying again.', error))
          .finally(keepPolling)
      },
      pollMs.least + Math.random() * pollMs.jitter,
    ).unref()
  }

  function open(runId: string): Tail {
    let heard = false
    let wake: () => void = () => undefined
    const unlisten = wakeups.listen(topics.events(runId), () => {
      heard = true
      wake()
    })
    return {
      reset: () => {
        heard = false
      },
      wait: (seq, signal) =>
        new Promise((resolve) => {
          if (heard || signal.aborted) return resolve()
          const reader = { runId, seq, wake: go }
          function go(): void {
            waiting.delete(reader)
            signal.removeEventListener('abort', go)
            resolve()
          }
          wake = go
          waiting.add(reader)
          signal.addEventListener('abort', go, { once: true })
          keepPolling()
        }),
      close: unlisten,
    }
  }

  return { open }
}

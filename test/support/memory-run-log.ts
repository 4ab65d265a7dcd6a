import { isFinishing, type NewEvent, type RunEvent } from '../../src/domain/run-event.ts'
import type { RunLog } from '../../src/domain/run-log.ts'
import { memoryTime } from './cursors.ts'

/** A log in memory, for tests of what reads a log. It keeps RunLog's promises and tells how it is read. */
export interface MemoryRunLog extends Pick<RunLog, 'read' | 'follow'> {
  append(runId: string, ...events: readonly NewEvent[]): void
  /** Number of readers that were not released. */
  readonly readers: number
  /** The highest `seq` that any reader asked for so far. */
  readonly furthest: number
  /** Resolves as soon as a condition on the log holds. */
  until(condition: () => boolean): Promise<void>
}

/** The last event of a run that failed. */
export const runFailed: NewEvent = {
  type: 'RunFailed',
  stepNumber: null,
  data: { error: 'It broke.', errorCode: 'RUN_FAILED' },
}

/** A piece of an answer. */
export function textDelta(text: string): NewEvent {
  return { type: 'TextDelta', stepNumber: 1, data: { messageId: 'm', offset: 0, text } }
}

/** FIRE_AND_FORGET actions of a run may end after it. */
function isFinished(log: readonly RunEvent[]): boolean {
  const last = log.findLast(({ type }) => isFinishing(type) || type === 'RunResumed')
  return last !== undefined && isFinishing(last.type)
}

export function createMemoryRunLog(): MemoryRunLog {
  const logs = new Map<string, RunEvent[]>()
  const waiting = new Set<() => void>()
  let readers = 0
  let furthest = 0

  function changed(): void {
    for (const wake of [...waiting]) wake()
  }

  function eventsOf(runId: string): RunEvent[] {
    const events = logs.get(runId) ?? []
    logs.set(runId, events)
    return events
  }

  function nextChange(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        waiting.delete(go)
        signal?.removeEventListener('abort', go)
        resolve()
      }
      waiting.add(go)
      signal?.addEventListener('abort', go, { once: true })
      if (signal?.aborted) go()
    })
  }

  return {
    append(runId, ...events) {
      const log = eventsOf(runId)
      for (const event of events) log.push({ ...event, runId, seq: log.length + 1, at: memoryTime })
      changed()
    },
    get readers() {
      return readers
    },
    get furthest() {
      return furthest
    },
    async until(condition) {
      while (!condition()) await nextChange()
    },
    async read(runId, { after, limit }) {
      return eventsOf(runId).slice(after, after + limit)
    },
    async *follow(runId, { after, signal }) {
      const log = eventsOf(runId)
      let seq = after
      readers++
      changed()
      try {
        while (!signal.aborted) {
          const event = log[seq]
          if (event !== undefined) {
            seq = event.seq
            furthest = Math.max(furthest, seq)
            changed()
            yield event
          } else if (isFinished(log)) return
          else await nextChange(signal)
        }
      } finally {
        readers--
        changed()
      }
    },
  }
}

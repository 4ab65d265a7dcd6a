import { leastBytes, mayHoldRefusedText } from '../../domain/json.ts'
import type { NewEvent, RunEvent } from '../../domain/run-event.ts'
import { stampOf } from '../../domain/run-log.ts'

/** At most so many events of a run are kept, and so many characters of a commit's events. */
const maxEvents = 200
const maxChars = 256 * 1024

/** What a commit has written to a run's log. */
export interface WrittenEvents {
  readonly runId: string
  /** The number of the first event. */
  readonly firstSeq: number
  readonly at: Date
  readonly events: readonly NewEvent[]
}

/**
 * The newest events of the runs that someone in this process follows, as far as this process has written them. A follower that is this
 * close to the end of a log reads nothing from the database. Events are durable before they come here (EVT-1).
 */
export class RecentEvents {
  readonly #logs = new Map<string, RecentLog>()

  /** Keeps what is written to the run, until `close`. */
  follow(runId: string): Followed {
    const log = this.#logs.get(runId) ?? { followers: 0, commits: 0, events: [] }
    log.followers += 1
    this.#logs.set(runId, log)
    return {
      commits: () => log.commits,
      lastSeq: () => log.events.at(-1)?.seq ?? 0,
      after: (seq, stamp) => {
        const [first] = log.events
        if (first === undefined || first.seq > seq + 1) return []
        const own = log.events[seq - first.seq]
        const isAnother = own !== undefined && stamp !== null && stampOf(own.at) !== stamp
        return isAnother ? [] : log.events.slice(seq + 1 - first.seq)
      },
      close: () => {
        log.followers -= 1
        if (log.followers === 0) this.#logs.delete(runId)
      },
    }
  }

  /** Takes the events of a commit, in the order of the commits. */
  add(written: WrittenEvents): void {
    const log = this.#logs.get(written.runId)
    if (!log || written.events.length === 0) return
    const events = asStored(written)
    if (events.length === 0) return
    log.commits += 1
    // Another process may have written events in between: what was kept before does not lead up to these.
    const leadsUp = log.events.at(-1)?.seq === written.firstSeq - 1
    log.events = (leadsUp ? [...log.events, ...events] : events).slice(-maxEvents)
  }

  /** Forgets all events: those that are written from now on may follow on others. */
  clear(): void {
    for (const log of this.#logs.values()) log.events = []
  }
}

/** What this process writes to the log of a run, since someone here follows it. */
export interface Followed {
  /** The number of commits whose events were kept. */
  commits(): number
  /** The number of the last event; 0 before the first. */
  lastSeq(): number
  /**
   * The events after the one with this number and this stamp (`null`: any); empty where there are none here, which says nothing about the
   * database.
   */
  after(seq: number, stamp: number | null): readonly RunEvent[]
  close(): void
}

interface RecentLog {
  followers: number
  commits: number
  /** Without a gap between their numbers. */
  events: readonly RunEvent[]
}

/** The events as they would be read: with the values of their JSON. None where that is large, or where the database changes it. */
function asStored({ runId, firstSeq, at, events }: WrittenEvents): readonly RunEvent[] {
  // Without serialising megabytes to find that they are too large.
  if (leastBytes(events, maxChars) > maxChars) return []
  const text = JSON.stringify(events)
  if (text.length > maxChars || mayHoldRefusedText(text)) return []
  const stored: readonly NewEvent[] = JSON.parse(text)
  return stored.map((event, place) => ({ ...event, runId, seq: firstSeq + place, at }))
}

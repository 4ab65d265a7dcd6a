import { leastBytes, mayHoldRefusedText } from '../../domain/json.ts'
import type { NewEvent, RunEvent } from '../../domain/run-event.ts'

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
  readonly #followed = new Map<string, Followed>()

  /** Keeps what is written to the run, until the returned function is called. */
  follow(runId: string): () => void {
    const followed = this.#followed.get(runId) ?? { followers: 0, events: [] }
    followed.followers += 1
    this.#followed.set(runId, followed)
    return () => {
      followed.followers -= 1
      if (followed.followers === 0) this.#followed.delete(runId)
    }
  }

  /** Takes the events of a commit, in the order of the commits. */
  add(written: WrittenEvents): void {
    const followed = this.#followed.get(written.runId)
    if (!followed || written.events.length === 0) return
    const events = asStored(written)
    // Another process may have written events in between: what was kept before does not lead up to these.
    const leadsUp = followed.events.at(-1)?.seq === written.firstSeq - 1
    followed.events = (leadsUp ? [...followed.events, ...events] : events).slice(-maxEvents)
  }

  /** The events after `seq`; empty where there are none here, which says nothing about the database. */
  after(runId: string, seq: number): readonly RunEvent[] {
    const events = this.#followed.get(runId)?.events ?? []
    const [first] = events
    return first === undefined || first.seq > seq + 1 ? [] : events.slice(seq + 1 - first.seq)
  }
}

interface Followed {
  followers: number
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

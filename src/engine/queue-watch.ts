import type { PulseReadiness } from './pulse.ts'

/** What could be claimed for so long, and was not, stalls. Whoever asks each second hears of it within 15 seconds. */
const patienceMs = 12_000

/** A run that a claim would find. */
interface Claimable {
  readonly id: string
  /** Its owners died again and again: it waits until its turn among those, however many places are free. */
  readonly isSuspect: boolean
}

/**
 * Tells whether the queue moves: claims may come round, find nothing and still leave runs behind, whatever holds them. Only what this
 * process has had a free place for all the time counts: a long queue before busy workers is no stall.
 */
export class QueueWatch {
  readonly #hasPlace: () => boolean
  readonly #now: () => number
  /** Since when each of them was found by every look. */
  #since: ReadonlyMap<string, number> = new Map()

  constructor({ hasPlace, now = () => performance.now() }: { hasPlace: () => boolean; now?: () => number }) {
    this.#hasPlace = hasPlace
    this.#now = now
  }

  /** Somebody looked, and this is what could be claimed at that moment. */
  found(runs: readonly Claimable[]): void {
    const now = this.#now()
    const waiting = this.#hasPlace() ? runs.filter(({ isSuspect }) => !isSuspect) : []
    this.#since = new Map(waiting.map(({ id }) => [id, this.#since.get(id) ?? now]))
  }

  /** Whether its process is ready, as far as the queue goes. */
  readonly readiness = (): PulseReadiness => {
    const oldest = Math.min(...this.#since.values())
    const waitedMs = this.#now() - oldest
    if (!(waitedMs > patienceMs)) return { status: 'ready' }
    const reason = `a run could be claimed for ${Math.floor(waitedMs / 1_000)} s, a place is free, and nobody takes it`
    return { status: 'unready', reason }
  }
}

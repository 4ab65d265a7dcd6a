/** What has not come round for this long stands still. Whoever asks each second hears of it within 15 seconds. */
const patienceMs = 12_000
/** What comes round rarely may miss two turns. */
const turns = 3

/**
 * Tells whether something that goes on for as long as its process still does: a process that answers, and whose loop hangs in
 * a lock or fails again and again, does nothing. Only a turn that succeeded counts, by a clock that nobody sets.
 */
export class Pulse {
  readonly #limitMs: number
  readonly #now: () => number
  #lastAt: number | null = null

  /** `everyMs`: how often it comes round at least, in milliseconds. */
  constructor({ everyMs, now = () => performance.now() }: { everyMs: number; now?: () => number }) {
    this.#limitMs = Math.max(patienceMs, everyMs * turns)
    this.#now = now
  }

  /** It begins, or has come round. */
  beat(): void {
    this.#lastAt = this.#now()
  }

  /** It is not to come round any more. */
  end(): void {
    this.#lastAt = null
  }

  /** Whether its process is ready, as far as it goes. */
  readonly readiness = (): PulseReadiness => {
    const sinceMs = this.#lastAt === null ? 0 : this.#now() - this.#lastAt
    if (sinceMs <= this.#limitMs) return { status: 'ready' }
    return { status: 'unready', reason: `it has not come round for ${Math.floor(sinceMs / 1_000)} s` }
  }
}

export type PulseReadiness =
  | { readonly status: 'ready' }
  | { readonly status: 'unready'; readonly reason: string }

import type { Clock } from '../domain/clock.ts'
import { linkedTo, released } from '../domain/time-limit.ts'

/** Wakes a loop that waits for something to do; a signal during its work ends its next wait. */
export class Signal {
  #hasRung = false
  #wake: () => void = () => undefined

  raise(): void {
    this.#hasRung = true
    this.#wake()
  }

  /** Whether it was raised since the last `clear`. */
  get isRaised(): boolean {
    return this.#hasRung
  }

  /** Forgets earlier signals. Call it before the work that they announced. */
  clear(): void {
    this.#hasRung = false
  }

  /** Resolves when it is raised, after `ms`, or when the signal aborts; at once if it was raised since the last `clear`. */
  async wait(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
    if (this.#hasRung) return
    const raised = linkedTo(signal)
    this.#wake = () => raised.abort(released)
    await clock.sleep(ms, raised.signal).catch(() => undefined) // it was raised, or the signal aborted
    raised.unlink()
  }
}

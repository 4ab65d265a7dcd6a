import type { Clock } from '../domain/clock.ts'
import { released } from '../domain/time-limit.ts'

/** Wakes a loop that waits for something to do; a signal during its work ends its next wait. */
export class Signal {
  #hasRung = false
  #wake: () => void = () => undefined

  raise(): void {
    this.#hasRung = true
    this.#wake()
  }

  /** What rang until now is being seen to. */
  clear(): void {
    this.#hasRung = false
  }

  /** Resolves when it rings, after `ms`, or when the signal aborts; at once where it has rung since it was cleared. */
  async wait(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
    if (this.#hasRung) return
    const raised = new AbortController()
    this.#wake = () => raised.abort(released)
    await clock.sleep(ms, AbortSignal.any([raised.signal, signal])).catch(() => undefined) // it rang, or the signal aborted
  }
}

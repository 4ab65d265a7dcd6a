import type { Clock } from '../domain/clock.ts'
import { linkedTo, released } from '../domain/time-limit.ts'
import type { Wakeups } from '../domain/wakeups.ts'

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

/**
 * Gives a value at once, then after each wakeup of a topic, until the signal aborts. Values are `least` to `most` milliseconds apart:
 * wakeups come in flocks, and may be lost.
 */
export async function* wakingTurns(
  topic: string,
  { least, most }: { readonly least: number; readonly most: number },
  {
    wakeups,
    clock,
    signal,
  }: { readonly wakeups: Wakeups; readonly clock: Clock; readonly signal: AbortSignal },
): AsyncGenerator<void, void, void> {
  const woken = new Signal()
  const stopListening = wakeups.listen(topic, () => woken.raise())
  try {
    while (!signal.aborted) {
      woken.clear()
      yield
      await clock.sleep(least, signal).catch(() => undefined) // the signal aborted
      await woken.wait(most, clock, signal)
    }
  } finally {
    stopListening()
  }
}

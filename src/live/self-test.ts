import { systemClock } from '../domain/clock.ts'
import { rejectOnAbort, waitAtMost } from '../domain/time-limit.ts'

export interface SelfTestOptions {
  readonly sendNote: () => Promise<void>
  /** A note is sent at the beginning, and again so long after one was heard. */
  readonly everyMs: number
  readonly withinMs: number
  /** What it means that a note was not heard. */
  readonly silenceReason: string
  /** Called each time that a note was heard. */
  readonly onHeard: () => void
  readonly signal: AbortSignal
}

/**
 * Checks whether a process receives wakeups: it sends itself notes. A connection that takes everything and brings nothing looks
 * healthy otherwise: poolers drop a LISTEN silently, and of a broken line TCP may say nothing for hours.
 */
export class SelfTest {
  #onReceived: () => void = () => undefined

  /** A note came back. */
  onNote(): void {
    this.#onReceived()
  }

  /** Continues for ever. @throws when a note was not heard in time, or not sent; the signal's reason when that aborts */
  async run({
    sendNote,
    everyMs,
    withinMs,
    silenceReason,
    onHeard,
    signal,
  }: SelfTestOptions): Promise<never> {
    for (;;) {
      const received = Promise.withResolvers<void>()
      this.#onReceived = received.resolve
      const roundTrip = rejectOnAbort(Promise.all([sendNote(), received.promise]), signal)
      if ((await waitAtMost(withinMs, roundTrip)) === null) throw new Error(silenceReason)
      onHeard()
      await systemClock.sleep(everyMs, signal)
    }
  }
}

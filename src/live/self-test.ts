import { systemClock } from '../domain/clock.ts'
import { rejectOnAbort, waitAtMost } from '../domain/time-limit.ts'

export interface SelfTestOptions {
  readonly sendNote: () => Promise<void>
  /** Time between the receipt of a note and the next one. The first note is sent at the start. */
  readonly everyMs: number
  readonly withinMs: number
  /** The probable reason if a note does not come back, as text for the log. */
  readonly silenceReason: string
  /** Called for each note that was received. */
  readonly onHeard: () => void
  readonly signal: AbortSignal
}

/**
 * Checks whether a process receives wakeups: it sends itself notes. Without this check, a connection that accepts everything and
 * delivers nothing looks healthy: poolers drop a LISTEN silently, and TCP may not report a broken connection for hours.
 */
export class SelfTest {
  #onReceived: () => void = () => undefined

  /** A note came back. */
  onNote(): void {
    this.#onReceived()
  }

  /** Runs until it throws. @throws if a note was not received in time, or could not be sent; the signal's reason on abort */
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

import { systemClock } from '../domain/clock.ts'
import { rejectOnAbort, waitAtMost } from '../domain/time-limit.ts'

export interface SelfTestOptions {
  readonly sendNote: () => Promise<void>
  /** A note is sent at the beginning, and again so long after one was heard. */
  readonly everyMs: number
  readonly withinMs: number
  /** What it means that a note was not heard. */
  readonly deaf: string
  /** Called each time that a note was heard. */
  readonly onHeard: () => void
  readonly signal: AbortSignal
}

/**
 * Checks whether a process receives wakeups: it sends itself notes. A connection that takes everything and brings nothing looks
 * healthy otherwise: poolers drop a LISTEN silently, and of a broken line TCP may say nothing for hours.
 */
export class SelfTest {
  #heard: () => void = () => undefined

  /** A note came back. */
  onNote(): void {
    this.#heard()
  }

  /** Continues for ever. @throws when a note was not heard in time, or not sent; the signal's reason when that aborts */
  async run({ sendNote, everyMs, withinMs, deaf, onHeard, signal }: SelfTestOptions): Promise<never> {
    for (;;) {
      const heard = Promise.withResolvers<void>()
      this.#heard = heard.resolve
      const hearing = rejectOnAbort(Promise.all([sendNote(), heard.promise]), signal)
      if ((await waitAtMost(withinMs, hearing)) === null) throw new Error(deaf)
      onHeard()
      await systemClock.sleep(everyMs, signal)
    }
  }
}

import { type Clock, systemClock } from '../domain/clock.ts'
import { isDatabaseUnavailable, isOfDriver } from '../domain/database-unavailable.ts'
import type { ErrorReporter } from '../domain/error-reporter.ts'
import { messageOf } from '../domain/errors.ts'

/** Pause between two checks whether the database answers again, in milliseconds. */
const checkEveryMs = 1_000

/** A connection that broke in an outage may be found broken so long after it, in milliseconds. */
const foundWithinMs = 30_000

interface OutageOptions {
  readonly report: ErrorReporter
  /** Receives the reports that are left out, for a reader of every detail. */
  readonly detail: ErrorReporter
  /** Receives the line about the end of an outage. */
  readonly tell: (line: string) => void
  readonly clock?: Pick<Clock, 'elapsed' | 'sleep'>
}

type Report = Parameters<ErrorReporter>

/** `checking`: reports are held until it is known whether they are of an outage. */
type Phase =
  | { readonly kind: 'answering'; readonly since: number }
  | { readonly kind: 'checking'; readonly held: Report[] }
  | { readonly kind: 'away'; leftOut: number }

/**
 * Reports an outage of the database in one line when it begins and one when it ends. All loops, runs and readers of a process fail at once
 * then, and again with each try: each would report the same error with its stack. An error is one of the outage if it says that a
 * connection failed, and the database does not answer: other servers refuse connections, too. An outage that a caller's request finds first
 * begins with that.
 */
export class OutageReport {
  readonly #options: OutageOptions
  readonly #clock: Pick<Clock, 'elapsed' | 'sleep'>
  readonly #closing = new AbortController()
  #isThere: (() => Promise<boolean>) | null = null
  #phase: Phase = { kind: 'answering', since: Number.NEGATIVE_INFINITY }

  constructor(options: OutageOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  /**
   * From here on an outage is reported as one. A process that cannot reach its database does not start, and says why itself.
   * @returns the same probe, for others who ask: what it finds is reported
   */
  watch(isDatabaseThere: () => Promise<boolean>): () => Promise<boolean> {
    this.#isThere = isDatabaseThere
    return async () => {
      const isThere = await isDatabaseThere()
      if (!isThere && this.#phase.kind === 'answering' && !this.#closing.signal.aborted)
        void this.#follow(isDatabaseThere, [])
      return isThere
    }
  }

  readonly report: ErrorReporter = (...given) => {
    const isThere = this.#isThere
    if (isThere === null || this.#closing.signal.aborted || !isDatabaseUnavailable(given[1]))
      return this.#options.report(...given)
    switch (this.#phase.kind) {
      case 'answering':
        if (this.#clock.elapsed() - this.#phase.since < foundWithinMs && isOfDriver(given[1]))
          return this.#options.detail(...given)
        void this.#follow(isThere, [given])
        return
      case 'checking':
        this.#phase.held.push(given)
        return
      case 'away':
        this.#phase.leftOut += 1
        return this.#options.detail(...given)
      default:
        return this.#phase satisfies never
    }
  }

  /** Reports whatever is held, and nothing more of an outage. */
  close(): void {
    this.#closing.abort()
    if (this.#phase.kind === 'checking') this.#release(this.#phase.held)
  }

  /** Follows what may be an outage to its end. `isThere` never rejects. */
  async #follow(isThere: () => Promise<boolean>, held: Report[]): Promise<void> {
    this.#phase = { kind: 'checking', held }
    const beganAt = this.#clock.elapsed()
    const isOutage = !(await isThere())
    const { signal } = this.#closing
    if (signal.aborted) return
    if (!isOutage) return this.#release(held)
    const away = { kind: 'away' as const, leftOut: held.length }
    this.#phase = away
    const [first] = held
    const reason = first ? innermostWords(first[1]) : 'it gives no sign'
    const line = `PostgreSQL does not answer: ${reason}. This process goes on as soon as it does.`
    this.#options.report(line, undefined, first?.[2])
    for (const one of held) this.#options.detail(...one)
    do
      await this.#clock.sleep(checkEveryMs, signal).catch(() => undefined) // closed
    while (!signal.aborted && !(await isThere()))
    this.#phase = { kind: 'answering', since: this.#clock.elapsed() }
    if (signal.aborted) return
    const seconds = Math.round((this.#clock.elapsed() - beganAt) / 1_000)
    this.#options.tell(
      `PostgreSQL answers again, after ${seconds} s. ${away.leftOut} errors of that time are logged at the level debug only.`,
    )
  }

  #release(held: readonly Report[]): void {
    this.#phase = { kind: 'answering', since: Number.NEGATIVE_INFINITY }
    for (const one of held) this.#options.report(...one)
  }
}

/** The words of the innermost error: those around it say what was tried. */
function innermostWords(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error instanceof Error && error.cause
  return inner ? innermostWords(inner) : messageOf(error).replace(/\.$/, '')
}

import { type Clock, systemClock } from '../domain/clock.ts'
import { isDatabaseUnavailable } from '../domain/database-unavailable.ts'
import type { ErrorReporter } from '../domain/error-reporter.ts'
import { messageOf } from '../domain/errors.ts'

/** Pause between two checks whether the database answers again, in milliseconds. */
const checkEveryMs = 1_000

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
  | { readonly kind: 'answering' }
  | { readonly kind: 'checking'; readonly held: Report[] }
  | { readonly kind: 'away'; leftOut: number }

/**
 * Reports an outage of the database in one line when it begins and one when it ends. All loops, runs and readers of a process fail at once
 * then, and again with each try: each would report the same error with its stack. An error is one of the outage if it says that a
 * connection failed, and the database does not answer: other servers refuse connections, too.
 */
export class OutageReport {
  readonly #options: OutageOptions
  readonly #clock: Pick<Clock, 'elapsed' | 'sleep'>
  readonly #closing = new AbortController()
  #isThere: (() => Promise<boolean>) | null = null
  #phase: Phase = { kind: 'answering' }

  constructor(options: OutageOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  /** From here on an outage is reported as one. A process that cannot reach its database does not start, and says why itself. */
  watch(isDatabaseThere: () => Promise<boolean>): void {
    this.#isThere = isDatabaseThere
  }

  readonly report: ErrorReporter = (...given) => {
    const isThere = this.#isThere
    if (isThere === null || this.#closing.signal.aborted || !isDatabaseUnavailable(given[1]))
      return this.#options.report(...given)
    switch (this.#phase.kind) {
      case 'answering':
        this.#phase = { kind: 'checking', held: [given] }
        void this.#follow(isThere, this.#phase.held)
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
  async #follow(isThere: () => Promise<boolean>, held: readonly Report[]): Promise<void> {
    const beganAt = this.#clock.elapsed()
    const isOutage = !(await isThere())
    const { signal } = this.#closing
    if (signal.aborted) return
    if (!isOutage) return this.#release(held)
    const away = { kind: 'away' as const, leftOut: held.length }
    this.#phase = away
    const [, error, about] = held[0] ?? []
    this.#options.report(
      `PostgreSQL does not answer: ${reasonOf(error)}. This process goes on as soon as it does.`,
      undefined,
      about,
    )
    for (const one of held) this.#options.detail(...one)
    do
      await this.#clock.sleep(checkEveryMs, signal).catch(() => undefined) // closed
    while (!signal.aborted && !(await isThere()))
    this.#phase = { kind: 'answering' }
    if (signal.aborted) return
    const seconds = Math.round((this.#clock.elapsed() - beganAt) / 1_000)
    this.#options.tell(
      `PostgreSQL answers again, after ${seconds} s. ${away.leftOut} errors of that time are logged at the level debug only.`,
    )
  }

  #release(held: readonly Report[]): void {
    this.#phase = { kind: 'answering' }
    for (const one of held) this.#options.report(...one)
  }
}

/** The words of the innermost error: those around it say what was tried. */
function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error instanceof Error && error.cause
  return inner ? reasonOf(inner) : messageOf(error).replace(/\.$/, '')
}

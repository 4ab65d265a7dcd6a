import type { ApiKeyStore } from '../domain/api-key.ts'
import type { Admission, EndReason } from '../domain/caller.ts'

/**
 * Interval at which keys are polled. Connections of an ended key, and connections without a key from before the first key, are closed
 * within it, whichever process made the change.
 */
const pollEveryMs = 1_000

/** Longest time that a timer waits. */
const maxTimerMs = 2 ** 31 - 1

interface Options {
  readonly ended: ApiKeyStore['ended']
  readonly isOpen: () => Promise<boolean>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: (message: string, error?: unknown) => void
}

type OnEnd = (why: EndReason) => void

/** The admissions that hold something open, until the credentials they depend on end. */
export class AdmissionWatch {
  readonly #options: Options
  /** By key; those who depend on the server having none under `null`. */
  readonly #watched = new Map<string | null, Set<OnEnd>>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Calls `onEnd` when the admission ends, until the returned function is called. */
  add({ caller: { expiresAt, kind }, issuer }: Admission, onEnd: OnEnd): () => void {
    // That of a key is watched by the clock of the database.
    const { now } = this.#options
    const expiring =
      kind === 'KEY' || expiresAt === null ? null : endAt(expiresAt, now, () => onEnd('expired'))
    // The identity provider says no more than when its token ends.
    const leave =
      issuer.kind === 'PERSON' ? null : this.#join(issuer.kind === 'KEY' ? issuer.keyId : null, onEnd)
    return () => {
      expiring?.()
      leave?.()
    }
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#watched.clear()
  }

  #join(keyId: string | null, onEnd: OnEnd): () => void {
    // An own one for each watch: two may be given the same function.
    const end: OnEnd = (why) => onEnd(why)
    const ends = this.#watched.get(keyId) ?? new Set()
    this.#watched.set(keyId, ends.add(end))
    this.#timer ??= this.#pollLater()
    return () => {
      if (ends.delete(end) && ends.size === 0 && this.#watched.get(keyId) === ends)
        this.#watched.delete(keyId)
    }
  }

  /** Which of the admissions that are watched are over; those without a key are once there is one. */
  async #over(): Promise<readonly { readonly id: string | null }[]> {
    const keyIds = [...this.#watched.keys()].filter((keyId) => keyId !== null)
    const ended = keyIds.length === 0 ? [] : await this.#options.ended(keyIds)
    return this.#watched.has(null) && !(await this.#options.isOpen()) ? [...ended, { id: null }] : ended
  }

  async #poll(): Promise<void> {
    try {
      for (const { id } of await this.#over())
        for (const onEnd of [...(this.#watched.get(id) ?? [])]) onEnd('over')
    } catch (error) {
      this.#options.report('API keys could not be checked; trying again.', error)
    }
    this.#timer = this.#watched.size === 0 ? undefined : this.#pollLater()
  }

  #pollLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#poll(), pollEveryMs).unref()
  }
}

/** Calls `onEnd` at a time, however far away, until the returned function is called. */
function endAt(time: Date, now: () => number, onEnd: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = () => {
    const left = time.getTime() - now()
    timer =
      left <= 0
        ? setTimeout(onEnd, 0)
        : setTimeout(left > maxTimerMs ? wait : onEnd, Math.min(left, maxTimerMs))
    timer.unref()
  }
  wait()
  return () => clearTimeout(timer)
}

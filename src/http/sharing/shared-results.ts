import { setImmediate as nextRound } from 'node:timers/promises'
import type { ExecutionResult } from 'graphql'

/** Result of a subscription, executed and serialised once for all subscriptions with the same operation (EVT-5). */
export class SharedResult {
  /** The event of the run that it is of. */
  readonly seq: number
  readonly cursor: string
  readonly result: ExecutionResult
  /** As JSON. */
  readonly text: string
  #bytes: Buffer | null = null

  constructor({ seq, cursor, result }: Pick<SharedResult, 'seq' | 'cursor' | 'result'>) {
    this.seq = seq
    this.cursor = cursor
    this.result = result
    this.text = JSON.stringify(result)
    texts.set(result, this.text)
  }

  /** The text in UTF-8. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text)
    return this.#bytes
  }
}

const texts = new WeakMap<ExecutionResult, string>()

/** A result as JSON; one that is shared was serialised before. */
export function textOf(result: ExecutionResult): string {
  return texts.get(result) ?? JSON.stringify(result)
}

/** Writes results to the client of one subscription, past the iterator that the subscription is. */
export interface SharedDelivery {
  /** Resolves when they are written; false where nothing more is to be delivered. */
  deliver(results: readonly SharedResult[]): Promise<boolean>
}

/** Result of reading after the position of a reader. */
export type Found =
  | { readonly kind: 'RESULTS'; readonly results: readonly SharedResult[] }
  /** Nothing yet. */
  | { readonly kind: 'NONE' }
  /** The subscription is complete. */
  | { readonly kind: 'ENDED' }
  /** The results behind the place are not kept any more, or cannot be read: read the log. */
  | { readonly kind: 'MISSED' }
  /** The next result has errors, which each subscription reports separately. */
  | { readonly kind: 'ERRORS' }

/** The subscription that gives the results, and how far it is. */
export interface SharedSource {
  /** Begins it. Rejects, or gives null, where it cannot be followed. */
  readonly open: () => Promise<AsyncIterator<ExecutionResult> | null>
  /** Of the last event that was read, whether it was shown or not. */
  readonly seq: () => number
  /** Of the last event that was shown. */
  readonly cursor: () => string | null
}

/** Size of the window that is kept for readers that are slower than others. */
const maxResults = 400
const maxCharacters = 512 * 1024
/** Most characters that a reader receives at once, so that little is buffered for a slow client. */
const maxAtOnce = 64 * 1024
/** So many readers continue in one round of the event loop. */
const wakesPerRound = 256
/** A reader that is so many events ahead may wait for the others. */
const maxAhead = 200

/**
 * The results of one subscription, for all readers that asked for the same. The fastest one determines the pace; one that is
 * slower than the window finds that it missed something. Nothing is read while nobody waits.
 */
export class SharedResults {
  readonly #source: SharedSource
  readonly #onClose: () => void
  readonly #waiting = new Set<() => void>()
  #results: SharedResult[] = []
  #characters = 0
  /** Everything after this event is here, or to come. */
  #from: number
  #iterator: AsyncIterator<ExecutionResult> | null = null
  #readers = 0
  #end: 'ENDED' | 'MISSED' | 'ERRORS' | null = null
  #isClosed = false
  #isPulling = false
  /** Results that came since readers were woken last, and their characters. */
  #unannounced = 0
  #unannouncedCharacters = 0
  #announcing: Promise<void> | null = null

  /** `from` is the event after which it begins; `onClose` is called once, when nobody can join any more. */
  constructor(source: SharedSource, from: number, onClose: () => void) {
    this.#source = source
    this.#from = from
    this.#onClose = onClose
  }

  /** Whether a reader who has everything up to an event can continue here, without waiting long. */
  covers(seq: number): boolean {
    const reached = Math.max(this.#from, this.#source.seq())
    return this.#end === null && !this.#isClosed && seq >= this.#from && seq <= reached + maxAhead
  }

  join(): void {
    this.#readers += 1
  }

  /** To be called once for each `join`. Ends with its last reader. */
  leave(): void {
    this.#readers -= 1
    if (this.#readers === 0) this.#close()
  }

  /** The results after an event, in order; of many, the first part. */
  after(seq: number): Found {
    if (seq < this.#from) return { kind: 'MISSED' }
    const first = this.#results.findIndex((result) => result.seq > seq)
    if (first >= 0) return { kind: 'RESULTS', results: firstPart(this.#results, first) }
    return { kind: this.#end ?? 'NONE' }
  }

  /** Calls `wake` once, when there may be something new; not after the returned function was called. */
  wait(wake: () => void): () => void {
    this.#waiting.add(wake)
    this.#forgetRead()
    if (this.#end !== null) this.#announce()
    else if (!this.#isPulling) void this.#pull()
    return () => this.#waiting.delete(wake)
  }

  async #pull(): Promise<void> {
    this.#isPulling = true
    try {
      this.#iterator ??= await this.#source.open()
      while (this.#iterator !== null && this.#waiting.size > 0 && this.#end === null && !this.#isClosed) {
        this.#take(await this.#iterator.next())
        // Results that no reader was notified of stay in the window.
        if (this.#isFarAhead) await this.#announcing
      }
      if (this.#iterator === null) this.#stop('MISSED')
    } catch {
      // A subscription that continues alone meets the same failure, and reports it.
      this.#stop('MISSED')
    } finally {
      this.#isPulling = false
      if (this.#isClosed) this.#endSource()
    }
  }

  get #isFarAhead(): boolean {
    return this.#unannounced >= maxResults / 2 || this.#unannouncedCharacters >= maxCharacters / 2
  }

  #take({ done, value }: IteratorResult<ExecutionResult>): void {
    if (done) {
      this.#stop('ENDED')
      return
    }
    const cursor = this.#source.cursor()
    if (value.errors !== undefined || cursor === null) {
      this.#stop('ERRORS')
      return
    }
    const result = new SharedResult({ seq: this.#source.seq(), cursor, result: value })
    this.#results.push(result)
    this.#characters += result.text.length
    while (
      this.#results.length > 1 &&
      (this.#results.length > maxResults || this.#characters > maxCharacters)
    )
      this.#forget(1)
    this.#unannounced += 1
    this.#unannouncedCharacters += result.text.length
    this.#announce()
  }

  #stop(end: 'ENDED' | 'MISSED' | 'ERRORS'): void {
    this.#end ??= end
    this.#endSource()
    this.#onClose()
    this.#announce()
  }

  #announce(): void {
    this.#announcing ??= this.#wakeReaders()
  }

  /** After this round of the event loop, so that results which arrive in it are given together. */
  async #wakeReaders(): Promise<void> {
    await nextRound()
    this.#unannounced = 0
    this.#unannouncedCharacters = 0
    let woken = 0
    for (const wake of [...this.#waiting]) {
      if (this.#waiting.delete(wake)) wake()
      woken += 1
      if (woken % wakesPerRound === 0) await nextRound()
    }
    this.#announcing = null
    const isNews = this.#unannounced > 0 || this.#end !== null
    if (isNews && this.#waiting.size > 0) this.#announce()
  }

  /** Keeps nothing that all readers have. */
  #forgetRead(): void {
    const haveAll = this.#waiting.size === this.#readers && this.#announcing === null
    if (haveAll && this.#end === null) this.#forget(this.#results.length)
  }

  #forget(count: number): void {
    for (const { seq, text } of this.#results.splice(0, count)) {
      this.#from = seq
      this.#characters -= text.length
    }
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#onClose()
    this.#endSource()
  }

  /** Its end is of no interest to anybody. */
  #endSource(): void {
    void this.#iterator?.return?.()?.catch(() => undefined)
  }
}

function firstPart(results: readonly SharedResult[], first: number): readonly SharedResult[] {
  let characters = 0
  let end = first
  for (const { text } of results.slice(first)) {
    characters += text.length
    if (end > first && characters > maxAtOnce) break
    end += 1
  }
  return results.slice(first, end)
}

import type { ExecutionResult } from 'graphql'
import type { StreamPosition, StreamTurn } from '../../graphql/context.ts'
import type { SharedDelivery, SharedResult, SharedResults } from './shared-results.ts'

interface Options {
  /** How far it is. */
  readonly position: StreamPosition
  /** Absent: its results are given one by one. */
  readonly delivery: SharedDelivery | undefined
  /** Absent: it waits for none. */
  readonly turn: StreamTurn | undefined
  /** Begins it again after the event that it gave last. Gives a result where it is refused. */
  readonly reopen: () => Promise<AsyncIterable<ExecutionResult> | ExecutionResult>
  /** The results of others, where they cover its place in the log. */
  readonly findShared: (seq: number) => SharedResults | null
  /** Called once, when it is over. */
  readonly onEnd: () => void
}

/**
 * A subscription to the log of a run. It takes shared results where there are some at its position, and reads the log alone where it is
 * behind or the only one. Its position is the last event that it has, so that neither change leaves a gap or repeats an event (EVT-2,
 * EVT-5).
 */
export class SharedSubscription implements AsyncIterableIterator<ExecutionResult, void, void> {
  readonly #options: Options
  #own: AsyncIterator<ExecutionResult> | null
  #shared: SharedResults | null = null
  /** Its results have errors, which it reports separately. */
  #hasErrors = false
  #isOver = false
  #wake: () => void = () => undefined

  /** `own` is the unshared subscription, which has given nothing yet. */
  constructor(own: AsyncIterable<ExecutionResult>, options: Options) {
    this.#options = options
    this.#own = own[Symbol.asyncIterator]()
    this.#join()
  }

  async next(): Promise<IteratorResult<ExecutionResult, void>> {
    while (!this.#isOver) {
      this.#join()
      const shared = this.#shared && (await this.#nextOfShared(this.#shared))
      // At least one of its own before it shares again: the failure that stopped the others may be its own next result.
      const result = shared ?? (await this.#nextOfOwn())
      if (result !== null && !this.#isOver) return { done: false, value: result }
    }
    return ended
  }

  async return(): Promise<IteratorReturnResult<void>> {
    const own = this.#own
    this.#finish()
    await own?.return?.()
    return ended
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** The last event that it has. */
  get #seq(): number {
    return this.#options.position.place?.seq ?? 0
  }

  #join(): void {
    if (this.#shared !== null || this.#hasErrors) return
    this.#shared = this.#options.findShared(this.#seq)
    if (this.#shared === null) return
    this.#shared.join()
    const own = this.#own
    this.#own = null
    void own?.return?.()?.catch(() => undefined) // its end is of no interest to anybody
  }

  async #nextOfOwn(): Promise<ExecutionResult | null> {
    if (this.#isOver) return null
    try {
      const own = this.#own ?? (await this.#reopen())
      this.#own = own
      const { done, value } = await own.next()
      if (!done) return value
    } catch (error) {
      this.#finish()
      throw error
    }
    this.#finish()
    return null
  }

  async #reopen(): Promise<AsyncIterator<ExecutionResult>> {
    const opened = await this.#options.reopen()
    const own = Symbol.asyncIterator in opened ? opened[Symbol.asyncIterator]() : only(opened)
    // Its reader left meanwhile.
    if (this.#isOver) await own.return?.()
    return own
  }

  /** The next result, unless they are delivered past this iterator; null where others have no more for it. */
  async #nextOfShared(shared: SharedResults): Promise<ExecutionResult | null> {
    const { delivery, turn } = this.#options
    while (!this.#isOver) {
      const found = shared.after(this.#seq)
      switch (found.kind) {
        case 'RESULTS': {
          const [first] = found.results
          await turn?.begin()
          if (this.#isOver) break
          if (delivery === undefined && first !== undefined) return this.#advance(first)
          const delivered = delivery?.deliver(found.results)
          // The client may take its time to read them.
          turn?.end()
          if (!(await delivered)) await this.#change()
          else for (const result of found.results.slice(-1)) this.#advance(result)
          break
        }
        case 'NONE':
          await this.#change(shared)
          break
        case 'ENDED':
          this.#finish()
          break
        case 'MISSED':
        case 'ERRORS':
          this.#hasErrors = found.kind === 'ERRORS'
          this.#leave()
          return null
        default:
          found satisfies never
      }
    }
    return null
  }

  #advance({ seq, cursor, result }: SharedResult): ExecutionResult {
    const { position } = this.#options
    position.cursor = cursor
    if (position.place !== null) position.place.seq = seq
    return result
  }

  /** Resolves when there may be something new, or when this is over; without results only then. */
  #change(shared?: SharedResults): Promise<void> {
    return new Promise((resolve) => {
      const leave = shared?.wait(resolve)
      this.#wake = () => {
        leave?.()
        resolve()
      }
    })
  }

  #leave(): void {
    this.#shared?.leave()
    this.#shared = null
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#wake()
    this.#leave()
    this.#own = null
    this.#options.onEnd()
  }
}

const ended: IteratorReturnResult<void> = { done: true, value: undefined }

/** A stream of one value. */
export async function* only<Value>(value: Value): AsyncGenerator<Value, void, void> {
  yield value
}

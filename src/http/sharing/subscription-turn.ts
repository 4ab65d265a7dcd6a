import type { ExecutionResult } from 'graphql'
import type { StreamTurn } from '../../graphql/context.ts'

type Take = (signal: AbortSignal) => (() => void) | Promise<() => void>

/**
 * The turn of one subscription among those of all callers: it has it from an event that it is to give until that is executed. A subscription
 * that waits for an event, or for its client to read, has none.
 */
export class SubscriptionTurn implements StreamTurn {
  readonly #take: Take
  readonly #left = new AbortController()
  #end: (() => void) | null = null

  constructor(take: Take) {
    this.#take = take
  }

  async begin(): Promise<void> {
    if (this.#end !== null || this.#left.signal.aborted) return
    try {
      this.#end = await this.#take(this.#left.signal)
    } catch (error) {
      if (!this.#left.signal.aborted) throw error
    }
    if (this.#left.signal.aborted) this.end()
  }

  end(): void {
    const end = this.#end
    this.#end = null
    end?.()
  }

  /** To be called when the subscription is over, also while it waits for its turn. */
  leave(): void {
    this.#left.abort()
    this.end()
  }

  another(): SubscriptionTurn {
    return new SubscriptionTurn(this.#take)
  }
}

/** The results, with the turn of each given back when it is there. */
export function endTurns(
  results: AsyncIterable<ExecutionResult>,
  turn: StreamTurn,
): AsyncIterableIterator<ExecutionResult, void, void> {
  const iterator = results[Symbol.asyncIterator]()
  const inTurns: AsyncIterableIterator<ExecutionResult, void, void> = {
    async next() {
      try {
        return await iterator.next()
      } finally {
        turn.end()
      }
    },
    async return() {
      turn.leave()
      await iterator.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => inTurns,
  }
  return inTurns
}

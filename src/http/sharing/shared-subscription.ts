import type { ExecutionResult } from 'graphql'
import { type EndableStream, endOnAbort } from '../../domain/end-on-abort.ts'
import type { StreamPosition, StreamTurn } from '../../graphql/context.ts'
import type { End, Member, SharedResult, SharedResults } from './shared-results.ts'

/** Writes results to the client of one subscription, past the iterator that the subscription is. */
export interface SharedDelivery {
  /** Resolves when they are written; false where nothing more is to be delivered. */
  deliver(results: readonly SharedResult[]): Promise<boolean>
}

interface Options {
  /** How far it is. */
  readonly position: StreamPosition
  /** Absent: its results are given one by one. */
  readonly delivery: SharedDelivery | undefined
  /** Absent: it waits for none. */
  readonly turn: StreamTurn | undefined
  /** Begins it again after the event that it gave last. Gives a result where it is refused. */
  readonly reopen: () => Promise<AsyncIterable<ExecutionResult> | ExecutionResult>
  /** The results of others; absent where there are none. */
  readonly findShared: (seq: number) => SharedResults | null
  /** Called once, when it is over. */
  readonly onEnd: () => void
}

/**
 * A subscription to the log of a run, of which `first` has given nothing yet. At the place of the shared results it takes those; where it
 * is behind, or the only one, it reads the log alone. Its position is the last event that it has, so that neither change leaves a gap or
 * repeats an event (EVT-2, EVT-5).
 */
export function shareResults(
  first: AsyncIterable<ExecutionResult>,
  { position, delivery, turn, reopen, findShared, onEnd }: Options,
): EndableStream<ExecutionResult> {
  const over = Promise.withResolvers<void>()
  let isOver = false
  let own: AsyncIterator<ExecutionResult> | null = first[Symbol.asyncIterator]()
  let leave = () => {}

  async function* follow(): AsyncGenerator<ExecutionResult, void, void> {
    let hasErrors = false
    for (;;) {
      const shared: SharedResults | null = hasErrors ? null : findShared(seqOf(position))
      const member: Member | null = shared?.join(seqOf(position)) ?? null
      if (shared && member) {
        leave = () => shared.leave(member)
        void own?.return?.()?.catch(() => undefined) // its end is of no interest to anybody
        own = null
        const end: End = yield* takeShared(shared, member)
        leave()
        leave = () => {}
        if (isOver || end === 'ENDED') return
        hasErrors = end === 'ERRORS'
      }
      // At least one of its own before it shares again: the failure that stopped the others may be its own next result.
      own ??= iteratorOf(await reopen())
      if (isOver) return void (await own.return?.())
      const { done, value } = await own.next()
      if (done) return
      yield value
    }
  }

  /** The results, unless they are delivered past this iterator, until others have no more for it. */
  async function* takeShared(shared: SharedResults, member: Member): AsyncGenerator<ExecutionResult, End> {
    for (;;) {
      const found = await shared.next(member)
      if (typeof found === 'string') return found
      for (const result of delivery ? [] : found) {
        await turn?.begin()
        if (isOver) return 'ENDED'
        yield advance(position, result)
      }
      if (!delivery) continue
      await turn?.begin()
      const delivered = isOver ? false : delivery.deliver(found)
      // The client may take its time to read them.
      turn?.end()
      // Neither a result nor the end: an end would mean to the client that the subscription is complete.
      if (!(await delivered)) {
        await over.promise
        return 'ENDED'
      }
      for (const result of found.slice(-1)) advance(position, result)
    }
  }

  return endOnAbort(follow(), undefined, () => {
    isOver = true
    over.resolve()
    leave()
    onEnd()
    return own?.return?.()
  })
}

function seqOf({ place }: StreamPosition): number {
  return place?.seq ?? 0
}

function advance(position: StreamPosition, { seq, cursor, result }: SharedResult): ExecutionResult {
  position.cursor = cursor
  if (position.place !== null) position.place.seq = seq
  return result
}

function iteratorOf(
  opened: AsyncIterable<ExecutionResult> | ExecutionResult,
): AsyncIterator<ExecutionResult> {
  return Symbol.asyncIterator in opened ? opened[Symbol.asyncIterator]() : only(opened)
}

/** A stream of one value. */
export async function* only<Value>(value: Value): AsyncGenerator<Value, void, void> {
  yield value
}

/** A stream that its reader can end at any moment, also while a value is awaited. */
export interface EndableStream<Value> extends AsyncIterableIterator<Value, void, void> {
  return(): Promise<IteratorReturnResult<undefined>>
}

/**
 * The values of `source` until it ends, `signal` aborts, or the reader calls `return`. Then the stream is over at once: a value that is
 * awaited comes as the end, `onEnd` is called, once, and `source` is ended, even if it was never read. `return` waits for both.
 * @throws the error of `source`
 */
export function endOnAbort<Value>(
  source: AsyncIterable<Value>,
  signal?: AbortSignal,
  onEnd: () => unknown = () => undefined,
): EndableStream<Value> {
  const values = source[Symbol.asyncIterator]()
  // One listener for the whole stream: a race for each value would hold them all until the end.
  const awaited = new Set<() => void>()
  let ending: Promise<unknown> | null = null
  const onAbort = () => void end().catch(() => undefined) // nobody waits for its end
  function end(): Promise<unknown> {
    if (ending !== null) return ending
    const { promise, resolve } = Promise.withResolvers<unknown>()
    ending = promise
    signal?.removeEventListener('abort', onAbort)
    for (const give of awaited) give()
    // A generator that waits for its next value ends after it, so the source that `onEnd` stops is stopped first.
    resolve(Promise.all([onEnd(), values.return?.()]))
    return ending
  }
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) onAbort()
  const stream: EndableStream<Value> = {
    async next() {
      if (ending !== null) return ended
      const { promise: over, resolve } = Promise.withResolvers<typeof ended>()
      const give = () => resolve(ended)
      awaited.add(give)
      const next = values.next()
      next.catch(() => undefined) // where nobody waits for it any more
      try {
        const result = await Promise.race([next, over])
        if (!result.done) return result
        if (ending !== null) return ended
      } catch (error) {
        await end()
        throw error
      } finally {
        awaited.delete(give)
      }
      await end()
      return ended
    },
    async return() {
      await end()
      return ended
    },
    [Symbol.asyncIterator]: () => stream,
  }
  return stream
}

const ended: IteratorReturnResult<undefined> = { done: true, value: undefined }

/**
 * A stream made by `start`, whose signal aborts when `outer` does or when the reader ends the stream: `return` of a generator that
 * waits for its next value would wait with it, so the signal ends that wait first.
 */
export async function startEndable<Value>(
  outer: AbortSignal | undefined,
  start: (signal: AbortSignal) => AsyncIterable<Value> | Promise<AsyncIterable<Value>>,
): Promise<EndableStream<Value>> {
  const controller = new AbortController()
  const reasons = outer === undefined ? [controller.signal] : [outer, controller.signal]
  const values = await start(AbortSignal.any(reasons))
  return endOnAbort(values, undefined, () => controller.abort())
}

/**
 * An iterator that is let go of at once: `return` of a generator that waits for its next value would wait with it,
 * so the signal ends that wait first.
 */
export async function releasable<Value>(
  outer: AbortSignal | undefined,
  start: (
    signal: AbortSignal,
  ) => AsyncGenerator<Value, void, void> | Promise<AsyncGenerator<Value, void, void>>,
): Promise<AsyncIterableIterator<Value>> {
  const controller = new AbortController()
  const values = await start(
    outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]),
  )
  const iterator: AsyncIterableIterator<Value> = {
    next: () => values.next(),
    async return() {
      controller.abort()
      await values.return()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return iterator
    },
  }
  return iterator
}

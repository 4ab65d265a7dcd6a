/**
 * What `promise` gives, if it gives it in time. Leaves no timer behind.
 * @throws the signal's reason when that aborts; an error that says `late` when the time is over
 */
export async function within<Value>(
  promise: Promise<Value>,
  { ms, late, signal }: { readonly ms: number; readonly late: string; readonly signal?: AbortSignal },
): Promise<Value> {
  const failure = Promise.withResolvers<never>()
  // A process that stood still is late by itself: what arrived meanwhile is read first.
  const timer = setTimeout(() => setImmediate(() => failure.reject(new Error(late))), ms)
  const stop = () => failure.reject(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  try {
    return await Promise.race([promise, failure.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

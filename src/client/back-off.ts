/**
 * Half a second, doubled on each retry, at most ten seconds, at least as long as the server asks for. Up to half is random, so that clients
 * do not all retry together.
 */
export function pauseMs(retries: number, retryAfterMs = 0): number {
  const backOff = Math.min(500 * 2 ** retries, 10_000) * (1 - Math.random() / 2)
  return Math.max(backOff, Math.min(retryAfterMs, 60_000))
}

/** Resolves after that time, or when the signal is aborted. */
export async function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
}

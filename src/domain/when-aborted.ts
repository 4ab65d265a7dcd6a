/** Rejects when `signal` aborts. Once `ended` does, it is forgotten: what listens on lives as long as the run, and holds the result. */
export function whenAborted(signal: AbortSignal, ended: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: ended })
  })
}

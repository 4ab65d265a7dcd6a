/** What work gives within so many milliseconds, or `null` where it takes longer; it goes on then. Rejects where the work does in time. */
export async function inTime<Result>(
  work: Promise<Result>,
  ms: number,
): Promise<{ readonly result: Result } | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), ms)
  try {
    return await Promise.race([work.then((result) => ({ result })), late])
  } finally {
    clearTimeout(timer)
  }
}

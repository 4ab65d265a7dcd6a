/** A process that stands still reads nothing, so time is counted in turns that it took: what it missed is one turn, however long it was. */
const turns = 20

/** What work gives within so many milliseconds, or `null` where it takes longer; it goes on then. Rejects where the work does in time. */
export async function inTime<Result>(
  work: Promise<Result>,
  ms: number,
): Promise<{ readonly result: Result } | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  let left = turns
  const turn = () => {
    left -= 1
    if (left > 0) timer = setTimeout(turn, ms / turns)
    else resolve(null)
  }
  let timer = setTimeout(turn, ms / turns)
  try {
    return await Promise.race([work.then((result) => ({ result })), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Does at most so many of the works that it is given at once, the others after them in their order. */
export function fewAtOnce(max: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let underWay = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (underWay < max) underWay += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Whoever waited longest has its place.
      const next = waiting.shift()
      if (next) next()
      else underWay -= 1
    }
  }
}

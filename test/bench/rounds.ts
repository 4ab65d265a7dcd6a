/** One of those that do the same work; `measure` gives its figure, higher or lower is better as the work says. */
export interface Contender {
  readonly name: string
  measure(): Promise<number>
}

/**
 * The median figure of each contender. They take turns, the order turning round each time:
 * what else the machine does hits all of them alike. The first round warms up and does not count.
 */
export async function inRounds<const Name extends string>(
  contenders: readonly (Contender & { readonly name: Name })[],
  rounds: number,
): Promise<Readonly<Record<Name, number>>> {
  const figures = new Map<Name, number[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed()
    for (const { name, measure } of order) {
      const figure = await measure()
      if (round > 0) figures.get(name)?.push(figure)
    }
  }
  const medians = [...figures].map(([name, measured]) => [name, median(measured)] as const)
  return Object.fromEntries(medians) as Record<Name, number> // fromEntries forgets the names
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] =
    sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return (low + high) / 2
}

/** How often `work` ends in a second, done by `workers` at a time for about `ms`. */
export async function perSecond(
  workers: number,
  ms: number,
  work: (worker: number, turn: number) => Promise<unknown>,
): Promise<number> {
  const begin = performance.now()
  const end = begin + ms
  let done = 0
  async function loop(worker: number): Promise<void> {
    for (let turn = 1; performance.now() < end; turn++) {
      await work(worker, turn)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => loop(worker)))
  return (done / (performance.now() - begin)) * 1000
}

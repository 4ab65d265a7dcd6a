/**
 * Has all of them do the same in turns, the order turning round each time: what else the machine does hits all of them alike.
 * The first round warms up and does not count. Tells each on stderr. Gives the figures of each, by round.
 */
export async function inRounds<Item, Figure>(
  items: readonly Item[],
  { work, rounds }: { readonly work: string; readonly rounds: number },
  measure: (item: Item) => Promise<Figure>,
): Promise<ReadonlyMap<Item, readonly Figure[]>> {
  const figures = new Map<Item, Figure[]>(items.map((item) => [item, []]))
  for (let round = 0; round <= rounds; round++) {
    console.error(roundName(work, round, rounds))
    const order = round % 2 === 0 ? items : items.toReversed()
    for (const item of order) {
      const figure = await measure(item)
      if (round > 0) figures.get(item)?.push(figure)
    }
  }
  return figures
}

export function roundName(work: string, round: number, rounds: number): string {
  return round === 0 ? `${work}, warm-up` : `${work}, round ${round} of ${rounds}`
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] =
    sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return (low + high) / 2
}

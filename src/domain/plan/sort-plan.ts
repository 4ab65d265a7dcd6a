/** What each place waits for; `order` has each place after those, unless some wait for each other. */
export interface Sorted {
  readonly order: readonly number[]
  /** Each as the way around: the first waits for the second, …, and the last is the first again. */
  readonly cycles: readonly (readonly number[])[]
}

/** Kahn's algorithm: linear in places and waits. Where there are cycles, those that share no place are all named. */
export function sortPlan(waits: readonly (readonly number[])[]): Sorted {
  const open = waits.map((places) => places.length)
  const awaitedBy = reversed(waits)
  const order = [...waits.keys()].filter((place) => open[place] === 0)
  // Grows during the iteration.
  for (const place of order) {
    for (const waiting of awaitedBy[place] ?? []) {
      const pending = (open[waiting] ?? 0) - 1
      open[waiting] = pending
      if (pending === 0) order.push(waiting)
    }
  }
  return { order, cycles: order.length === waits.length ? [] : cyclesAmong(waits, new Set(order)) }
}

/** Who waits for each place. */
export function reversed(waits: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const awaitedBy: number[][] = waits.map(() => [])
  for (const [place, places] of waits.entries()) for (const other of places) awaitedBy[other]?.push(place)
  return awaitedBy
}

/** Each unsorted place waits for another unsorted one, so that going from one to the next ends in a circle. */
function cyclesAmong(
  waits: readonly (readonly number[])[],
  sorted: ReadonlySet<number>,
): readonly (readonly number[])[] {
  const cycles: number[][] = []
  const seen = new Set(sorted)
  for (const start of waits.keys()) {
    const way: number[] = []
    const steps = new Map<number, number>()
    let place: number | undefined = start
    while (place !== undefined && !seen.has(place)) {
      seen.add(place)
      steps.set(place, way.length)
      way.push(place)
      place = waits[place]?.find((other) => !sorted.has(other))
    }
    const first = place === undefined ? undefined : steps.get(place)
    if (place !== undefined && first !== undefined) cycles.push([...way.slice(first), place])
  }
  return cycles
}

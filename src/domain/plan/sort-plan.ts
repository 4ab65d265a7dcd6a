/** `order` has each position after those that it waits for, unless some wait for each other. */
export interface Sorted {
  readonly order: readonly number[]
  /** Positions of each cycle: the first waits for the second, …, and the last is the first again. */
  readonly cycles: readonly (readonly number[])[]
}

/** Kahn's algorithm: linear in positions and waits. All cycles that share no position are named. */
export function sortPlan(waits: readonly (readonly number[])[]): Sorted {
  const open = waits.map((positions) => positions.length)
  const awaitedBy = reversed(waits)
  const order = [...waits.keys()].filter((position) => open[position] === 0)
  // Grows during the iteration.
  for (const position of order) {
    for (const waiting of awaitedBy[position] ?? []) {
      const pending = (open[waiting] ?? 0) - 1
      open[waiting] = pending
      if (pending === 0) order.push(waiting)
    }
  }
  return { order, cycles: order.length === waits.length ? [] : cyclesAmong(waits, new Set(order)) }
}

/** The positions that wait for each position. */
export function reversed(waits: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const awaitedBy: number[][] = waits.map(() => [])
  for (const [position, positions] of waits.entries())
    for (const other of positions) awaitedBy[other]?.push(position)
  return awaitedBy
}

/** Each unsorted position waits for another unsorted one, so that going from one to the next ends in a circle. */
function cyclesAmong(
  waits: readonly (readonly number[])[],
  sorted: ReadonlySet<number>,
): readonly (readonly number[])[] {
  const cycles: number[][] = []
  const seen = new Set(sorted)
  for (const start of waits.keys()) {
    const way: number[] = []
    const steps = new Map<number, number>()
    let position: number | undefined = start
    while (position !== undefined && !seen.has(position)) {
      seen.add(position)
      steps.set(position, way.length)
      way.push(position)
      position = waits[position]?.find((other) => !sorted.has(other))
    }
    const first = position === undefined ? undefined : steps.get(position)
    if (position !== undefined && first !== undefined) cycles.push([...way.slice(first), position])
  }
  return cycles
}

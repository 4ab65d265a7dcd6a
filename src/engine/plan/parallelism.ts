/** How many actions may run at a time, as it follows from how they ended (DAG-9). */
export interface Parallelism {
  readonly limit: number
  /** Successes since the limit last changed. */
  readonly successes: number
}

/** Begins wide: a plan that goes well is not slowed. */
export function widest(max: number): Parallelism {
  return { limit: max, successes: 0 }
}

/** Half as many after a failure, down to 1; one more after as many successes as may run at a time, up to `max`. */
export function adapt({ limit, successes }: Parallelism, hasSucceeded: boolean, max: number): Parallelism {
  if (!hasSucceeded) return { limit: Math.max(1, Math.floor(limit / 2)), successes: 0 }
  if (successes + 1 < limit) return { limit, successes: successes + 1 }
  return { limit: Math.min(max, limit + 1), successes: 0 }
}

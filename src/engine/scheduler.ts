/**
 * Runs a plan's actions, at most `maxParallel` at a time, in plan order, and resolves when each has settled.
 * TOOL_CALLS plans are flat: every action is ready at once. When `run` throws, that is thrown at once.
 */
export async function schedule<Action, Result>(
  actions: readonly Action[],
  maxParallel: number,
  run: (action: Action) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>()
  const waiting = actions.entries()
  async function work(): Promise<void> {
    for (const [place, action] of waiting) results.set(place, await run(action))
  }
  await Promise.all(Array.from({ length: Math.min(maxParallel, actions.length) }, work))
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result)
}

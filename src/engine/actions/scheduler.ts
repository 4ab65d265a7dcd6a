/** What is not over with its result: it waits, in no place, until it can be run again. */
interface Resumption<Action, Result> {
  /** Calls `again` once, with the action as it stands, when the action of this result can go on; never, where it has ended. */
  add(result: Result, again: (action: Action) => void): void
  /** Nothing runs any more. */
  close(): void
}

/**
 * Runs a plan's actions, at most `maxParallel` at a time, in plan order, and resolves when none is running and none can.
 * TOOL_CALLS plans are flat: every action is ready at once. What is resumed runs beside those that are running still.
 * When `run` throws, that is thrown at once. Not p-limit: it starts the first actions in a later tick, and reports no moment at which
 * nothing runs and nothing waits.
 */
export async function schedule<Action, Result>(
  actions: readonly Action[],
  maxParallel: number,
  run: (action: Action, time: 'first' | 'again') => Promise<Result>,
  resumption?: Resumption<Action, Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>()
  const waiting = [...actions.entries()].map(([place, action]) => ({
    place,
    action,
    time: 'first' as 'first' | 'again',
  }))
  const over = Promise.withResolvers<void>()
  let running = 0
  let isOver = false

  function fill(): void {
    for (; running < maxParallel; running++) {
      const next = waiting.shift()
      if (!next) break
      void work(next)
    }
    if (running === 0) end()
  }

  async function work({ place, action, time }: (typeof waiting)[number]): Promise<void> {
    try {
      const result = await run(action, time)
      results.set(place, result)
      resumption?.add(result, (again) => {
        if (isOver) return
        waiting.push({ place, action: again, time: 'again' })
        fill()
      })
    } catch (error) {
      over.reject(error)
      return end()
    }
    running -= 1
    fill()
  }

  function end(): void {
    isOver = true
    waiting.length = 0
    over.resolve()
  }

  fill()
  try {
    await over.promise
  } finally {
    resumption?.close()
  }
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result)
}

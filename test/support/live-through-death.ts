import { createDoomed } from './doomed.ts'
import { createTestEngine, type EngineOptions, type FinishedRun, type TestEngine } from './engine.ts'

/**
 * Executes the run that `start` begins in a process that dies at its `nth` write, and then in another process to its end. `null` where the
 * run ended before that write, so that a test may count `nth` up until it does.
 */
export async function liveThroughDeath(
  database: Parameters<typeof createTestEngine>[0],
  nth: number,
  options: EngineOptions,
  start: (engine: TestEngine) => Promise<string>,
): Promise<FinishedRun | null> {
  const doomed = createDoomed((_, count) => count === nth)
  const first = await createTestEngine(database, { ...options, replace: doomed.replace })
  const runId = await start(first)
  const ended = first.finished(runId).then(() => true)
  const isOver = await Promise.race([ended, doomed.dead.then(() => false)])
  await first.die()
  if (isOver) {
    doomed.bury()
    await first.close()
    return null
  }
  const next = await createTestEngine(database, { ...options, scripts: first.scripts })
  const run = await next.finished(runId)
  doomed.bury()
  await next.close()
  await first.close()
  return run
}

/**
 * Opens a process that dies at its `nth` write. `outlive` does the work of a process; where it dies meanwhile, another one takes over and
 * repeats the work from the beginning, after `onTakeover`. The caller closes what was opened.
 */
export async function openLives(
  database: Parameters<typeof createTestEngine>[0],
  nth: number,
  options: EngineOptions,
  onTakeover?: (engine: TestEngine) => Promise<unknown>,
) {
  const doomed = createDoomed((_, count) => count === nth)
  const first = await createTestEngine(database, { ...options, replace: doomed.replace })
  const { scripts, project } = first
  const engines = [first]
  async function outlive<Value>(work: (engine: TestEngine) => Promise<Value>): Promise<Value> {
    const engine = engines.at(-1) ?? first
    const done = work(engine).then((value) => ({ value }))
    done.catch(() => undefined) // the errors of a dead process do not count
    const way = engine === first ? await Promise.race([done, doomed.dead]) : await done
    if (way) return way.value
    await first.die()
    const next = await createTestEngine(database, { ...options, scripts, project })
    engines.push(next)
    await onTakeover?.(next)
    return outlive(work)
  }
  return {
    first,
    outlive,
    hasDied: () => engines.length > 1,
    async close() {
      doomed.bury()
      for (const engine of engines.toReversed()) await engine.close()
    },
  }
}

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

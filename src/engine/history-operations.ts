import type { HistoryOperations } from '../domain/operations.ts'
import { forkRun } from './fork-run.ts'
import { replayRun } from './replay-run.ts'
import { retryRun } from './retry-run.ts'
import type { EngineServices } from './run-context.ts'

/** What callers may make from runs gone by, bound to the engine's services (RUN-9). */
export function createHistoryOperations(
  services: Pick<EngineServices, 'runs' | 'newId' | 'log' | 'clock' | 'wakeups'>,
): HistoryOperations {
  return {
    forkRun: (call) => forkRun(call, services),
    retryRun: (call) => retryRun(call, services),
    replayRun: (call) => replayRun(call, services),
  }
}

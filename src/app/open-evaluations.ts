import type pg from 'pg'
import type { DueJobs } from '../domain/dispatch.ts'
import type { Evaluators } from '../domain/evaluator.ts'
import type { Operations } from '../domain/operations.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { createDataSetOperations } from '../evaluations/data-set-operations.ts'
import { createEvaluationOperations } from '../evaluations/evaluation-operations.ts'
import { driveEvaluations, dueEvaluations } from '../evaluations/evaluations.ts'
import type { Config } from '../settings/config.ts'
import { createDataSetStore } from '../store/evaluations/data-set-store.ts'
import { createEvaluationStore } from '../store/evaluations/evaluation-store.ts'
import { executesRuns } from './open-services.ts'

/** Services for data sets and evaluations. */
export interface OpenEvaluations {
  readonly operations: Pick<Operations, 'dataSets' | 'evaluations'>
  /** Begins to drive evaluations, in a process that does more than serve. */
  start(): Promise<void>
  /** Releases the evaluations that it drives, for other processes to continue. */
  close(): Promise<void>
  readonly due: DueJobs
}

/** Combines the operations of callers on evaluations and the part that drives them. */
export function openEvaluations(
  config: Config,
  pool: pg.Pool,
  engine: EngineServices & { readonly evaluators: Evaluators },
): OpenEvaluations {
  const dataSets = createDataSetStore({ ...engine, pool })
  const evaluations = createEvaluationStore({ ...engine, pool })
  const services = { ...engine, dataSets, evaluations }
  const driven = executesRuns(config) ? driveEvaluations(services) : null
  // A process that only serves may lack the module that the others have.
  const evaluators = executesRuns(config) ? engine.evaluators : null
  return {
    operations: {
      dataSets: createDataSetOperations(services),
      evaluations: createEvaluationOperations({ ...services, evaluators }),
    },
    start: async () => driven?.start(),
    close: async () => driven?.close(),
    due: dueEvaluations(services),
  }
}

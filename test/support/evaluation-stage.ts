import type { AgentDefinitionInput } from '../../src/domain/agent.ts'
import type { NewItem } from '../../src/domain/data-set.ts'
import { type StartEvaluation, storedChecks } from '../../src/domain/evaluation.ts'
import type { Evaluators } from '../../src/domain/evaluator.ts'
import type { Operations } from '../../src/domain/operations.ts'
import { createDataSetOperations } from '../../src/evaluations/data-set-operations.ts'
import { type DrivenEvaluations, driveEvaluations } from '../../src/evaluations/drive-evaluations.ts'
import { createEvaluationOperations } from '../../src/evaluations/evaluation-operations.ts'
import type { Script } from '../../src/models/scripted.ts'
import { createDataSetStore } from '../../src/store/evaluations/data-set-store.ts'
import { createEvaluationStore } from '../../src/store/evaluations/evaluation-store.ts'
import { createReads } from '../../src/store/read/create-reads.ts'
import type { TestDatabase } from './database.ts'
import { createTestEngine, type EngineOptions, type TestEngine } from './engine.ts'
import { eventually } from './eventually.ts'

/** An engine with evaluations, and one process that drives them. */
export interface EvaluationStage {
  readonly engine: TestEngine
  readonly projectId: string
  readonly operations: Pick<Operations, 'dataSets' | 'evaluations'>
  /** Makes a data set; gives its slug. */
  dataSet(items: readonly NewItem[]): Promise<{ readonly slug: string }>
  /** Makes an agent that plays a script. */
  agent(script: Script, definition?: Partial<AgentDefinitionInput>): Promise<{ readonly slug: string }>
  start(call: Omit<StartEvaluation, 'projectId'>): Promise<string>
  /** The report of an evaluation that has ended. */
  ended(evaluationId: string): Promise<EvaluationReport>
  report(evaluationId: string): Promise<EvaluationReport>
  /** Another process that drives evaluations; none is started with it. */
  process(options?: { readonly leaseMs?: number }): DrivenEvaluations
  close(): Promise<void>
}

/** An evaluation as it is stored, with all its results. */
export type EvaluationReport = Awaited<ReturnType<typeof readReport>>

export interface StageOptions extends EngineOptions {
  readonly evaluators?: Evaluators
  /** Whether the stage drives evaluations automatically. Default true. */
  readonly isDriven?: boolean
}

export async function openEvaluationStage(
  database: TestDatabase,
  { evaluators = {}, isDriven = true, ...options }: StageOptions = {},
): Promise<EvaluationStage> {
  const engine = await createTestEngine(database, options)
  const { pool } = database
  const projectId = engine.project.id
  const stores = {
    dataSets: createDataSetStore({ ...engine.services, pool }),
    evaluations: createEvaluationStore({ ...engine.services, pool }),
  }
  const services = { ...engine.services, ...stores, evaluators }
  const operations = {
    dataSets: createDataSetOperations(services),
    evaluations: createEvaluationOperations(services),
  }
  const processes: DrivenEvaluations[] = []
  const process = (processOptions: { readonly leaseMs?: number } = {}) => {
    const driven = driveEvaluations(services, processOptions)
    processes.push(driven)
    return driven
  }
  if (isDriven) process().start()
  let count = 0

  const stage: EvaluationStage = {
    engine,
    projectId,
    operations,
    dataSet: async (items) => {
      const slug = `set-${++count}`
      await operations.dataSets.createDataSet({ projectId, slug, items })
      return { slug }
    },
    agent: (script, definition) => engine.define(script, definition),
    start: (call) => operations.evaluations.startEvaluation({ projectId, ...call }),
    report: (evaluationId) => readReport(database, evaluationId),
    ended: async (evaluationId) => {
      await eventually(async () => (await stage.report(evaluationId)).evaluation.status).not.toMatch(
        /QUEUED|RUNNING/,
      )
      return stage.report(evaluationId)
    },
    process,
    close: async () => {
      await Promise.all(processes.map((one) => one.close()))
      await engine.close()
    },
  }
  return stage
}

async function readReport(database: TestDatabase, id: string) {
  const { results, ...row } = await database.prisma.evaluation.findUniqueOrThrow({
    where: { id },
    include: { results: { include: { item: true }, orderBy: { position: 'asc' } } },
  })
  const [outcomes = []] = await createReads(database).itemOutcomes(row.projectId, [id])
  return {
    evaluation: { ...row, costUsd: row.costUsd.toFixed(), judgeCostUsd: row.judgeCostUsd.toFixed() },
    results: results.map(({ item: { key, input }, trialRunId: runId, checks, ...result }) => ({
      ...{ ...result, key, input, runId, checks: storedChecks.parse(checks) },
    })),
    outcomes,
  }
}

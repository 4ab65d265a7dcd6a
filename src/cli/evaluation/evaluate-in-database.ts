import { executesRuns } from '../../app/open-services.ts'
import { type App, composeApp } from '../../app.ts'
import { compareItems } from '../../domain/compare-evaluations.ts'
import type { NewItem } from '../../domain/data-set.ts'
import { isRungraphError, RungraphError } from '../../domain/errors.ts'
import { type EvaluationReport, scoreOf } from '../../domain/evaluation.ts'
import { toGlobalId } from '../../graphql/global-id.ts'
import type { Config } from '../../settings/config.ts'
import { type EvalArguments, noBaseline } from './eval-arguments.ts'
import { type ComparedBaseline, type EvalReport, type Evaluating, reportItems } from './eval-report.ts'

/** Name of the caller that is recorded for what the command starts. */
const by = 'command line'

/**
 * Evaluates in the database of the settings. The process executes runs meanwhile, as a worker does; with RUNGRAPH_ROLE=api it leaves them to
 * others. @throws what the operations do
 */
export async function evaluateInDatabase(
  config: Config,
  { project: slug, call, items, terminal }: Evaluating & { readonly project: string },
): Promise<EvalReport> {
  const app = await composeApp(settingsOf(config))
  try {
    const project = await app.findProject(slug)
    if (project === null) throw new RungraphError('NOT_FOUND', { kind: 'project', key: slug })
    if (items !== null) await storeItems(app, { projectId: project.id, slug: call.data.slug, items })
    if (executesRuns(config)) await app.start()
    return await evaluate(app, { projectId: project.id, call, terminal })
  } finally {
    await app.close()
  }
}

/** It serves nobody, and its log says only what went wrong. */
function settingsOf(config: Config): Config {
  const logLevel = config.logLevel === 'info' ? 'warn' : config.logLevel
  const role = executesRuns(config) ? 'worker' : 'api'
  return { ...config, role, logLevel, healthPort: null }
}

/** The items of the file are those of the data set from now on; if nothing changes, there is no new version. */
async function storeItems(
  { operations: { dataSets } }: App,
  { projectId, slug, items }: { projectId: string; slug: string; items: readonly NewItem[] },
): Promise<void> {
  const dataSet = { slug }
  try {
    await dataSets.addItems({ projectId, dataSet, items, others: 'REMOVE' })
  } catch (error) {
    if (!isRungraphError(error) || error.code !== 'NOT_FOUND') throw error
    await dataSets.createDataSet({ projectId, slug, items })
  }
}

async function evaluate(
  app: App,
  { projectId, call, terminal }: Omit<Evaluating, 'items'> & { readonly projectId: string },
): Promise<EvalReport> {
  const { evaluations } = app.operations
  const { agent, version, mode, trials, concurrency, judge, data } = call
  const dataSet = { slug: data.slug }
  const baselineId = await findBaseline(app, projectId, call)
  const { evaluationId } = await evaluations.startEvaluation({
    ...{ projectId, dataSet, agent, version, mode, trials, concurrency, judge, by },
    ...(baselineId !== null && { baselineId }),
  })
  terminal.note(`Evaluation ${toGlobalId('Evaluation', evaluationId)}`)
  const { evaluation, results, outcomes } = await ended(app, { projectId, evaluationId }, terminal)
  const before =
    baselineId === null ? null : await evaluations.report({ projectId, evaluationId: baselineId })
  const baseline = before && compare(before, outcomes)
  return {
    agent: 'slug' in agent ? agent.slug : toGlobalId('Agent', agent.id),
    dataSet: data.slug,
    evaluation: { ...evaluation, score: scoreOf(evaluation) },
    ...{ baseline, items: reportItems(results, baseline) },
  }
}

async function findBaseline(
  { operations: { evaluations } }: App,
  projectId: string,
  { baseline, data, agent, mode }: EvalArguments,
): Promise<string | null> {
  if (baseline === null || baseline.kind === 'evaluation') return baseline?.id ?? null
  const { version } = baseline
  const id = await evaluations.latest({ projectId, dataSet: { slug: data.slug }, agent, version, mode })
  if (id !== null) return id
  throw noBaseline({ version, dataSet: data.slug, mode })
}

function compare(before: EvaluationReport, after: EvaluationReport['outcomes']): ComparedBaseline {
  const { id: evaluationId, agentVersion } = before.evaluation
  return { evaluationId, agentVersion, items: compareItems(before.outcomes, after) }
}

/** Waits for the end of an evaluation; a user who stops the command cancels it. */
async function ended(
  { operations: { evaluations } }: App,
  call: { readonly projectId: string; readonly evaluationId: string },
  terminal: Evaluating['terminal'],
): Promise<EvaluationReport> {
  const signal = terminal.stopped()
  for await (const _ of evaluations.changes(call.projectId, signal)) {
    const found = await evaluations.find(call)
    if (found?.status !== 'QUEUED' && found?.status !== 'RUNNING') break
  }
  if (signal.aborted) await evaluations.cancelEvaluation({ ...call, by })
  const report = await evaluations.report(call)
  if (report) return report
  throw new RungraphError('NOT_FOUND', { kind: 'evaluation' })
}

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { executesRuns } from '../../app/open-services.ts'
import { type App, composeApp } from '../../app.ts'
import type { Config } from '../../config.ts'
import { compareItems } from '../../domain/compare-evaluations.ts'
import { isRungraphError, messageOf, RungraphError } from '../../domain/errors.ts'
import type { EvaluationReport } from '../../domain/evaluation.ts'
import { toGlobalId } from '../../graphql/global-id.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type EvalArguments, readEvalArguments, wrongArgument } from './eval-arguments.ts'
import type { EvalOptions } from './eval-options.ts'
import {
  type ComparedBaseline,
  type Conclusion,
  concludeReport,
  type EvalReport,
  reportItems,
  toTable,
} from './eval-report.ts'
import { toJUnit } from './junit.ts'
import { readItems } from './read-items.ts'

type Output = Pick<Terminal, 'print' | 'note' | 'stopped'>

/** Name of the caller that is recorded for what the command starts. */
const by = 'command line'

/**
 * Evaluates an agent over a data set in the database of the settings, and gives the exit code (EVAL-7). The process executes runs meanwhile,
 * as a worker does; with RUNGRAPH_ROLE=api it leaves them to others.
 * @throws ARGUMENTS_INVALID, and what the operations do
 */
export async function runEval(
  config: Config,
  options: EvalOptions,
  terminal: Output,
): Promise<Conclusion['code']> {
  const call = readEvalArguments(options)
  // Both may fail, and that is better known before anything is spent.
  const items = call.data.kind === 'file' ? await readItems(call.data.path) : null
  if (call.junit !== null) await prepare(call.junit)
  const app = await composeApp(settingsOf(config))
  try {
    const project = await app.findProject(call.project)
    if (project === null) throw new RungraphError('NOT_FOUND', { kind: 'project', key: call.project })
    if (items !== null) await storeItems(app, { projectId: project.id, slug: call.data.slug, items })
    if (executesRuns(config)) await app.start()
    const report = await evaluate(app, { projectId: project.id, call, terminal })
    const conclusion = concludeReport(report, call.minScore)
    terminal.print(call.isJson ? toJson(report, conclusion) : toTable(report))
    terminal.note(conclusion.text)
    if (call.junit !== null) await write(call.junit, toJUnit(report))
    return conclusion.code
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
  {
    projectId,
    slug,
    items,
  }: { projectId: string; slug: string; items: Awaited<ReturnType<typeof readItems>> },
): Promise<void> {
  const dataSet = { slug }
  try {
    await dataSets.addItems({ projectId, dataSet, items, others: 'REMOVE' })
  } catch (error) {
    if (!isRungraphError(error) || error.code !== 'NOT_FOUND') throw error
    await dataSets.createDataSet({ projectId, slug, items })
  }
}

interface Evaluating {
  readonly projectId: string
  readonly call: EvalArguments
  readonly terminal: Output
}

async function evaluate(app: App, { projectId, call, terminal }: Evaluating): Promise<EvalReport> {
  const { evaluations } = app.operations
  const { agent, version, mode, trials, concurrency, judge, data } = call
  const dataSet = { slug: data.slug }
  const baselineId = await findBaseline(app, projectId, call)
  const { evaluationId } = await evaluations.startEvaluation({
    ...{ projectId, dataSet, agent, version, mode, trials, concurrency, judge, by },
    ...(baselineId !== null && { baselineId }),
  })
  terminal.note(`Evaluation ${toGlobalId('Evaluation', evaluationId)}`)
  const report = await ended(app, { projectId, evaluationId }, terminal)
  const before =
    baselineId === null ? null : await evaluations.report({ projectId, evaluationId: baselineId })
  const baseline = before && compare(before, report)
  const name = 'slug' in agent ? agent.slug : toGlobalId('Agent', agent.id)
  return { ...report, agent: name, dataSet: data.slug, baseline, items: reportItems(report, baseline) }
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
  throw wrongArgument(
    `There is no COMPLETED evaluation of version ${version} over the data set ${data.slug} in the mode ${mode}. Make one first, with --version ${version}.`,
  )
}

function compare(before: EvaluationReport, after: EvaluationReport): ComparedBaseline {
  const { id: evaluationId, agentVersion } = before.evaluation
  return { evaluationId, agentVersion, items: compareItems(before.outcomes, after.outcomes) }
}

/** Waits for the end of an evaluation; a user who stops the command cancels it. */
async function ended(
  { operations: { evaluations } }: App,
  call: { readonly projectId: string; readonly evaluationId: string },
  terminal: Output,
): Promise<EvaluationReport> {
  const look = async () => {
    const report = await evaluations.report(call)
    if (report) return report
    throw new RungraphError('NOT_FOUND', { kind: 'evaluation' })
  }
  for await (const _ of evaluations.changes(call.projectId, terminal.stopped())) {
    const report = await look()
    if (report.evaluation.status !== 'QUEUED' && report.evaluation.status !== 'RUNNING') return report
  }
  await evaluations.cancelEvaluation({ ...call, by })
  return look()
}

function toJson({ evaluation, items, agent, dataSet, baseline }: EvalReport, conclusion: Conclusion): string {
  const { id, status, mode, trials, agentVersion, dataSetVersion } = evaluation
  const { passedCount, failedCount, divergedCount, errorCount, costUsd, judgeCostUsd } = evaluation
  const scored = passedCount + failedCount
  return JSON.stringify(
    {
      id: toGlobalId('Evaluation', id),
      ...{ agent, agentVersion, dataSet, dataSetVersion, mode, trials, status },
      score: scored === 0 ? null : evaluation.scoreSum / scored,
      ...{ passedCount, failedCount, divergedCount, errorCount, costUsd, judgeCostUsd },
      exitCode: conclusion.code,
      conclusion: conclusion.text,
      baseline: baseline && {
        id: toGlobalId('Evaluation', baseline.evaluationId),
        agentVersion: baseline.agentVersion,
      },
      items: items.map(({ trials: results, ...item }) => ({
        ...item,
        trials: results.map(({ trial, status: result, runId, output, score, checks, error }) => ({
          ...{ trial, status: result, output, score, checks, error },
          run: runId === null ? null : toGlobalId('Run', runId),
        })),
      })),
    },
    null,
    2,
  )
}

async function prepare(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true }).catch((error: unknown) => {
    throw unwritable(path, error)
  })
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    throw unwritable(path, error)
  })
}

function unwritable(path: string, error: unknown): RungraphError {
  return wrongArgument(`${path} cannot be written: ${messageOf(error)}.`)
}

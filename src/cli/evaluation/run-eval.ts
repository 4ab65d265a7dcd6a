import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { NewItem } from '../../domain/data-set.ts'
import { messageOf, type RungraphError } from '../../domain/errors.ts'
import { toGlobalId } from '../../graphql/global-id.ts'
import { openRemote } from '../remote/open-remote.ts'
import type { CommandContext } from '../terminal/command-context.ts'
import { type EvalArguments, readEvalArguments, wrongArgument } from './eval-arguments.ts'
import type { EvalOptions } from './eval-options.ts'
import { type Conclusion, concludeReport, type EvalReport, toTable } from './eval-report.ts'
import { evaluateAtServer } from './evaluate-at-server.ts'
import { toJUnit } from './junit.ts'
import { readItems } from './read-items.ts'

/**
 * Evaluates an agent over a data set, in the database of the settings or at a server, and gives the exit code (EVAL-7).
 * @throws ARGUMENTS_INVALID, and what the operations or the server do
 */
export async function runEval(options: EvalOptions, context: CommandContext): Promise<Conclusion['code']> {
  const { terminal } = context
  const call = readEvalArguments(options)
  // Both may fail, and that is better known before anything is spent.
  const items = call.data.kind === 'file' ? await readItems(call.data.path) : null
  if (call.junit !== null) await prepare(call.junit)
  const report = await evaluate(call, items, context)
  const conclusion = concludeReport(report, call.minScore)
  terminal.print(call.isJson ? toJson(report, conclusion) : toTable(report))
  terminal.note(conclusion.text)
  if (call.junit !== null) await write(call.junit, toJUnit(report))
  return conclusion.code
}

async function evaluate(
  call: EvalArguments,
  items: readonly NewItem[] | null,
  { settings, terminal }: CommandContext,
): Promise<EvalReport> {
  const { place } = call
  if (place.kind === 'server') {
    const remote = openRemote(place.address, settings.environment(), 'eval')
    return evaluateAtServer(remote, { call, items, terminal })
  }
  const config = settings.read()
  // A whole engine, which a server has running already.
  const { evaluateInDatabase } = await import('./evaluate-in-database.ts')
  return evaluateInDatabase(config, { project: place.project, call, items, terminal })
}

function toJson({ evaluation, items, agent, dataSet, baseline }: EvalReport, conclusion: Conclusion): string {
  const { id, status, mode, trials, agentVersion, dataSetVersion, score } = evaluation
  const { passedCount, failedCount, divergedCount, errorCount, costUsd, judgeCostUsd } = evaluation
  return JSON.stringify(
    {
      id: toGlobalId('Evaluation', id),
      ...{ agent, agentVersion, dataSet, dataSetVersion, mode, trials, status, score },
      ...{ passedCount, failedCount, divergedCount, errorCount, costUsd, judgeCostUsd },
      exitCode: conclusion.code,
      conclusion: conclusion.text,
      baseline: baseline && {
        id: toGlobalId('Evaluation', baseline.evaluationId),
        agentVersion: baseline.agentVersion,
      },
      items: items.map(({ trials: results, ...item }) => ({
        ...item,
        trials: results.map(({ trial, status: result, runId, output, score: of, checks, error }) => ({
          ...{ trial, status: result, output, score: of, checks, error },
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

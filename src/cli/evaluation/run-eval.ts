import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { NewItem } from '../../domain/data-set.ts'
import { messageOf, type RungraphError } from '../../domain/errors.ts'
import { toGlobalId } from '../../graphql/global-id.ts'
import { openRemote } from '../remote/open-remote.ts'
import type { CommandContext } from '../terminal/command-context.ts'
import { harmlessJson } from '../terminal/terminal-text.ts'
import { type EvalArguments, readEvalArguments, wrongArgument } from './eval-arguments.ts'
import type { EvalOptions } from './eval-options.ts'
import { type Conclusion, concludeReport, type EvalReport, toTable } from './eval-report.ts'
import { evaluateAtServer } from './evaluate-at-server.ts'
import { toErrorJUnit, toJUnit } from './junit.ts'
import { readItems } from './read-items.ts'

/**
 * Evaluates an agent over a data set, in the database of the settings or at a server, and gives the exit code (EVAL-7). The JUnit file is
 * written whatever the code is. @throws ARGUMENTS_INVALID, and what the operations or the server do
 */
export async function runEval(options: EvalOptions, context: CommandContext): Promise<Conclusion['code']> {
  const { junit } = options
  if (junit !== undefined) await prepare(junit)
  const { report, conclusion } = await evaluateAndConclude(options, context).catch(async (error: unknown) => {
    if (junit !== undefined) await writeError(junit, error, { options, context })
    throw error
  })
  const { terminal } = context
  terminal.print(options.json === true ? toJson(report, conclusion) : toTable(report))
  terminal.note(conclusion.text)
  if (junit !== undefined) await write(junit, toJUnit(report, conclusion))
  return conclusion.code
}

interface Evaluated {
  readonly report: EvalReport
  readonly conclusion: Conclusion
}

async function evaluateAndConclude(options: EvalOptions, context: CommandContext): Promise<Evaluated> {
  const call = readEvalArguments(options)
  // This may fail, and that is better known before anything is spent.
  const items = call.data.kind === 'file' ? await readItems(call.data.path) : null
  const report = await evaluate(call, items, context)
  return { report, conclusion: concludeReport(report, call.minScore) }
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
  const { passedCount, failedCount, divergedCount, errorCount, costUsd, judgeCostUsd, unpricedCalls } =
    evaluation
  return harmlessJson(
    {
      id: toGlobalId('Evaluation', id),
      ...{ agent, agentVersion, dataSet, dataSetVersion, mode, trials, status, score },
      ...{ passedCount, failedCount, divergedCount, errorCount, costUsd, judgeCostUsd, unpricedCalls },
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
    2,
  )
}

/** Removes the file of an earlier evaluation: nobody is to take it for that of one that was cut off. @throws ARGUMENTS_INVALID */
async function prepare(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await rm(path, { force: true })
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** Writes why nothing was evaluated. The error itself is thrown afterwards, so a file that cannot be written is only noted. */
async function writeError(
  path: string,
  error: unknown,
  { options, context }: { readonly options: EvalOptions; readonly context: CommandContext },
): Promise<void> {
  const { terminal, settings } = context
  const message = settings.redactor().text(messageOf(error))
  const text = toErrorJUnit({ agent: options.agent, dataSet: options.data }, message)
  await write(path, text).catch((fault: unknown) => terminal.note(messageOf(fault)))
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    throw unwritable(path, error)
  })
}

function unwritable(path: string, error: unknown): RungraphError {
  return wrongArgument(`${path} cannot be written: ${messageOf(error)}.`)
}

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Client } from '../../client/client.ts'
import { messageOf, type RungraphError } from '../../domain/errors.ts'
import { atAddress, atServer } from '../remote/at-server.ts'
import { wrongArguments } from '../terminal/argument-values.ts'
import type { CommandContext } from '../terminal/command-context.ts'
import { harmless, harmlessJson } from '../terminal/terminal-text.ts'
import type { EvalOptions } from './eval-options.ts'
import { type Conclusion, concludeReport, type EvalReport, toTable } from './eval-report.ts'
import { evaluateAtServer } from './evaluate-at-server.ts'
import { toErrorJUnit, toJUnit } from './junit.ts'
import { readData } from './read-items.ts'

/**
 * Evaluates an agent over a data set, at a server of its own or at another, and gives the exit code (EVAL-7, EVAL-8). The JUnit file is
 * written whatever the code is. @throws ARGUMENTS_INVALID, and what the operations or the server do
 */
export async function runEval(options: EvalOptions, context: CommandContext): Promise<Conclusion['code']> {
  const { junit, minScore = null } = options
  if (junit !== undefined) await prepare(junit)
  const report = await evaluate(options, context).catch(async (error: unknown) => {
    if (junit !== undefined) await writeError(junit, error, { options, context })
    throw error
  })
  const conclusion = concludeReport(report, minScore)
  const { terminal } = context
  terminal.print(options.json === true ? toJson(report, conclusion) : toTable(report))
  terminal.note(harmless(conclusion.text))
  if (junit !== undefined) await write(junit, toJUnit(report, conclusion))
  return conclusion.code
}

async function evaluate(options: EvalOptions, { settings, terminal }: CommandContext): Promise<EvalReport> {
  const { url, key, project } = options
  if (url === undefined && key !== undefined)
    throw wrongArguments('eval', '--key is for a server: give --url too.')
  // This may fail, and that is better known before anything is spent.
  const evaluating = { options, ...(await readData(options)), terminal }
  const work = (client: Client) => evaluateAtServer(client, evaluating)
  if (url !== undefined) return atAddress({ url, key }, { command: 'eval', settings }, work)
  // A whole engine, which a server has running already.
  const { withOwnServer } = await import('./own-server.ts')
  return withOwnServer(settings.read(), project, (client) => atServer(client, work))
}

function toJson({ evaluation, items, agent, dataSet, baseline }: EvalReport, conclusion: Conclusion): string {
  const { id, status, mode, trials, agentVersion, dataSetVersion, score } = evaluation
  const { passedCount, failedCount, divergedCount, errorCount } = evaluation
  const { costUsd, judgeCostUsd, unpricedCalls } = evaluation
  return harmlessJson(
    {
      ...{ id, agent, agentVersion, dataSet, dataSetVersion, mode, trials, status, score },
      ...{ passedCount, failedCount, divergedCount, errorCount, costUsd, judgeCostUsd, unpricedCalls },
      exitCode: conclusion.code,
      conclusion: conclusion.text,
      baseline: baseline?.baseline ?? null,
      items: items.map(({ trials: results, change, ...item }) => ({
        ...{ ...item, change: baseline && change },
        trials: results.map(({ key: _key, ...trial }) => trial),
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
  return wrongArguments('eval', `${path} cannot be written: ${messageOf(error)}.`)
}

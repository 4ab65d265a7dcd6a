import type { z } from 'zod'
import { dataSetBounds } from '../../domain/data-set.ts'
import { type ErrorData, RungraphError } from '../../domain/errors.ts'
import {
  type Ask,
  isRefusal,
  lineNotes,
  mutate,
  type Remote,
  refused,
  tryMutation,
} from '../remote/open-remote.ts'
import { wrongArguments } from '../terminal/argument-values.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { EvalOptions } from './eval-options.ts'
import { type EvalReport, reportItems } from './eval-report.ts'
import * as operations from './evaluation-operations.ts'
import type { ItemFile } from './read-items.ts'

/** What is to be evaluated, and who is told of it. */
export interface Evaluating {
  readonly options: EvalOptions
  readonly dataSet: string
  /** `null`: the data set is stored. */
  readonly file: ItemFile | null
  readonly terminal: Pick<Terminal, 'note' | 'stopped'>
}

/**
 * Evaluates at a server, in the project of the key: the server stores the items, and it or its workers execute the runs. A user who stops
 * the command cancels the evaluation. @throws ARGUMENTS_INVALID, NOT_FOUND, SERVER_UNREACHABLE, SERVER_REFUSED
 */
export async function evaluateAtServer(
  remote: Remote,
  { options, dataSet, file, terminal }: Evaluating,
): Promise<EvalReport> {
  if (file !== null) await storeItems(remote, dataSet, file)
  const baselineId = await findBaseline(remote, options, dataSet)
  const id = await start(remote, { ...options, dataSet, baselineId })
  // Whoever reads of it may stop it.
  const signal = terminal.stopped()
  terminal.note(`Evaluation ${id}`)
  await untilEnded(remote, id, { signal, terminal })
  // Compared with itself where there is no baseline: a comparison has what became of each item.
  const { comparison, ...evaluation } = await readEvaluation(remote.read, id, baselineId ?? id)
  const baseline = baselineId === null ? null : comparison
  const results = await readResults(remote.read, id)
  return {
    ...{ agent: options.agent, dataSet, evaluation, baseline },
    items: reportItems(comparison.items, results),
  }
}

/** The items of the file are those of the data set from now on; if nothing changes, there is no new version. */
async function storeItems(remote: Remote, slug: string, file: ItemFile): Promise<void> {
  const { items } = file
  try {
    const added = await tryMutation(remote, operations.addItems, { dataSet: slug, items, removeOthers: true })
    if (added.kind === 'given') return
    if (added.code !== 'NOT_FOUND') throw refused(added.message, added.code)
    await mutate(remote, operations.createDataSet, { slug, items })
  } catch (error) {
    if (isRefusal(error)) throw refused(placed(error.data, file), error.data.code)
    throw error
  }
}

/** The words of the server about an item, or about all of them, with their place in the file. */
function placed({ message, code }: ErrorData<'SERVER_REFUSED'>, { path, places }: ItemFile): string {
  const named = message.replace(
    /^items\[(\d+)\]|(?<=, as )items\[(\d+)\](?= has\. )/g,
    (item, first, other) => places[Number(first ?? other)] ?? item,
  )
  if (named !== message) return named
  if (code === 'LIMIT_EXCEEDED') return `${places[dataSetBounds.maxItems] ?? path}: ${message}`
  return code === 'INPUT_TOO_LARGE' || code === 'NOT_FOUND' ? `${path}: ${message}` : message
}

async function findBaseline(
  { ask }: Remote,
  { baseline, agent, mode }: EvalOptions,
  dataSet: string,
): Promise<string | null> {
  if (baseline === undefined || 'id' in baseline) return baseline?.id ?? null
  const { version } = baseline
  const filter = { dataSet, agent, agentVersion: version, mode: [mode], status: ['COMPLETED'] }
  const { evaluations } = await send(ask, operations.newest, { filter })
  const [newest] = evaluations.nodes
  if (newest) return newest.id
  throw wrongArguments(
    'eval',
    `There is no COMPLETED evaluation of version ${version} over the data set ${dataSet} in the mode ${mode}. Make one first, with --version ${version}.`,
  )
}

async function start(
  remote: Remote,
  of: EvalOptions & { readonly dataSet: string; readonly baselineId: string | null },
): Promise<string> {
  const { dataSet, agent, version: agentVersion, mode, trials, concurrency, baselineId } = of
  const judge = { agent: of.judgeAgent, model: of.judgeModel, votes: of.votes }
  const input = { dataSet, agent, agentVersion, mode, trials, concurrency, judge, baselineId }
  return (await mutate(remote, operations.start, input)).id
}

/** Resolves when the evaluation has ended; if the user stops the command, it is cancelled. */
async function untilEnded(
  remote: Remote,
  id: string,
  { signal, terminal }: Pick<Evaluating, 'terminal'> & { readonly signal: AbortSignal },
): Promise<void> {
  const onLine = (state: keyof typeof lineNotes) => terminal.note(lineNotes[state])
  for await (const _ of remote.follow(operations.progress, { variables: { id }, signal, onLine }));
  if (signal.aborted) await mutate(remote, operations.cancel, { id })
}

async function readEvaluation(read: Ask, id: string, baselineId: string) {
  const { evaluation } = await send(read, operations.evaluation, { id, with: baselineId })
  return evaluation ?? gone(id)
}

/** All results, page after page. */
async function readResults(read: Ask, id: string): Promise<readonly operations.Result[]> {
  const results: operations.Result[] = []
  let after: string | null = null
  do {
    const { nodes, pageInfo } = await readPage(read, id, after)
    results.push(...nodes)
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after !== null)
  return results
}

async function readPage(read: Ask, id: string, after: string | null) {
  const { evaluation } = await send(read, operations.results, { id, after })
  return (evaluation ?? gone(id)).results
}

async function send<Schema extends z.ZodType>(
  by: Ask,
  { text, data }: operations.Operation<Schema>,
  variables: Readonly<Record<string, unknown>>,
): Promise<z.infer<Schema>> {
  return data.parse(await by(text, variables))
}

function gone(id: string): never {
  throw new RungraphError('NOT_FOUND', { kind: 'evaluation', key: id })
}

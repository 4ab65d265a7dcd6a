import type { Client } from '../../client/client.ts'
import { RungraphClientError, throwRefusal } from '../../client/client-error.ts'
import { dataSetBounds } from '../../domain/data-set.ts'
import { RungraphError } from '../../domain/errors.ts'
import {
  AddDataSetItemsDocument,
  type AddDataSetItemsMutation,
  BaselineDocument,
  BaselinePartsDocument,
  CancelEvaluationDocument,
  CreateDataSetDocument,
  type CreateDataSetMutation,
  EvaluationProgressDocument,
  EvaluationResultsDocument,
  type EvaluationResultsQuery,
  EvaluationSumsDocument,
  StartEvaluationDocument,
} from '../../generated/command/graphql.ts'
import { uuidOf } from '../../graphql/global-id.ts'
import { withLineNotes } from '../remote/at-server.ts'
import { wrongArguments } from '../terminal/argument-values.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { EvalOptions } from './eval-options.ts'
import { type EvalReport, type Result, reportItems } from './eval-report.ts'
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
 * the command cancels the evaluation. @throws ARGUMENTS_INVALID, NOT_FOUND, RungraphClientError
 */
export async function evaluateAtServer(
  client: Client,
  { options, dataSet, file, terminal }: Evaluating,
): Promise<EvalReport> {
  if (file !== null) await storeItems(client, dataSet, file)
  const baselineId = await findBaseline(client, options, dataSet)
  const id = await start(client, { ...options, dataSet, baselineId })
  // Before the id is printed: from then on, Ctrl-C cancels the evaluation.
  const signal = terminal.stopped()
  terminal.note(`Evaluation ${id}`)
  const changes = client.subscribe(EvaluationProgressDocument, { id }, { signal })
  for await (const _ of withLineNotes(changes, client, terminal));
  if (signal.aborted) await cancel(client, id)
  // Compared with itself where there is no baseline: a comparison has what became of each item.
  const { evaluation, comparison } = await readCompared(client, id, baselineId ?? id)
  const baseline = baselineId === null ? null : comparison
  const results = await readResults(client, id)
  return {
    ...{ agent: options.agent, dataSet, evaluation, baseline },
    items: reportItems(comparison.items, results),
  }
}

/** The items of the file are those of the data set from now on; if nothing changes, there is no new version. */
async function storeItems(client: Client, dataSet: string, file: ItemFile): Promise<void> {
  const { items } = file
  // As texts: the server checks what the items are.
  const [add, create] = [String(AddDataSetItemsDocument), String(CreateDataSetDocument)]
  try {
    const { addDataSetItems: added } = await client.mutate<AddDataSetItemsMutation, object>(add, {
      input: { dataSet, items, removeOthers: true },
    })
    if (!('code' in added)) return
    if (added.code !== 'NOT_FOUND') throwRefusal(added)
    const { createDataSet: created } = await client.mutate<CreateDataSetMutation, object>(create, {
      input: { slug: dataSet, items },
    })
    if ('code' in created) throwRefusal(created)
  } catch (error) {
    if (!(error instanceof RungraphClientError)) throw error
    const { code, cause } = error
    throw new RungraphClientError(placed(error, file), { code, cause })
  }
}

/** The words of the server about an item, or about all of them, with their place in the file. */
function placed({ message, code }: RungraphClientError, { path, places }: ItemFile): string {
  const named = message.replace(
    /^items\[(\d+)\]|(?<=, as )items\[(\d+)\](?= has\. )/g,
    (item, first, other) => places[Number(first ?? other)] ?? item,
  )
  if (named !== message) return named
  if (code === 'LIMIT_EXCEEDED') return `${places[dataSetBounds.maxItems] ?? path}: ${message}`
  return code === 'INPUT_TOO_LARGE' || code === 'NOT_FOUND' ? `${path}: ${message}` : message
}

async function findBaseline(
  client: Client,
  { baseline, agent, mode }: EvalOptions,
  dataSet: string,
): Promise<string | null> {
  if (baseline === undefined || 'id' in baseline) return baseline?.id ?? null
  const { version } = baseline
  const status = ['COMPLETED' as const]
  const filter = { dataSet, agent, agentVersion: version, mode: [mode], status }
  const { evaluations } = await client.mutate(BaselineDocument, { filter })
  const [newest] = evaluations.nodes
  if (newest) return newest.id
  const none = `There is no COMPLETED evaluation of version ${version} over the data set ${dataSet} in the mode ${mode}.`
  const gone = await missingParts(client, { agent, version, dataSet })
  const remedy =
    gone.length > 0 ? `There is no ${gone.join(', and no ')}` : `Make one first, with --version ${version}`
  throw wrongArguments('eval', `${none} ${remedy}.`)
}

/** Which parts of an evaluation are not there, in words: nobody can make one without them. */
async function missingParts(
  client: Client,
  of: { readonly agent: string; readonly version: number; readonly dataSet: string },
): Promise<readonly string[]> {
  const { agent, version, dataSet } = of
  const key = uuidOf('DataSet', dataSet) === null ? { slug: dataSet } : { id: dataSet }
  const found = await client.mutate(BaselinePartsDocument, { agent, version, ...key })
  return [
    ...(found.agentVersion ? [] : [`version ${version} of the agent ${agent}`]),
    ...(found.dataSet ? [] : [`data set ${dataSet}`]),
  ]
}

async function start(
  client: Client,
  of: EvalOptions & { readonly dataSet: string; readonly baselineId: string | null },
): Promise<string> {
  const { dataSet, agent, version: agentVersion, mode, trials, concurrency, baselineId } = of
  const judge = { agent: of.judgeAgent, model: of.judgeModel, votes: of.votes }
  const input = { dataSet, agent, agentVersion, mode, trials, concurrency, judge, baselineId }
  const { startEvaluation: started } = await client.mutate(StartEvaluationDocument, { input })
  return started.__typename === 'Evaluation' ? started.id : throwRefusal(started)
}

async function cancel(client: Client, id: string): Promise<void> {
  const { cancelEvaluation: cancelled } = await client.mutate(CancelEvaluationDocument, { input: { id } })
  if ('code' in cancelled) throwRefusal(cancelled)
}

async function readCompared(client: Client, id: string, otherId: string) {
  const { evaluation } = await client.query(EvaluationSumsDocument, { id, with: otherId })
  const { comparison, ...sums } = evaluation ?? throwGone(id)
  return { evaluation: sums, comparison: comparison ?? throwGone(otherId) }
}

/** All results, page after page. */
async function readResults(client: Client, id: string): Promise<readonly Result[]> {
  const results: Result[] = []
  let after: string | null = null
  do {
    const { nodes, pageInfo } = await readPage(client, id, after)
    results.push(...nodes.map(toResult))
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after !== null)
  return results
}

type ResultPage = NonNullable<EvaluationResultsQuery['evaluation']>['results']

async function readPage(client: Client, id: string, after: string | null): Promise<ResultPage> {
  const { evaluation } = await client.query(EvaluationResultsDocument, { id, after })
  return (evaluation ?? throwGone(id)).results
}

function toResult({ item, run, checks, ...rest }: ResultPage['nodes'][number]): Result {
  return {
    ...{ ...rest, key: item.key, run: run?.id ?? null },
    checks: checks.map(({ votes, ...check }) => ({
      ...check,
      votes: votes && { met: votes.met, of: votes.total },
    })),
  }
}

function throwGone(id: string): never {
  throw new RungraphError('NOT_FOUND', { kind: 'evaluation', key: id })
}

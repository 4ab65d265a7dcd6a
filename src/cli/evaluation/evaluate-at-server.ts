import type { z } from 'zod'
import type { NewItem } from '../../domain/data-set.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { ReportedResult } from '../../domain/evaluation.ts'
import type { AgentKey } from '../../domain/operations.ts'
import { toGlobalId } from '../../graphql/global-id.ts'
import { type Ask, lineNotes, mutate, type Remote, refused, tryMutation } from '../remote/open-remote.ts'
import { type EvalArguments, noBaseline } from './eval-arguments.ts'
import { type EvalReport, type Evaluating, reportItems } from './eval-report.ts'
import {
  addDataSetItems,
  baselineData,
  baselineDocument,
  cancelEvaluation,
  createDataSet,
  evaluationData,
  evaluationDocument,
  progressDocument,
  resultsData,
  resultsDocument,
  startEvaluation,
} from './evaluation-documents.ts'

/**
 * Evaluates at a server, in the project of the key: the server stores the items, and it or its workers execute the runs. A user who stops
 * the command cancels the evaluation. @throws ARGUMENTS_INVALID, NOT_FOUND, SERVER_UNREACHABLE, SERVER_REFUSED
 */
export async function evaluateAtServer(
  remote: Remote,
  { call, items, terminal }: Evaluating,
): Promise<EvalReport> {
  if (items !== null) await storeItems(remote, call.data.slug, items)
  const baselineId = await findBaseline(remote, call)
  const id = await start(remote, call, baselineId)
  terminal.note(`Evaluation ${id}`)
  await untilEnded(remote, id, terminal)
  const { comparison: baseline, ...evaluation } = await readEvaluation(remote.read, id)
  const results = await readResults(remote.read, id)
  return {
    ...{ agent: nameOf(call.agent), dataSet: call.data.slug, evaluation, baseline },
    items: reportItems(results, baseline),
  }
}

/** The items of the file are those of the data set from now on; if nothing changes, there is no new version. */
async function storeItems(remote: Remote, slug: string, given: readonly NewItem[]): Promise<void> {
  const items = given.map(({ sourceRunId, ...item }) => ({
    ...item,
    ...(sourceRunId != null && { sourceRunId: toGlobalId('Run', sourceRunId) }),
  }))
  const added = await tryMutation(remote, addDataSetItems, { dataSet: slug, items, removeOthers: true })
  if (added.kind === 'given') return
  if (added.code !== 'NOT_FOUND') throw refused(added.message, added.code)
  await mutate(remote, createDataSet, { slug, items })
}

async function findBaseline(
  remote: Remote,
  { baseline, data, agent, mode }: EvalArguments,
): Promise<string | null> {
  if (baseline === null) return null
  if (baseline.kind === 'evaluation') return toGlobalId('Evaluation', baseline.id)
  const { version } = baseline
  const of = { dataSet: data.slug, agent: nameOf(agent), agentVersion: version }
  const filter = { ...of, mode: [mode], status: ['COMPLETED'] }
  const { evaluations } = await ask(remote.ask, baselineDocument, baselineData, { filter })
  const [newest] = evaluations.nodes
  if (newest) return newest.id
  throw noBaseline({ version, dataSet: data.slug, mode })
}

async function start(remote: Remote, call: EvalArguments, baselineId: string | null): Promise<string> {
  const { agent, version: agentVersion, data, mode, trials, concurrency, judge } = call
  const input = {
    ...{ dataSet: data.slug, agent: nameOf(agent), agentVersion, mode, trials, concurrency, baselineId },
    judge: { ...judge, agent: judge.agent && nameOf(judge.agent) },
  }
  return (await mutate(remote, startEvaluation, input)).id
}

/** Resolves when the evaluation has ended; if the user stops the command, it is cancelled. */
async function untilEnded(remote: Remote, id: string, terminal: Evaluating['terminal']): Promise<void> {
  const signal = terminal.stopped()
  const onLine = (state: keyof typeof lineNotes) => terminal.note(lineNotes[state])
  for await (const _ of remote.follow(progressDocument, { variables: { id }, signal, onLine }));
  if (signal.aborted) await mutate(remote, cancelEvaluation, { id })
}

async function readEvaluation(read: Ask, id: string) {
  const { evaluation } = await ask(read, evaluationDocument, evaluationData, { id })
  return evaluation ?? gone(id)
}

/** All results, page after page. */
async function readResults(read: Ask, id: string): Promise<readonly ReportedResult[]> {
  const results: ReportedResult[] = []
  let after: string | null = null
  do {
    const { nodes, pageInfo } = await readPage(read, id, after)
    results.push(...nodes)
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after !== null)
  return results
}

async function readPage(read: Ask, id: string, after: string | null) {
  const { evaluation } = await ask(read, resultsDocument, resultsData, { id, after })
  return (evaluation ?? gone(id)).results
}

async function ask<Schema extends z.ZodType>(
  send: Ask,
  document: string,
  data: Schema,
  variables: Readonly<Record<string, unknown>>,
): Promise<z.infer<Schema>> {
  return data.parse(await send(document, variables))
}

function nameOf(agent: AgentKey): string {
  return 'slug' in agent ? agent.slug : toGlobalId('Agent', agent.id)
}

function gone(id: string): never {
  throw new RungraphError('NOT_FOUND', { kind: 'evaluation', key: id })
}

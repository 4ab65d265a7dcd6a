import type { Batch, BatchGroup } from '../domain/batch-store.ts'
import { type DueJobs, idOfKey, type Job } from '../domain/dispatch.ts'
import { messageOf } from '../domain/errors.ts'
import { ModelError } from '../domain/model.ts'
import type { BatchApi, BatchResult } from '../domain/model-batch.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { type SettleServices, settleCalls } from './settle-calls.ts'

/*
 * Requests that runs wait for are gathered into batches, sent, and looked at until they are answered (BATCH-3). Any process does each of it.
 * What it does is in a row before and after: a batch that a process was about to send when it died is looked for at the provider, and sent by
 * the next one where it is not there.
 */

export interface BatchServices extends SettleServices, Pick<EngineServices, 'dispatch'> {
  /** So long the first request waits for others, in milliseconds. */
  readonly batchEveryMs: number
  /** Default: `usualTimes`. */
  readonly batchTimes?: BatchTimes
}

interface BatchTimes {
  /** Shortest and longest pause between two looks at a batch, in milliseconds. */
  readonly shortestMs: number
  readonly longestMs: number
  /** Nobody else looks at a batch while one process does: for so long, in milliseconds. */
  readonly holdMs: number
}

const usualTimes: BatchTimes = { shortestMs: 10_000, longestMs: 5 * 60_000, holdMs: 10 * 60_000 }

/** Keys of the tasks that are about no single batch. */
const collecting = 'collect'
const settling = 'settle'

/** A request to a provider takes no longer. */
const requestMs = 5 * 60_000

/** A batch that its provider cannot be asked about ends after so long: the deadlines of its runs are over. */
const givenUpMs = 8 * 86_400_000

/** So many responses are in memory at once. */
const savedAtOnce = 20

/** Works on batches until the returned function is called. Any number of processes may. */
export function runBatches(services: BatchServices): Promise<() => Promise<void>> {
  return services.dispatch.work('batches', (key) => {
    const task = idOfKey(key)
    if (task === collecting) return collectCalls(services)
    if (task === settling) return settleCalls(services)
    return workOn(task, services)
  })
}

/** Finds what is to be done about batches. */
export function dueBatches({ batchStore, batchEveryMs }: BatchServices): DueJobs {
  return async () => {
    const { collect, settle, batchIds } = await batchStore.due({ everyMs: batchEveryMs })
    const tasks = [...(collect ? [collecting] : []), ...(settle ? [settling] : []), ...batchIds]
    return tasks.map((key): Job => ({ lane: 'batches', key }))
  }
}

/** Makes batches of the requests that have waited, and sends each. */
async function collectCalls(services: BatchServices): Promise<void> {
  const { batchStore, batchEveryMs: everyMs, newId } = services
  const { holdMs } = timesOf(services)
  await batchStore.cancelUnwanted()
  for (const group of await batchStore.groups({ everyMs })) {
    const api = apiOf(group, services)
    // Another process may have the provider.
    if (!api) continue
    const { maxRequests, maxBytes } = api
    for (;;) {
      const batch = await batchStore.collect(group, { id: newId(), holdMs, maxRequests, maxBytes })
      if (!batch) break
      await withoutThrowing(batch, services, () => send(batch, api, services))
    }
  }
}

/** Sends a batch that another process was about to send, or looks at one. */
async function workOn(batchId: string, services: BatchServices): Promise<void> {
  const batch = await services.batchStore.take(batchId, timesOf(services).holdMs)
  if (!batch) return
  const api = apiOf(batch, services)
  if (!api) return services.batchStore.lookAgain(batchId, timesOf(services).longestMs)
  await withoutThrowing(batch, services, () =>
    batch.providerBatchId === null
      ? sendAgain(batch, api, services)
      : look(batch, batch.providerBatchId, api, services),
  )
}

function apiOf({ provider, profile }: BatchGroup, { models }: BatchServices): BatchApi | undefined {
  return models.profiles(provider)[profile - 1]?.batches
}

/** A provider that is away is asked again later; one that refuses a batch does not get it again. */
async function withoutThrowing(
  batch: Batch,
  services: BatchServices,
  perform: () => Promise<void>,
): Promise<void> {
  const { batchStore, report } = services
  try {
    await perform()
  } catch (error) {
    const isOld = services.clock.now() - batch.createdAt.getTime() > givenUpMs
    if (isOld || isRefusal(error, batch)) return batchStore.fail(batch.id, messageOf(error))
    report(`The batch ${batch.id} at ${batch.provider} is tried again.`, error)
    await batchStore.lookAgain(batch.id, pauseMs(batch, services))
  }
}

/** An error of another kind, such as a web page in the place of an answer, is one after so many tries. */
const triesToSend = 8

/** Credentials that are refused while the batch is there may be right again. */
function isRefusal(error: unknown, { providerBatchId, looks }: Batch): boolean {
  if (!(error instanceof ModelError) || error.retryable || error.kind === 'RATE_LIMIT') return false
  const { status = 0, kind } = error
  if (kind === 'ANSWER_TOO_LARGE') return true
  if (providerBatchId !== null) return status === 404
  return (status >= 400 && status < 500) || looks >= triesToSend
}

async function send(batch: Batch, api: BatchApi, services: BatchServices): Promise<void> {
  const { batchStore } = services
  const requests = await batchStore.requests(batch.id)
  if (requests.length === 0) return batchStore.end(batch.id)
  const providerBatchId = await api.send({ ...batch, requests }, AbortSignal.timeout(requestMs))
  await batchStore.sent(batch.id, providerBatchId, timesOf(services).shortestMs)
}

/** The process that was about to send it died, or had no answer: the provider may have it. */
async function sendAgain(batch: Batch, api: BatchApi, services: BatchServices): Promise<void> {
  const { batchStore } = services
  const asked = { ...batch, requestIds: batch.callIds }
  const found = await api.find(asked, AbortSignal.timeout(requestMs))
  if (found === 'unknown') return batchStore.lookAgain(batch.id, pauseMs(batch, services))
  if (found !== null) return batchStore.sent(batch.id, found, 0)
  if (await batchStore.isWanted(batch.id)) return send(batch, api, services)
  return batchStore.end(batch.id)
}

async function look(
  batch: Batch,
  providerBatchId: string,
  api: BatchApi,
  services: BatchServices,
): Promise<void> {
  const { batchStore } = services
  const signal = AbortSignal.timeout(requestMs)
  const seen = await api.look({ providerBatchId, requestIds: batch.callIds }, signal)
  if (seen.kind === 'failed') return batchStore.fail(batch.id, seen.why)
  if (seen.kind === 'running') {
    if (batch.cancelledAt === null && !(await batchStore.isWanted(batch.id))) {
      await api.cancel(providerBatchId, signal)
      await batchStore.cancelled(batch.id)
    }
    return batchStore.lookAgain(batch.id, pauseMs(batch, services))
  }
  await saveResults(batch, seen.results, services)
  await batchStore.end(batch.id)
  await settleCalls(services)
  // The runs have all that they need. What stays there, an operator can delete.
  await api
    .forget?.(providerBatchId, signal)
    .catch((error: unknown) =>
      services.report(`The provider ${batch.provider} still keeps its batch ${providerBatchId}.`, error),
    )
}

/** Each run goes on as soon as its response is there. */
async function saveResults(
  { id }: Batch,
  results: AsyncIterable<BatchResult>,
  services: BatchServices,
): Promise<void> {
  let read: BatchResult[] = []
  for await (const result of results) {
    read.push(result)
    if (read.length < savedAtOnce) continue
    await services.batchStore.save(id, read)
    read = []
  }
  await services.batchStore.save(id, read)
}

/** Each is half as long again as the one before. */
function pauseMs({ looks }: Batch, services: BatchServices): number {
  const { shortestMs, longestMs } = timesOf(services)
  return Math.round(Math.min(longestMs, shortestMs * 1.5 ** Math.max(0, looks - 1)))
}

function timesOf({ batchTimes = usualTimes }: BatchServices): BatchTimes {
  return batchTimes
}

import type { BatchStore, EndedCall } from '../domain/batch-store.ts'
import { ModelError, type ModelRequest } from '../domain/model.ts'
import type { ModelCallRow } from '../domain/run-log.ts'
import { believable, type TokenUsage } from '../domain/usage.ts'
import { toWordId } from '../domain/word-id.ts'
import { endByBatch } from '../engine/gates/resolve-gate.ts'
import { respondWith } from '../engine/model/batched-call.ts'
import { usageEvent } from '../engine/model/model-call-row.ts'
import type { EngineServices } from '../engine/run/run-context.ts'

export interface SettleServices
  extends Pick<
    EngineServices,
    'models' | 'runs' | 'log' | 'wakeups' | 'clock' | 'newId' | 'report' | 'budgets' | 'priceOf'
  > {
  readonly batchStore: BatchStore
}

/** So many outcomes are read at once. */
const pageSize = 50

/** Gives each run the result of its request; a result that is too late for it is booked as its usage (BATCH-4). */
export async function settleCalls(services: SettleServices): Promise<void> {
  const { batchStore } = services
  for (;;) {
    const ended = await batchStore.ended(pageSize)
    let failure: unknown
    for (const call of ended) {
      try {
        await settleCall(call, services)
      } catch (error) {
        failure ??= error
      }
    }
    if (failure !== undefined) throw failure
    if (ended.length < pageSize) break
  }
  await batchStore.purge()
}

async function settleCall(call: EndedCall, services: SettleServices): Promise<void> {
  const { batchStore, budgets } = services
  const isOpen = call.gateStatus === 'OPEN'
  const gateStatus = isOpen ? await endByBatch(call, services) : call.gateStatus
  // Its run reads the answer, and settles what it cost.
  if (gateStatus === 'ANSWERED' && call.state === 'ANSWERED') return void (await batchStore.settle(call.id))
  // A call that is settled is not looked at again: what can fail comes before, and is done twice for nothing.
  const row = call.state === 'ANSWERED' ? await lateRow(call, services) : null
  await budgets.settle(call.id, {
    costUsd: row?.costUsd ?? '0',
    tokens: row ? row.inputTokens + row.outputTokens : 0,
  })
  if (!(await batchStore.settle(call.id))) return
  if (row) await bookLate(row, call.position.stepNumber, services)
}

/** The row of a call that was paid, and whose answer nobody reads; `null` where it was an error. */
async function lateRow(call: EndedCall, services: SettleServices): Promise<ModelCallRow | null> {
  const usage = await usageOfResponse(call, services)
  if (usage === null) return null
  const { provider, model, profile, runId, projectId, createdAt: startedAt } = call
  const { stepNumber: _step, ...position } = call.position
  const price = services.priceOf({ provider, model, usage, at: startedAt, pricing: 'BATCH' })
  return {
    ...{ ...position, id: services.newId(), runId, projectId, provider, model, profile, messageId: call.id },
    ...{ actionId: null, actionAttempt: null, estimated: false, sent: true, pricing: 'BATCH' },
    ...usage,
    ...{ costUsd: price?.costUsd ?? '0', priceVersion: price?.priceVersion ?? null },
    ...{ pricedAs: price?.pricedAs ?? null, finishReason: null, answer: null, questionHash: null },
    ...{ latencyMs: null, timeToFirstTokenMs: null, startedAt },
    errorCode: 'TIMEOUT',
    errorMessage: 'The answer of its batch came when the run did not wait for it any more.',
  }
}

/** The adapter reads the response as it would for the run. */
async function usageOfResponse(
  call: EndedCall,
  { models, batchStore }: SettleServices,
): Promise<TokenUsage | null> {
  const access = models.profiles(call.provider)[call.profile - 1]
  const response = (await batchStore.find(call.id))?.response
  if (!access || !response) return null
  const request: ModelRequest = {
    ...{
      model: call.model,
      messageId: call.id,
      systemPrompt: null,
      tools: [],
      toolChoice: 'auto',
      signal: never,
    },
    messages: [{ role: 'user', text: '.' }],
    ...{ temperature: null, maxOutputTokens: null, reasoningEffort: null, responseFormat: null },
    sendBy: respondWith(response),
  }
  try {
    for await (const chunk of access.stream(request))
      if (chunk.type === 'done') return believable(chunk.usage)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
  }
  return null
}

/** In the log of the run, whatever its status, so that the usage of the run is what was paid for it. */
async function bookLate(
  row: ModelCallRow,
  stepNumber: number,
  { log, clock, report }: SettleServices,
): Promise<void> {
  const { runId } = row
  for (let tries = 0; tries < bookingTries; tries++) {
    const { kind } = await log.commit({
      ...{ runId, epoch: null, from: runStatuses },
      modelCalls: [row],
      events: [usageEvent(stepNumber, row)],
    })
    if (kind === 'written') return
    // Rows of a run that goes on are about to be written: until then it takes no row of another writer.
    await clock.sleep(bookingPauseMs, never)
  }
  report(`What run ${toWordId('run', runId)} paid for a late answer is not in its usage: ${row.costUsd} USD.`)
}

/** A job is taken to its end. */
const never = new AbortController().signal

const bookingTries = 20
const bookingPauseMs = 500
const runStatuses = ['QUEUED', 'RUNNING', 'WAITING', 'PAUSED', 'COMPLETED', 'FAILED', 'CANCELLED'] as const

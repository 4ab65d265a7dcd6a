import { isTerminal } from '../domain/run.ts'
import type { NewEvent } from '../domain/run-event.ts'
import type { ActionRow, ModelCallRow, RunCommit } from '../domain/run-log.ts'
import { isUnpriced } from '../domain/usage.ts'
import type { Instruments } from './instruments.ts'

/**
 * Counts the changes that a commit records. Only durable changes are counted, once: a run that continues in another process counts nothing
 * a second time, and the sums agree with the database.
 */
export function countCommit(
  { events, run, actions = [], modelCalls = [] }: RunCommit,
  instruments: Instruments,
): void {
  if (events.length > 0) instruments.events.inc(events.length)
  countFinished(run, instruments)
  for (const call of modelCalls) countModelCall(call, instruments)
  for (const event of events) countEvent(event, actions, instruments)
}

function countFinished(run: RunCommit['run'], { runsFinished, runSeconds }: Instruments): void {
  const { status } = run ?? {}
  if (status === undefined || status === 'RUNNING' || status === 'QUEUED') return
  runsFinished.inc({ status, reason: run?.terminationReason ?? 'none' })
  if (isTerminal(status) && run?.durationMs != null) runSeconds.observe({ status }, run.durationMs / 1_000)
}

function countModelCall(call: ModelCallRow, instruments: Instruments): void {
  const labels = instruments.modelLabels(call)
  instruments.modelCalls.inc({ ...labels, outcome: call.errorCode ?? 'answered' })
  if (call.latencyMs !== null) instruments.modelSeconds.observe(labels, call.latencyMs / 1_000)
  if (call.timeToFirstTokenMs !== null)
    instruments.modelFirstToken.observe(labels, call.timeToFirstTokenMs / 1_000)
  const tokens = {
    input: call.inputTokens,
    cached: call.cachedInputTokens,
    output: call.outputTokens,
    reasoning: call.reasoningTokens,
  }
  for (const [kind, count] of Object.entries(tokens))
    if (count > 0) instruments.modelTokens.inc({ ...labels, kind }, count)
  if (call.priceVersion !== null) instruments.modelCost.inc(labels, Number(call.costUsd))
  if (isUnpriced(call)) instruments.modelUnpriced.inc(labels)
}

/** Each event is written once; the row that it describes may be written again. */
function countEvent(event: NewEvent, rows: readonly ActionRow[], instruments: Instruments): void {
  switch (event.type) {
    case 'StepCompleted':
      instruments.steps.inc()
      break
    case 'ActionCompleted':
    case 'ActionFailed':
    case 'ActionDenied':
    case 'ActionSkipped':
      countAction(event.data.actionId, outcomes[event.type], rows, instruments)
      break
    default:
  }
}

const outcomes = {
  ActionCompleted: 'succeeded',
  ActionFailed: 'failed',
  ActionDenied: 'denied',
  ActionSkipped: 'skipped',
} as const

function countAction(
  actionId: string,
  outcome: string,
  rows: readonly ActionRow[],
  instruments: Instruments,
): void {
  const action = rows.find(({ id }) => id === actionId)
  if (!action) return
  const labels = { type: action.type, effect: action.effect ?? 'none' }
  instruments.actions.inc({ ...labels, outcome })
  if (outcome !== 'skipped' && action.durationMs !== null)
    instruments.actionSeconds.observe(labels, action.durationMs / 1_000)
}

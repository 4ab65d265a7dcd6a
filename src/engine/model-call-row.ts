import type { ModelAnswer, ModelError } from '../domain/model.ts'
import type { ModelCallRow } from '../domain/run-log.ts'
import { noTokens } from '../domain/usage.ts'
import type { RunContext } from './run-context.ts'

/** Where a model call stands in its run. */
export interface CallPlace {
  readonly purpose: ModelCallRow['purpose']
  readonly step: { readonly id: string; readonly number: number }
}

/** What came of one request. `shown` tells whether any increment reached the log. */
export type CallOutcome = { readonly shown: boolean; readonly firstTokenAt: number | null } & (
  | { readonly kind: 'answered'; readonly answer: ModelAnswer }
  | { readonly kind: 'failed'; readonly error: ModelError; readonly answer?: ModelAnswer }
)

export interface FinishedCall extends CallPlace {
  readonly provider: string
  readonly model: string
  readonly attempt: number
  /** Which of the provider's auth profiles, from 1. */
  readonly profile: number
  readonly messageId: string
  readonly startedAt: number
  readonly outcome: CallOutcome
}

/** The row of one request, with what it used and cost (MOD-8). */
export function callRow(call: FinishedCall, ctx: RunContext): ModelCallRow {
  const { run, clock } = ctx
  const { outcome, startedAt, provider, model } = call
  const usage = outcome.answer?.usage ?? noTokens
  const price = outcome.answer ? ctx.priceOf({ provider, model, usage, at: new Date(startedAt) }) : null
  return {
    id: ctx.newId(),
    projectId: run.projectId,
    runId: run.id,
    rootId: run.rootId,
    stepId: call.step.id,
    sessionId: run.sessionId,
    agentId: run.agent.agentId,
    agentVersion: run.agent.version,
    purpose: call.purpose,
    provider,
    model,
    attempt: call.attempt,
    messageId: call.messageId,
    profile: call.profile,
    estimated: false,
    finishReason: outcome.answer?.rawFinishReason ?? null,
    errorCode: outcome.kind === 'failed' ? outcome.error.kind : null,
    errorMessage: outcome.kind === 'failed' ? outcome.error.message : null,
    ...usage,
    costUsd: price?.costUsd ?? '0',
    priceVersion: price?.priceVersion ?? null,
    pricedAs: price?.pricedAs ?? null,
    latencyMs: clock.now() - startedAt,
    timeToFirstTokenMs: outcome.firstTokenAt === null ? null : outcome.firstTokenAt - startedAt,
    startedAt: new Date(startedAt),
  }
}

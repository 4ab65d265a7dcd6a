import { costPartsOf } from '../../domain/cost-parts.ts'
import { pricing } from '../../domain/model-batch.ts'
import { callPurpose, isUnpriced, savedBy, toUsage } from '../../domain/usage.ts'
import type { ModelCall as Row } from '../../generated/prisma/client.ts'
import { one } from '../fields.ts'
import { rowObject } from '../row-object.ts'
import { enumOf } from '../shape.ts'
import { CostPartObject, partsDescription } from './cost-parts.ts'
import { UsageObject } from './usage.ts'

export const ModelCallObject = rowObject(
  'ModelCall',
  'Request to a provider. Each request is recorded once, whether it succeeds or fails.',
  {
    provider: 'Name of the provider.',
    model: 'Name of the model, as the provider calls it.',
    attempt: 'Number of the attempt within its turn, from 1, across retries and failovers.',
    action: 'Action that the call was made for, or that it replans (REPLAN). Null for the turns of the loop.',
    actionAttempt:
      'Number of the attempt of that action that the call belongs to, from 1. Null if the call belongs to no action.',
    profile: "Number of the provider's API key that was used, from 1.",
    messageId: 'Id of the message that the call streamed, as in the delta events.',
    errorCode: 'Kind of failure. Null if the call was answered.',
    finishReason: 'Reason why the model stopped. Null if the call was not answered.',
    estimated: 'Whether the tokens are estimated, because the provider gave no token counts.',
    sent: 'Whether the request was sent. False if there was no connection or no such provider, or if the run was stopped before.',
    priceVersion: 'Price table that the cost comes from. Null if no price is known or nothing was used.',
    pricedAs: 'Entry of the price table. Null if no price is known or nothing was used.',
    latencyMs: 'Time until the complete answer, in milliseconds. Null if it is not known.',
    timeToFirstTokenMs: 'Time until the first part of the answer, in milliseconds. Null if no part arrived.',
    startedAt: 'Time when the request was made.',
    purpose: one(enumOf(callPurpose), 'Purpose of the model call.'),
  },
  (t) => ({
    error: t.exposeString('errorMessage', {
      description: 'Error message. Null if the call was answered.',
      nullable: true,
    }),
    pricing: t.field({
      type: enumOf(pricing),
      description: 'Pricing of the model call.',
      select: { pricing: true },
      resolve: (call) => (call.pricing === 'BATCH' ? 'BATCH' : 'STANDARD'),
    }),
    usage: t.field({
      type: UsageObject,
      description: 'Usage of the model call.',
      select: {
        inputTokens: true,
        outputTokens: true,
        cachedInputTokens: true,
        reasoningTokens: true,
        costUsd: true,
        pricing: true,
        priceVersion: true,
        sent: true,
        estimated: true,
      },
      resolve: (call) => usageOf(call),
    }),
    costParts: t.field({
      type: [CostPartObject],
      description: partsDescription('the model call', 'no price is known, or if the price has changed since'),
      nullable: true,
      select: {
        ...{ provider: true, model: true, startedAt: true, pricing: true, priceVersion: true, costUsd: true },
        ...{ inputTokens: true, outputTokens: true, cachedInputTokens: true, cacheWriteTokens: true },
        reasoningTokens: true,
      },
      resolve: ({ priceVersion, costUsd, ...call }, _, ctx) =>
        priceVersion === null ? null : costPartsOf({ ...call, costUsd: costUsd.toFixed() }, ctx.priceOf),
    }),
  }),
)

type Counted = Pick<
  Row,
  | 'sent'
  | 'estimated'
  | 'inputTokens'
  | 'outputTokens'
  | 'cachedInputTokens'
  | 'reasoningTokens'
  | 'costUsd'
  | 'pricing'
  | 'priceVersion'
>

function usageOf(call: Counted) {
  const costUsd = call.costUsd.toFixed()
  return toUsage({
    ...call,
    requests: Number(call.sent),
    estimatedRequests: Number(call.sent && call.estimated),
    costUsd,
    savedUsd: savedBy({ costUsd, pricing: call.pricing }),
    unpricedCalls: Number(isUnpriced(call)),
  })
}

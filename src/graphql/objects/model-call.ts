import { toUsage } from '../../domain/usage.ts'
import type { ModelCall as Row } from '../../generated/prisma/client.ts'
import { builder, describedEnum } from '../builder.ts'
import { toGlobalId } from '../global-id.ts'
import { UsageObject } from './usage.ts'

export const CallPurpose = describedEnum('CallPurpose', 'What a model was asked for.', {
  LOOP: 'The next turn of the loop.',
  PLAN: 'A plan of actions.',
  VALIDATION: 'How far the run has come.',
  CONFIDENCE: 'How sure the agent is.',
  COMPACTION: 'A summary of older messages.',
  REPLAN: 'Another action in place of a failed one.',
  FINAL: 'The summary when a limit is reached.',
})

builder.prismaObject('ModelCall', {
  description: 'One request to a provider, recorded once, whatever became of it.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('ModelCall', id) }),
    purpose: t.expose('purpose', { type: CallPurpose, description: 'What the model was asked for.' }),
    provider: t.exposeString('provider', { description: 'The provider.' }),
    model: t.exposeString('model', { description: "The provider's name of the model." }),
    attempt: t.exposeInt('attempt', {
      description: 'Which attempt of its turn, from 1, over retries and failovers.',
    }),
    action: t.relation('action', {
      description:
        'The action that the request was made for, or that it planned anew (REPLAN); null for the turns of the loop.',
      nullable: true,
    }),
    actionAttempt: t.exposeInt('actionAttempt', {
      description: 'The attempt of that action that the request belongs to, from 1.',
      nullable: true,
    }),
    profile: t.exposeInt('profile', {
      description: "Which of the provider's auth profiles was used, from 1.",
    }),
    messageId: t.exposeString('messageId', {
      description: 'The message that it streamed, as the delta events name it.',
    }),
    errorCode: t.exposeString('errorCode', {
      description: 'The kind of failure; null where it was answered.',
      nullable: true,
    }),
    errorMessage: t.exposeString('errorMessage', {
      description: 'What went wrong; null where it was answered.',
      nullable: true,
    }),
    finishReason: t.exposeString('finishReason', { description: 'Why the model stopped.', nullable: true }),
    usage: t.field({
      type: UsageObject,
      description: 'What it used.',
      select: {
        inputTokens: true,
        outputTokens: true,
        cachedInputTokens: true,
        reasoningTokens: true,
        costUsd: true,
        sent: true,
        estimated: true,
      },
      resolve: (call) => usageOf(call),
    }),
    estimated: t.exposeBoolean('estimated', {
      description: 'Whether its tokens are our estimate: the provider gave no count of them.',
    }),
    sent: t.exposeBoolean('sent', {
      description:
        'Whether the request went out: not where there was no connection or no such provider, or the run was stopped before.',
    }),
    priceVersion: t.exposeString('priceVersion', {
      description:
        'The price table that its cost is from; null where no price is known, or nothing was used.',
      nullable: true,
    }),
    pricedAs: t.exposeString('pricedAs', {
      description: 'The entry of that table.',
      nullable: true,
    }),
    latencyMs: t.exposeInt('latencyMs', {
      description: 'How long the whole answer took, in milliseconds.',
      nullable: true,
    }),
    timeToFirstTokenMs: t.exposeInt('timeToFirstTokenMs', {
      description: 'How long the first part of the answer took, in milliseconds.',
      nullable: true,
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When the request was made.' }),
  }),
})

type Counted = Pick<
  Row,
  'sent' | 'estimated' | 'inputTokens' | 'outputTokens' | 'cachedInputTokens' | 'reasoningTokens' | 'costUsd'
>

function usageOf(call: Counted) {
  return toUsage({
    ...call,
    requests: Number(call.sent),
    estimatedRequests: Number(call.sent && call.estimated),
    costUsd: call.costUsd.toFixed(),
  })
}

import { queryFromInfo } from '@pothos/plugin-prisma'
import { builder } from './builder.ts'
import { outcome, resultOf } from './error.ts'
import { findId } from './global-id.ts'
import { WebhookDelivery } from './webhook-delivery.ts'

const RedeliverInput = builder.inputType('RedeliverInput', {
  description: 'A delivery to make anew.',
  fields: (t) => ({
    id: t.id({ description: 'Its global id, or the `webhook-id` of a request.', required: true }),
  }),
})

const RedeliverResult = resultOf('RedeliverResult', WebhookDelivery, {
  description: 'The delivery, which is due again, or why it is not.',
  errors: ['NotFound', 'Conflict'],
})

builder.mutationField('redeliver', (t) =>
  t.field({
    type: RedeliverResult,
    description:
      'Makes a delivery anew, with the same `webhook-id`, whether it was taken, given up or is still being tried. It is due at once, and rests that processes take from webhooks after failures end with it.',
    args: { input: t.arg({ type: RedeliverInput, description: 'The delivery.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, deliveryId: findId('WebhookDelivery', input.id) }
        const { deliveryId: id } = await ctx.operations.webhooks.redeliver(call)
        const { select } = queryFromInfo({
          context: ctx,
          info,
          typeName: 'WebhookDelivery',
          select: { id: true },
        })
        const where = { id, projectId: ctx.project.id }
        return ctx.prisma.webhookDelivery.findUniqueOrThrow({ select, where })
      }),
  }),
)

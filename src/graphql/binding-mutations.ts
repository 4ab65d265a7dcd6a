import { queryFromInfo } from '@pothos/plugin-prisma'
import type { SaveBinding } from '../domain/operations.ts'
import { Binding, findBindingId, toAgentKey, toBindingId, toOrigin } from './binding.ts'
import { builder } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { deletion } from './deletion.ts'
import { outcome, resultOf } from './error.ts'

const SaveBindingInput = builder.inputType('SaveBindingInput', {
  description:
    'Which agent answers messages of an origin. A field of the origin that is left out matches any.',
  fields: (t) => ({
    id: t.id({ description: 'The global id of the binding to replace; a new one where it is left out.' }),
    agent: t.string({ description: "The agent's global id or slug.", required: true }),
    channel: t.string({ description: 'The channel that it is for.' }),
    accountId: t.string({ description: 'Our account on the channel that it is for.' }),
    guildId: t.string({ description: 'The guild or group that it is for.' }),
    peer: t.string({ description: 'The correspondent that it is for.' }),
  }),
})

const BindingDeletion = deletion('Binding')

const SaveBindingResult = resultOf('SaveBindingResult', Binding, {
  description: 'The saved binding, or why it was not saved.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationFields((t) => ({
  saveBinding: t.field({
    type: SaveBindingResult,
    description: 'Says which agent answers messages of an origin; no two bindings have the same fields.',
    args: { input: t.arg({ type: SaveBindingInput, description: 'The binding.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { bindingId: id } = await ctx.operations.sessions.saveBinding(toSave(ctx, input))
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Binding', select: { id: true } })
        return ctx.prisma.binding.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
  deleteBinding: t.field({
    type: BindingDeletion.Result,
    description: 'Removes a binding. Runs that it gave an agent keep it.',
    args: { input: t.arg({ type: BindingDeletion.Input, description: 'The binding.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, bindingId: findBindingId(input.id) }
        const { bindingId } = await ctx.operations.sessions.deleteBinding(call)
        return { id: toBindingId(bindingId) }
      }),
  }),
}))

function toSave(ctx: GraphQLContext, input: typeof SaveBindingInput.$inferInput): SaveBinding {
  const { id, agent } = input
  return {
    projectId: ctx.project.id,
    bindingId: id == null ? undefined : findBindingId(id),
    agent: toAgentKey(agent),
    origin: toOrigin(input),
  }
}

import { queryFromInfo } from '@pothos/plugin-prisma'
import type { SavePolicy } from '../domain/operations.ts'
import { toAgentKey } from './binding.ts'
import { builder } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { deletion } from './deletion.ts'
import { outcome, resultOf } from './error.ts'
import { findId, toGlobalId } from './global-id.ts'
import { Permission, PermittedType } from './permission.ts'
import { Policy } from './policy.ts'

const SavePolicyInput = builder.inputType('SavePolicyInput', {
  description: 'Whether calls may be made. What is left out speaks of any.',
  fields: (t) => ({
    id: t.id({ description: 'The global id of the policy to replace; a new one where it is left out.' }),
    agent: t.string({ description: 'Whose calls: the global id or slug of an agent.' }),
    type: t.field({ type: PermittedType, description: 'Calls of which type.' }),
    target: t.string({
      description:
        'The name of the tool, relic, workflow or agent; with `*` at its end, all names that begin so.',
    }),
    operation: t.string({ description: 'The operation of a relic: `get`, `query` or `request`.' }),
    permission: t.field({ type: Permission, description: 'What holds for such a call.', required: true }),
    reason: t.string({ description: 'Why, for the one who is refused.' }),
  }),
})

const PolicyDeletion = deletion('Policy')

const SavePolicyResult = resultOf('SavePolicyResult', Policy, {
  description: 'The saved policy, or why it was not saved.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
})

builder.mutationFields((t) => ({
  savePolicy: t.field({
    type: SavePolicyResult,
    description:
      'Says whether calls may be made, from the next step of each run on; no two policies speak of the same calls.',
    args: { input: t.arg({ type: SavePolicyInput, description: 'The policy.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { policyId: id } = await ctx.operations.policies.savePolicy(toSave(ctx, input))
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Policy', select: { id: true } })
        return ctx.prisma.policy.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
  deletePolicy: t.field({
    type: PolicyDeletion.Result,
    description: 'Removes a policy, from the next step of each run on.',
    args: { input: t.arg({ type: PolicyDeletion.Input, description: 'The policy.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, policyId: findId('Policy', input.id) }
        const { policyId } = await ctx.operations.policies.deletePolicy(call)
        return { id: toGlobalId('Policy', policyId) }
      }),
  }),
}))

function toSave(ctx: GraphQLContext, input: typeof SavePolicyInput.$inferInput): SavePolicy {
  const { id, agent, type, target, operation, permission, reason } = input
  return {
    projectId: ctx.project.id,
    policyId: id == null ? undefined : findId('Policy', id),
    agent: agent == null ? undefined : toAgentKey(agent),
    type: type ?? undefined,
    target: target ?? undefined,
    operation: operation ?? undefined,
    permission,
    reason: reason ?? undefined,
  }
}

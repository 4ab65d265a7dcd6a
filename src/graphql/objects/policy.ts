import { queryFromInfo } from '@pothos/plugin-prisma'
import { policyFilter } from '../../domain/filters.ts'
import type { SavePolicy } from '../../domain/operations.ts'
import {
  permissions,
  permittedTypes,
  type Ruling,
  type Permission as Value,
} from '../../domain/permission.ts'
import { byCreation, everything } from '../../domain/row-list.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId, toGlobalId } from '../global-id.ts'
import { deletion } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { toAgentKey } from './binding.ts'

const Policy = builder.prismaObject('Policy', {
  description:
    'Rule on whether calls are permitted. A field that is null matches any value. If several policies match a call, a policy with an agent takes precedence, then one with a complete target, then one with a longer prefix of the target, then one with an operation, then one with a type.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the policy.', resolve: ({ id }) => toGlobalId('Policy', id) }),
    agent: t.relation('agent', {
      description: 'Agent whose calls the policy applies to. Null matches any agent.',
      nullable: true,
    }),
    type: t.field({
      type: PermittedType,
      description: 'Type of the calls that the policy applies to. Null matches any type.',
      nullable: true,
      select: { type: true },
      resolve: ({ type }) => permittedTypes.find((known) => known === type) ?? null,
    }),
    target: t.exposeString('target', {
      description:
        'Name of the tool, relic, workflow or agent. With `*` at the end, all names with this prefix. Null matches any target.',
      nullable: true,
    }),
    operation: t.exposeString('operation', {
      description: 'Operation of a relic that the policy applies to. Null matches any operation.',
      nullable: true,
    }),
    permission: t.field({
      type: Permission,
      description: 'Permission of the calls.',
      select: { permission: true },
      resolve: ({ permission }) => toPermission(permission),
    }),
    reason: t.exposeString('reason', {
      description: 'Reason for the policy, which a refused caller receives. Null if there is none.',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the policy was first saved.',
    }),
  }),
})

const RulingObject = builder.objectRef<Ruling>('Ruling').implement({
  description: 'Permission of a call, and the rule that decided.',
  fields: (t) => ({
    permission: t.expose('permission', { type: Permission, description: 'Permission of the call.' }),
    rule: t.exposeString('rule', {
      description:
        'Rule that decided: `policy:` with the UUID of a policy, `hook` for a check in code, or `default`.',
    }),
    policy: t.prismaField({
      type: Policy,
      description: 'Policy that decided. Null if no policy decided.',
      nullable: true,
      resolve: async (query, { rule }, _, ctx) => {
        const [kind, id] = rule.split(':')
        if (kind !== 'policy' || id === undefined) return null
        return ctx.prisma.policy.findUnique({ ...query, where: { id, projectId: ctx.project.id } })
      },
    }),
    reason: t.exposeString('reason', {
      description: 'Reason for the decision. Null if the rule gives none.',
      nullable: true,
    }),
  }),
})

const policies = defineList(Policy, {
  table: 'Policy',
  words: ['policy', 'policies'],
  filter: policyFilter,
  where: ({ project }, filter) =>
    filter === null ? everything : { kind: 'policies', projectId: project.id, filter },
  order: byCreation,
})

builder.queryFields((t) => ({
  policy: t.prismaField({
    type: Policy,
    description: 'Policy with this id. Null if the project has no such policy.',
    nullable: true,
    args: {
      id: t.arg.id({ description: 'Global id of the policy, or its UUID as logs show it.', required: true }),
    },
    resolve: (query, _, { id }, { prisma, project }) =>
      prisma.policy.findUnique({
        ...query,
        where: { id: readId('Policy', id, 'id'), projectId: project.id },
      }),
  }),
  policies: t.field(
    policies.field({ description: 'Policies of the project, in the order in which they were first saved.' }),
  ),
  permission: t.field({
    type: RulingObject,
    description:
      'Permission of a call according to the policies, and the policy that decides. A check in code (`canExecuteTool`), which receives the arguments, can decide differently.',
    args: {
      agent: t.arg.id({ description: 'Global id or slug of the agent that makes the call.', required: true }),
      type: t.arg({ type: PermittedType, description: 'Type of the call.', required: true }),
      target: t.arg.string({
        description: 'Name of the tool, relic, workflow or agent.',
        required: true,
      }),
      operation: t.arg.string({ description: 'Operation, if the target is a relic.' }),
    },
    resolve: (_, { agent, type, target, operation }, ctx) =>
      ctx.operations.policies.findRuling({
        projectId: ctx.project.id,
        agent: toAgentKey(agent),
        type,
        target,
        operation: operation ?? undefined,
      }),
  }),
}))

const SavePolicyInput = builder.inputType('SavePolicyInput', {
  description: 'Input of `savePolicy`. A field that you leave out matches any value.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id of the policy to replace. If you leave it out, a new policy is created.',
    }),
    agent: t.id({ description: 'Global id or slug of the agent whose calls the policy applies to.' }),
    type: t.field({ type: PermittedType, description: 'Type of the calls that the policy applies to.' }),
    target: t.string({
      description:
        'Name of the tool, relic, workflow or agent. With `*` at the end, all names with this prefix.',
    }),
    operation: t.string({ description: 'Operation of a relic: `get`, `query` or `request`.' }),
    permission: t.field({ type: Permission, description: 'Permission of the calls.', required: true }),
    reason: t.string({ description: 'Reason for the policy, which a refused caller receives.' }),
  }),
})

const PolicyDeletion = deletion('Policy')

const SavePolicyResult = resultOf('SavePolicyResult', Policy, {
  description: 'Saved policy, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
})

builder.mutationFields((t) => ({
  savePolicy: t.field({
    type: SavePolicyResult,
    description:
      'Saves a policy. It decides every call that starts after this mutation has answered. Two policies cannot match the same calls.',
    args: { input: t.arg({ type: SavePolicyInput, description: 'Policy to save.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { policyId: id } = await ctx.operations.policies.savePolicy(toSave(ctx, input))
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'Policy', select: { id: true } })
        return ctx.prisma.policy.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
  deletePolicy: t.field({
    type: PolicyDeletion.Result,
    description: 'Deletes a policy. It decides no call that starts after this mutation has answered.',
    args: { input: t.arg({ type: PolicyDeletion.Input, description: 'Policy to delete.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, policyId: readId('Policy', input.id, 'id') }
        const { policyId } = await ctx.operations.policies.deletePolicy(call)
        return { id: toGlobalId('Policy', policyId) }
      }),
  }),
}))

function toSave(ctx: GraphQLContext, input: typeof SavePolicyInput.$inferInput): SavePolicy {
  const { id, agent, type, target, operation, permission, reason } = input
  return {
    projectId: ctx.project.id,
    policyId: id == null ? undefined : readId('Policy', id, 'id'),
    agent: agent == null ? undefined : toAgentKey(agent),
    type: type ?? undefined,
    target: target ?? undefined,
    operation: operation ?? undefined,
    permission,
    reason: reason ?? undefined,
  }
}

export const Permission = describedEnum('Permission', 'Permission of a call.', {
  ALLOW: 'The call is permitted.',
  DENY: 'The call is not permitted.',
  REQUIRE_APPROVAL: 'The call is permitted after a human has approved it.',
})

const PermittedType = describedEnum(
  'PermittedType',
  'Type of an action that reaches outside of its run and needs permission.',
  {
    TOOL: 'Calls of tools.',
    RELIC: 'Operations of relics.',
    WORKFLOW: 'Stored plans with parameters.',
    AGENT: 'Child runs of other agents.',
  },
)

/** A permission as the database has it; an unknown one is none. */
export function toPermission(stored: string): Value {
  return permissions.find((known) => known === stored) ?? 'DENY'
}

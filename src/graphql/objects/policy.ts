import { queryFromInfo } from '@pothos/plugin-prisma'
import type { SavePolicy } from '../../domain/operations.ts'
import {
  permissions,
  permittedTypes,
  type Ruling,
  type Permission as Value,
} from '../../domain/permission.ts'
import { byCreation, everything, type List } from '../../domain/row-list.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { findId, toGlobalId } from '../global-id.ts'
import { deletion } from '../mutation.ts'
import { connect } from '../paging/connection.ts'
import { toAgentKey } from './binding.ts'

const Policy = builder.prismaObject('Policy', {
  description:
    'Whether calls may be made. A field that is null speaks of any; of several policies that match a call, the one decides that names the agent, then the whole target, then the longer beginning of it, then the operation, then the type.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('Policy', id) }),
    agent: t.relation('agent', { description: 'Whose calls it speaks of.', nullable: true }),
    type: t.field({
      type: PermittedType,
      description: 'Calls of which type it speaks of.',
      nullable: true,
      select: { type: true },
      resolve: ({ type }) => permittedTypes.find((known) => known === type) ?? null,
    }),
    target: t.exposeString('target', {
      description:
        'The name of the tool, relic, workflow or agent; with `*` at its end, all names that begin so.',
      nullable: true,
    }),
    operation: t.exposeString('operation', {
      description: 'The operation of a relic that it speaks of.',
      nullable: true,
    }),
    permission: t.field({
      type: Permission,
      description: 'What holds for such a call.',
      select: { permission: true },
      resolve: ({ permission }) => toPermission(permission),
    }),
    reason: t.exposeString('reason', { description: 'Why, for the one who is refused.', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first saved.' }),
  }),
})

const RulingObject = builder.objectRef<Ruling>('Ruling').implement({
  description: 'What holds for a call, and by which rule.',
  fields: (t) => ({
    permission: t.expose('permission', { type: Permission, description: 'Whether it may be made.' }),
    rule: t.exposeString('rule', {
      description: '`policy:` with the UUID of a policy, `hook` for a check in code, or `default`.',
    }),
    policy: t.prismaField({
      type: Policy,
      description: 'The policy that decided; null where none did.',
      nullable: true,
      resolve: async (query, { rule }, _, ctx) => {
        const [kind, id] = rule.split(':')
        if (kind !== 'policy' || id === undefined) return null
        return ctx.prisma.policy.findUnique({ ...query, where: { id, projectId: ctx.project.id } })
      },
    }),
    reason: t.exposeString('reason', { description: 'Why, where the rule says it.', nullable: true }),
  }),
})

const PolicyConnection = builder.connectionObject(
  { type: Policy, name: 'PolicyConnection', description: 'A page of policies.' },
  { name: 'PolicyEdge', description: 'A policy and its place in the list.' },
)

builder.queryFields((t) => ({
  policies: t.field({
    type: PolicyConnection,
    description: 'The policies of the project, in the order in which they were first saved.',
    args: {
      ...t.arg.connectionArgs(),
      agent: t.arg.id({ description: 'Only those that name this agent, by its slug or global id.' }),
    },
    resolve: (_, args, ctx, info) =>
      connect({ ctx, info, args }, policiesOf(ctx, args.agent ?? null), (query, ids) =>
        ctx.prisma.policy.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
  permission: t.field({
    type: RulingObject,
    description:
      'What the policies say of a call, and which of them decides. A check in code (`canExecuteTool`), which sees the arguments, may decide otherwise.',
    args: {
      agent: t.arg.id({ description: "The calling agent's global id or slug.", required: true }),
      type: t.arg({ type: PermittedType, description: 'The type of the call.', required: true }),
      target: t.arg.string({
        description: 'The name of the tool, relic, workflow or agent.',
        required: true,
      }),
      operation: t.arg.string({ description: 'The operation, of a relic.' }),
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

function policiesOf(ctx: GraphQLContext, agent: string | null): List & { readonly of: string } {
  return {
    of: ctx.project.id,
    table: 'Policy',
    parent: 'projectId',
    where:
      agent === null ? everything : { kind: 'agent', projectId: ctx.project.id, agent: toAgentKey(agent) },
    order: byCreation,
  }
}

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

export const Permission = describedEnum('Permission', 'Whether a call may be made.', {
  ALLOW: 'It may.',
  DENY: 'It may not.',
  REQUIRE_APPROVAL: 'It may once a human has approved it.',
})

const PermittedType = describedEnum(
  'PermittedType',
  'The types of actions that reach outside of their run, and are permitted or not.',
  {
    TOOL: 'Calls of tools.',
    RELIC: 'Operations of relics.',
    WORKFLOW: 'Stored plans with parameters.',
    AGENT: 'Child runs of other agents.',
  },
)

/** A permission as the database has it; what nobody knows is none. */
export function toPermission(stored: string): Value {
  return permissions.find((known) => known === stored) ?? 'DENY'
}

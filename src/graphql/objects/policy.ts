import { policyFilter } from '../../domain/filters.ts'
import {
  callPermission,
  givenPolicy,
  type Permission,
  permittedType,
  policyScope,
  ruling,
} from '../../domain/permission.ts'
import { byCreation, everything } from '../../domain/row-list.ts'
import { builder } from '../builder.ts'
import { idOf } from '../fields.ts'
import { readId, toKey } from '../global-id.ts'
import { deletes, mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { queryById, rowObject } from '../row-object.ts'
import { enumOf, inputFields, objectOf } from '../shape.ts'

const Policy = rowObject(
  'Policy',
  'Rule on whether calls are permitted. A field that is null matches any value. If several policies match a call, a policy with an agent takes precedence, then one with a complete target, then one with a longer prefix of the target, then one with an operation, then one with a type, then one with a condition. Policies of the agents of the runs above a run that apply to descendants are compared in the same way, each agent by itself, and the strictest result holds.',
  {
    agent: 'Agent whose calls the policy applies to. Null matches any agent.',
    target:
      'Name of the tool, relic, workflow or agent. With `*` at the end, all names with this prefix. Null matches any target.',
    operation: 'Operation of a relic that the policy applies to. Null matches any operation.',
    condition:
      'Condition in CEL over the run that makes the call, see `savePolicy`. Null if the policy applies to each run.',
    reason: 'Reason for the policy, which a refused caller receives. Null if there is none.',
    createdAt: 'Time when the policy was first saved.',
  },
  (t) => ({
    appliesTo: t.field({
      type: enumOf(policyScope),
      description:
        'Whether the policy applies to the runs of its agent alone, or also to all runs below them.',
      select: { appliesTo: true },
      resolve: ({ appliesTo }) => policyScope.options.find((known) => known === appliesTo) ?? 'DESCENDANTS',
    }),
    type: t.field({
      type: enumOf(permittedType),
      description: 'Type of the calls that the policy applies to. Null matches any type.',
      nullable: true,
      select: { type: true },
      resolve: ({ type }) => permittedType.options.find((known) => known === type) ?? null,
    }),
    permission: t.field({
      type: enumOf(callPermission),
      description: 'Permission of the calls.',
      select: { permission: true },
      resolve: ({ permission }) => toPermission(permission),
    }),
  }),
)

const RulingObject = objectOf(ruling, {
  fields: (t) => ({
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

queryById('Policy', Policy)

policies.query('policies', 'Policies of the project, in the order in which they were first saved.')

builder.queryField('permission', (t) =>
  t.field({
    type: RulingObject,
    description:
      'Permission of a call according to the policies, and the policy that decides. A check in code (`canExecuteTool`), which receives the arguments, can decide differently.',
    args: {
      agent: t.arg.id({ description: 'Global id or slug of the agent that makes the call.', required: true }),
      type: t.arg({ type: enumOf(permittedType), description: 'Type of the call.', required: true }),
      target: t.arg.string({
        description: 'Name of the tool, relic, workflow or agent.',
        required: true,
      }),
      operation: t.arg.string({ description: 'Operation, if the target is a relic.' }),
      runId: t.arg.id({
        description:
          'Global id of the run of the agent that makes the call. Policies of the agents above it, conditions and the limits of an access token then count, too. If you leave it out, policies with a condition are left out.',
      }),
    },
    resolve: (_, { agent, type, target, operation, runId }, ctx) =>
      ctx.operations.policies.findRuling({
        projectId: ctx.project.id,
        agent: toKey('Agent', agent),
        type,
        target,
        operation: operation ?? undefined,
        runId: runId == null ? undefined : readId('Run', runId, 'runId'),
      }),
  }),
)

mutation('savePolicy', {
  description:
    'Saves a policy. It decides every call that starts after this mutation has answered. Two policies cannot match the same calls.',
  argument: 'Policy to save.',
  note: 'A field that you leave out matches any value.',
  input: {
    id: idOf('Policy', 'Global id of the policy to replace. If you leave it out, a new policy is created.'),
    ...inputFields(givenPolicy),
  },
  result: Policy,
  gives: 'Saved policy, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
  resolve: async ({ id: policyId, ...policy }, ctx) =>
    (await ctx.operations.policies.savePolicy({ ...policy, projectId: ctx.project.id, policyId })).policyId,
})

deletes('Policy', {
  description: 'Deletes a policy. It decides no call that starts after this mutation has answered.',
  remove: (policyId, ctx) => ctx.operations.policies.deletePolicy({ projectId: ctx.project.id, policyId }),
})

/** A permission as the database has it; an unknown one is none. */
export function toPermission(stored: string): Permission {
  return callPermission.options.find((known) => known === stored) ?? 'DENY'
}

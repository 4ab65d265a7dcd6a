import { queryFromInfo } from '@pothos/plugin-prisma'
import { RungraphError } from '../../domain/errors.ts'
import { byCreation, everything, type List } from '../../domain/row-list.ts'
import { mayReadKeys } from '../authorization.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { findId, toGlobalId } from '../global-id.ts'
import { connect } from '../paging/connection.ts'

const ApiKeyRole = describedEnum(
  'ApiKeyRole',
  'What a caller may do; each role may do what those before it may.',
  {
    VIEWER: 'Reads and follows everything of the project but its API keys.',
    OPERATOR: 'Starts runs, steers them, decides at gates.',
    ADMIN:
      'Changes agents, policies, relics, webhooks and what else runs depend on, and makes and revokes API keys.',
  },
)

const ApiKey = builder.prismaObject('ApiKey', {
  description:
    "A caller's credential. Its text is shown once, when it is made; what is kept of it is a hash.",
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('ApiKey', id) }),
    name: t.exposeString('name', {
      description:
        'Who uses it: `abortedBy` and `resolvedBy` name it. No other key of the project ever has it.',
    }),
    role: t.expose('role', { type: ApiKeyRole, description: 'What it may do.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'From when on it opens nothing any more; null: never.',
      nullable: true,
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      description: 'When it was used last, to the minute; null where it never was.',
      nullable: true,
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      description: 'When it was revoked; null where it was not.',
      nullable: true,
    }),
    revokedBy: t.exposeString('revokedBy', { description: 'Who revoked it.', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    createdBy: t.exposeString('createdBy', {
      description: 'Who made it: the name of another key, `loopback`, or `command line`.',
    }),
  }),
})

const ApiKeyConnection = builder.connectionObject(
  { type: ApiKey, name: 'ApiKeyConnection', description: 'A page of API keys.' },
  { name: 'ApiKeyEdge', description: 'An API key and its place in the list.' },
)

const Caller = builder.objectRef<GraphQLContext['caller']>('Caller').implement({
  description: 'Who asks, by the credentials of the request.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'As it is written down where something was done: the name of an API key, or `loopback`.',
    }),
    role: t.expose('role', { type: ApiKeyRole, description: 'What they may do.' }),
  }),
})

builder.queryFields((t) => ({
  caller: t.field({
    type: Caller,
    description: 'Who asks, and what they may do.',
    resolve: (_, _args, { caller }) => caller,
  }),
  apiKeys: t.field({
    type: ApiKeyConnection,
    description:
      'The API keys of the project, in the order in which they were made, also those that are no longer in force. For administrators.',
    args: t.arg.connectionArgs(),
    resolve: (_, args, ctx, info) => {
      if (!mayReadKeys(ctx))
        throw new RungraphError('FORBIDDEN', { action: 'Reading API keys', role: 'ADMIN' })
      return connect({ ctx, info, args }, keysOf(ctx), (query, ids) =>
        ctx.prisma.apiKey.findMany({ ...query, where: { id: { in: ids } } }),
      )
    },
  }),
}))

function keysOf({ project }: GraphQLContext): List & { readonly of: string } {
  return { of: project.id, table: 'ApiKey', parent: 'projectId', where: everything, order: byCreation }
}

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'The key to make.',
  fields: (t) => ({
    name: t.string({
      description: 'Who is to use it; no other key of the project has or had the name.',
      required: true,
    }),
    role: t.field({
      type: ApiKeyRole,
      description: 'What it may do. It must be ADMIN where no key of an administrator is in force.',
      required: true,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'From when on it opens nothing any more; never where it is left out.',
    }),
  }),
})

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'The key to revoke.',
  fields: (t) => ({ id: t.id({ description: 'Its global id.', required: true }) }),
})

const CreatedApiKey = builder.objectRef<{ keyId: string; key: string }>('CreatedApiKey').implement({
  description: 'A new API key.',
  fields: (t) => ({
    apiKey: t.prismaField({
      type: ApiKey,
      description: 'What is kept of it.',
      resolve: (query, { keyId: id }, _, ctx) =>
        ctx.prisma.apiKey.findUniqueOrThrow({ ...query, where: { id, projectId: ctx.project.id } }),
    }),
    key: t.exposeString('key', {
      description:
        'Its text, `rg_…`, to be sent as `Authorization: Bearer rg_…`. It is shown here and never again.',
    }),
  }),
})

const CreateApiKeyResult = resultOf('CreateApiKeyResult', CreatedApiKey, {
  description: 'The new key, or why there is none.',
  errors: ['InvalidInput', 'Conflict', 'LimitExceeded'],
})

const RevokeApiKeyResult = resultOf('RevokeApiKeyResult', ApiKey, {
  description: 'The revoked key, or why it was not revoked.',
  errors: ['NotFound'],
})

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: CreateApiKeyResult,
    description: 'Makes an API key. From the first key on, callers need one, on this machine too.',
    args: { input: t.arg({ type: CreateApiKeyInput, description: 'The key.', required: true }) },
    resolve: (_, { input: { name, role, expiresAt } }, ctx, info) =>
      outcome(info, () =>
        ctx.operations.keys.createKey({
          ...{ projectId: ctx.project.id, name, role, by: ctx.caller.name },
          ...(expiresAt != null && { expiresAt }),
        }),
      ),
  }),
  revokeApiKey: t.field({
    type: RevokeApiKeyResult,
    description:
      'Ends an API key for good, and within a second or two every subscription that it holds open. It stays in the list: what it did names it.',
    args: { input: t.arg({ type: RevokeApiKeyInput, description: 'The key.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = { projectId: ctx.project.id, keyId: findId('ApiKey', input.id), by: ctx.caller.name }
        const { keyId: id } = await ctx.operations.keys.revokeKey(call)
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'ApiKey', select: { id: true } })
        return ctx.prisma.apiKey.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
}))

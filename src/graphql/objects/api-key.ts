import { queryFromInfo } from '@pothos/plugin-prisma'
import { RungraphError } from '../../domain/errors.ts'
import { byCreation, everything } from '../../domain/row-list.ts'
import { mayReadKeys } from '../authorization.ts'
import { builder, describedEnum } from '../builder.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId, toGlobalId } from '../global-id.ts'
import { defineList } from '../paging/list.ts'

export const ApiKeyRole = describedEnum(
  'ApiKeyRole',
  'Role of a caller. Each role includes the permissions of the roles before it.',
  {
    VIEWER: 'The caller may read and follow everything in the project except its API keys.',
    OPERATOR: 'The caller may start and steer runs and decide at gates.',
    ADMIN:
      'The caller may change agents, policies, relics, webhooks and other configuration of runs, and create and revoke API keys.',
  },
)

const ApiKey = builder.prismaObject('ApiKey', {
  description: 'Credential of a caller. Its text is shown once, at creation. The server stores only a hash.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id of the API key.', resolve: ({ id }) => toGlobalId('ApiKey', id) }),
    name: t.exposeString('name', {
      description:
        'Name of the caller that uses the key. `abortedBy` and `resolvedBy` contain it. It is unique among all present and past keys of the project.',
    }),
    role: t.expose('role', { type: ApiKeyRole, description: 'Role of the callers that use the key.' }),
    isServerAdmin: t.exposeBoolean('isServerAdmin', {
      description:
        'Whether callers that use the key administer the server: they may list and create projects. Such a key is made on the command line or by `RUNGRAPH_ADMIN_KEY`.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time from which the key is no longer valid. Null if it does not expire.',
      nullable: true,
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      description: 'Time of the last use, to the minute. Null if the key was never used.',
      nullable: true,
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      description: 'Time when the key was revoked. Null if it is not revoked.',
      nullable: true,
    }),
    revokedBy: t.exposeString('revokedBy', {
      description: 'Caller that revoked the key. Null if it is not revoked.',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the key was created.',
    }),
    createdBy: t.exposeString('createdBy', {
      description: 'Caller that created the key: the name of another key, `loopback`, or `command line`.',
    }),
  }),
})

const apiKeys = defineList(ApiKey, {
  table: 'ApiKey',
  words: ['API key', 'API keys'],
  where: (ctx) => {
    if (mayReadKeys(ctx)) return everything
    throw new RungraphError('FORBIDDEN', { action: 'Reading API keys', role: 'ADMIN' })
  },
  order: byCreation,
})

builder.queryField('apiKeys', (t) =>
  t.field(
    apiKeys.field({
      description:
        'API keys of the project in the order of their creation, including revoked and expired keys. Only an ADMIN may read them.',
    }),
  ),
)

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'Input of `createApiKey`.',
  fields: (t) => ({
    name: t.string({
      description:
        'Name of the caller that is to use the key. It must differ from the names of all present and past keys of the project.',
      required: true,
    }),
    role: t.field({
      type: ApiKeyRole,
      description:
        'Role of the callers that use the key. It must be ADMIN if the project has no valid key with the role ADMIN.',
      required: true,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description:
        'Time from which the key is no longer valid. If you leave it out, the key does not expire.',
    }),
  }),
})

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'Input of `revokeApiKey`.',
  fields: (t) => ({ id: t.id({ description: 'Global id of the API key.', required: true }) }),
})

const CreatedApiKey = builder.objectRef<{ keyId: string; key: string }>('CreatedApiKey').implement({
  description: 'New API key with its text.',
  fields: (t) => ({
    apiKey: t.prismaField({
      type: ApiKey,
      description: 'API key, as the server stores it.',
      resolve: (query, { keyId: id }, _, ctx) =>
        ctx.prisma.apiKey.findUniqueOrThrow({ ...query, where: { id, projectId: ctx.project.id } }),
    }),
    key: t.exposeString('key', {
      description:
        'Text of the key, `rg_…`. Send it as `Authorization: Bearer rg_…`. It is shown here and never again.',
    }),
  }),
})

const CreateApiKeyResult = resultOf('CreateApiKeyResult', CreatedApiKey, {
  description: 'New API key, or the error.',
  errors: ['InvalidInput', 'Conflict', 'LimitExceeded'],
})

const RevokeApiKeyResult = resultOf('RevokeApiKeyResult', ApiKey, {
  description: 'Revoked API key, or the error.',
  errors: ['InvalidInput', 'NotFound'],
})

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: CreateApiKeyResult,
    description:
      'Creates an API key. After the first key exists, all callers need one, including callers on this machine.',
    args: { input: t.arg({ type: CreateApiKeyInput, description: 'API key to create.', required: true }) },
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
      'Revokes an API key permanently and ends its open subscriptions within a second or two. The key stays in the list, because records name it.',
    args: { input: t.arg({ type: RevokeApiKeyInput, description: 'API key to revoke.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const call = {
          projectId: ctx.project.id,
          keyId: readId('ApiKey', input.id, 'id'),
          by: ctx.caller.name,
        }
        const { keyId: id } = await ctx.operations.keys.revokeKey(call)
        const { select } = queryFromInfo({ context: ctx, info, typeName: 'ApiKey', select: { id: true } })
        return ctx.prisma.apiKey.findUniqueOrThrow({ select, where: { id, projectId: ctx.project.id } })
      }),
  }),
}))

import { newApiKey } from '../../domain/api-key.ts'
import { role } from '../../domain/caller.ts'
import { RungraphError } from '../../domain/errors.ts'
import { byCreation, everything } from '../../domain/row-list.ts'
import { mayReadKeys } from '../authorization.ts'
import { one, required, string, valueObject } from '../fields.ts'
import { mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { rowObject, rowOf } from '../row-object.ts'
import { enumOf, inputFields } from '../shape.ts'

const ApiKey = rowObject(
  'ApiKey',
  'Credential of a caller. Its text is shown once, at creation. The server stores only a hash.',
  {
    name: 'Name of the caller that uses the key. `abortedBy` and `resolvedBy` contain it. It is unique among all present and past keys of the project.',
    isServerAdmin:
      'Whether callers that use the key administer the server: they may list and create projects. Such a key is made on the command line or by `RUNGRAPH_ADMIN_KEY`.',
    expiresAt: 'Time from which the key is no longer valid. Null if it does not expire.',
    lastUsedAt: 'Time of the last use, to the minute. Null if the key was never used.',
    revokedAt: 'Time when the key was revoked. Null if it is not revoked.',
    revokedBy: 'Caller that revoked the key. Null if it is not revoked.',
    createdAt: 'Time when the key was created.',
    createdBy: 'Caller that created the key: the name of another key, `loopback`, or `command line`.',
    role: one(enumOf(role), 'Role of the callers that use the key.'),
  },
)

const apiKeys = defineList(ApiKey, {
  table: 'ApiKey',
  words: ['API key', 'API keys'],
  where: (ctx) => {
    if (mayReadKeys(ctx)) return everything
    throw new RungraphError('FORBIDDEN', { action: 'Reading API keys', role: 'ADMIN' })
  },
  order: byCreation,
})

apiKeys.query(
  'apiKeys',
  'API keys of the project in the order of their creation, including revoked and expired keys. Only an ADMIN may read them.',
)

const CreatedApiKey = valueObject<{ keyId: string; key: string }>(
  'CreatedApiKey',
  'New API key with its text.',
  {
    key: string(
      'Text of the key, `rg_…`. Send it as `Authorization: Bearer rg_…`. It is shown here and never again.',
    ),
  },
  {
    fields: (t) => ({
      apiKey: rowOf(t, ApiKey, 'API key, as the server stores it.', ({ keyId }) => keyId),
    }),
  },
)

mutation('createApiKey', {
  description:
    'Creates an API key. After the first key exists, all callers need one, including callers on this machine.',
  argument: 'API key to create.',
  input: inputFields(newApiKey),
  result: CreatedApiKey,
  gives: 'New API key, or the error.',
  errors: ['InvalidInput', 'Conflict', 'LimitExceeded'],
  resolve: (key, ctx) =>
    ctx.operations.keys.createKey({ ...key, projectId: ctx.project.id, by: ctx.caller.name }),
})

mutation('revokeApiKey', {
  description:
    'Revokes an API key permanently and ends its open subscriptions within a second or two. The key stays in the list, because records name it.',
  argument: 'API key to revoke.',
  input: {
    id: required.idOf('ApiKey'),
    force: one(
      'Boolean',
      'Whether to revoke the key also if it is the last valid one of the project with the role ADMIN. Default false.',
    ),
  },
  result: ApiKey,
  gives: 'Revoked API key, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
  resolve: async ({ id: keyId, force }, { operations, project, caller }) =>
    (await operations.keys.revokeKey({ projectId: project.id, keyId, force, by: caller.name })).keyId,
})

import { queryFromInfo } from '@pothos/plugin-prisma'
import { ApiKey, ApiKeyRole } from './api-key.ts'
import { builder } from './builder.ts'
import { outcome, resultOf } from './error.ts'
import { findId } from './global-id.ts'

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

import { hasRole } from '../domain/caller.ts'
import { RungraphError } from '../domain/errors.ts'
import { builder } from './builder.ts'
import { connect } from './connection.ts'
import type { GraphQLContext } from './context.ts'
import { describedEnum } from './described-enum.ts'
import { toGlobalId } from './global-id.ts'
import { byCreation, everything, type List } from './keyset.ts'

export const ApiKeyRole = describedEnum(
  'ApiKeyRole',
  'What a caller may do; each role may do what those before it may.',
  {
    VIEWER: 'Reads and follows everything of the project but its API keys.',
    OPERATOR: 'Starts runs, steers them, decides at gates.',
    ADMIN:
      'Changes agents, policies, relics, webhooks and what else runs depend on, and makes and revokes API keys.',
  },
)

export const ApiKey = builder.prismaObject('ApiKey', {
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

/** To others a key is as unknown as one that never existed. */
export function mayReadKeys({ caller }: GraphQLContext): boolean {
  return hasRole(caller, 'ADMIN')
}

function keysOf({ project }: GraphQLContext): List & { readonly of: string } {
  return { of: project.id, table: 'ApiKey', parent: 'projectId', where: everything, order: byCreation }
}

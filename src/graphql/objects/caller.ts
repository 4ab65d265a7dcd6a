import type { TokenAccess } from '../../domain/access-token.ts'
import { ability } from '../../domain/access-token.ts'
import type { Identity } from '../../domain/caller.ts'
import { callerKind, role } from '../../domain/caller.ts'
import { builder } from '../builder.ts'
import { many, nullable, one, string, valueObject } from '../fields.ts'
import { toGlobalId } from '../global-id.ts'
import { enumOf } from '../shape.ts'

const AccessTokenScope = valueObject<TokenAccess>(
  'AccessTokenScope',
  'Runs that an access token reaches, and its abilities there.',
  { abilities: many(enumOf(ability), 'Abilities that the token gives for these runs.') },
  {
    fields: (t) => ({
      runId: t.id({
        description:
          'Global id of the run that the token reaches with its descendants. Null for another scope.',
        nullable: true,
        resolve: ({ scope }) => (scope.kind === 'RUN' ? toGlobalId('Run', scope.runId) : null),
      }),
      sessionKey: t.string({
        description:
          'Key of the session whose runs, with their descendants, the token reaches. Null for another scope.',
        nullable: true,
        resolve: ({ scope }) => (scope.kind === 'SESSION' ? scope.key : null),
      }),
      tag: t.string({
        description:
          'Tag of the runs that, with their descendants, the token reaches. Null for another scope.',
        nullable: true,
        resolve: ({ scope }) => (scope.kind === 'TAG' ? scope.tag : null),
      }),
    }),
  },
)

const Caller = valueObject<Identity>(
  'Caller',
  'Caller of the request, as its credentials say.',
  {
    kind: one(enumOf(callerKind), 'Kind of the credentials of the caller.'),
    name: string(
      'Name of the caller in records: the name of an API key, the subject of an access token, the name of a person, or `loopback`.',
    ),
    role: one(
      enumOf(role),
      'Role of the caller. It is VIEWER for an access token, whose scope says what it permits.',
    ),
    expiresAt: nullable.moment('Time when the credentials of the caller expire. Null if they do not expire.'),
  },
  {
    fields: (t) => ({
      isServerAdmin: t.boolean({
        description: 'Whether the caller administers the server: it may list and create projects.',
        resolve: ({ isServerAdmin }) => isServerAdmin === true,
      }),
      scope: t.field({
        type: AccessTokenScope,
        description:
          'Scope of the access token of the caller. Null if the caller has the rights of its role.',
        nullable: true,
        resolve: ({ access }) => access,
      }),
    }),
  },
)

builder.queryField('caller', (t) =>
  t.field({
    type: Caller,
    description: 'Caller of the request and its rights.',
    resolve: (_, _args, { caller }) => caller,
  }),
)

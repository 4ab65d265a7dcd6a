import {
  ability,
  createdAccessToken,
  childRights as rightsBelow,
  type TokenScope,
} from '../../domain/access-token.ts'
import { invalid } from '../../domain/errors.ts'
import { idOf, int, keyOf, many, one, required, string } from '../fields.ts'
import { mutation } from '../mutation.ts'
import { enumOf, objectOf } from '../shape.ts'

/** Life of a token whose creator gives none. */
const defaultLifeMs = 3_600_000

mutation('createAccessToken', {
  description:
    'Creates a signed, short-lived token for an end user, such as a browser that follows its run. The token reaches only the runs of its scope and ends when the API key that created it is revoked. A token that a person creates expires with the token of the person.',
  argument: 'Scope of the token, its abilities and its user.',
  note: 'Give exactly one of `runId`, `sessionKey` and `tag`.',
  input: {
    runId: idOf('Run', 'Global id of the run that the token reaches, with all its descendants.'),
    sessionKey: string(
      'Key of the session whose runs, with all their descendants, the token reaches. The session need not exist yet.',
    ),
    tag: string('Tag of the runs that the token reaches, with all their descendants.'),
    abilities: many(enumOf(ability), 'Abilities that the token gives for these runs. Default READ.'),
    agent: keyOf('Agent', 'Global id or slug of the agent that TRIGGER starts. Required with TRIGGER.'),
    childRights: one(
      enumOf(rightsBelow),
      'Rights of the runs below those that TRIGGER starts. Default AGENT.',
    ),
    subject: required.string(
      'Name of the person or program that uses the token. Records such as `resolvedBy` and `abortedBy` contain it, so it must not be the name of an API key of the project. At most 200 bytes.',
    ),
    expiresInMs: int(
      'Lifetime of the token in milliseconds, from 1000 to 86400000 (24 hours). Default 3600000. The token expires no later than the credentials that create it.',
    ),
  },
  result: objectOf(createdAccessToken),
  gives: 'New access token, or the error.',
  resolve: ({ abilities, agent, childRights, subject, expiresInMs = defaultLifeMs, ...scope }, ctx) =>
    ctx.operations.accessTokens.createAccessToken({
      ...{ project: ctx.project, issuer: ctx.issuer, subject, agent, childRights, expiresInMs },
      abilities: abilities ?? ['READ'],
      ...{ scope: toScope(scope), callerExpiresAt: ctx.caller.expiresAt },
    }),
})

/** @throws INVALID_INPUT unless exactly one is given */
function toScope({
  runId,
  sessionKey,
  tag,
}: {
  readonly [Name in 'runId' | 'sessionKey' | 'tag']?: string
}): TokenScope {
  const scopes: readonly TokenScope[] = [
    ...(runId === undefined ? [] : [{ kind: 'RUN', runId } as const]),
    ...(sessionKey === undefined ? [] : [{ kind: 'SESSION', key: sessionKey } as const]),
    ...(tag === undefined ? [] : [{ kind: 'TAG', tag } as const]),
  ]
  const [scope] = scopes
  if (scope !== undefined && scopes.length === 1) return scope
  throw invalid(
    'runId',
    `or sessionKey or tag, exactly one of the three, says which runs; got ${scopes.length}.`,
  )
}

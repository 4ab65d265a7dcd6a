import type { CreatedAccessToken as Created, TokenScope } from '../../domain/access-token.ts'
import { RungraphError } from '../../domain/errors.ts'
import { builder } from '../builder.ts'
import { outcome, resultOf } from '../errors.ts'
import { readId } from '../global-id.ts'
import { toAgentKey } from './binding.ts'
import { TokenAbility } from './caller.ts'

/** Life of a token whose creator gives none. */
const defaultLifeMs = 3_600_000

const CreateAccessTokenInput = builder.inputType('CreateAccessTokenInput', {
  description: 'Input of `createAccessToken`. Give exactly one of `runId`, `sessionKey` and `tag`.',
  fields: (t) => ({
    runId: t.id({ description: 'Global id of the run that the token reaches, with all its descendants.' }),
    sessionKey: t.string({
      description:
        'Key of the session whose runs, with all their descendants, the token reaches. The session need not exist yet.',
    }),
    tag: t.string({ description: 'Tag of the runs that the token reaches, with all their descendants.' }),
    abilities: t.field({
      type: [TokenAbility],
      description: 'Abilities that the token gives for these runs. Default READ.',
    }),
    agent: t.id({
      description: 'Global id or slug of the agent that TRIGGER starts. Required with TRIGGER.',
    }),
    subject: t.string({
      description:
        'Name of the person or program that uses the token. Records such as `resolvedBy` and `abortedBy` contain it, so it must not be the name of an API key of the project. At most 200 bytes.',
      required: true,
    }),
    expiresInMs: t.int({
      description:
        'Lifetime of the token in milliseconds, from 1000 to 86400000 (24 hours). Default 3600000. The token expires no later than the credentials that create it.',
    }),
  }),
})

const CreatedAccessToken = builder.objectRef<Created>('CreatedAccessToken').implement({
  description: 'New access token. The server stores nothing of it.',
  fields: (t) => ({
    token: t.exposeString('token', {
      description: 'Text of the token, a JSON Web Token. Send it as `Authorization: Bearer …`.',
    }),
    subject: t.exposeString('subject', { description: 'Name of the person or program that uses the token.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time when the token expires. Its subscriptions end then.',
    }),
  }),
})

const CreateAccessTokenResult = resultOf('CreateAccessTokenResult', CreatedAccessToken, {
  description: 'New access token, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
})

builder.mutationField('createAccessToken', (t) =>
  t.field({
    type: CreateAccessTokenResult,
    description:
      'Creates a signed, short-lived token for an end user, such as a browser that follows its run. The token reaches only the runs of its scope and ends when the API key that created it is revoked. A token that a person creates expires with the token of the person.',
    args: {
      input: t.arg({
        type: CreateAccessTokenInput,
        description: 'Scope of the token, its abilities and its user.',
        required: true,
      }),
    },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, async () => {
        const { abilities, agent, subject, expiresInMs } = input
        return ctx.operations.accessTokens.createAccessToken({
          ...{ project: ctx.project, issuer: ctx.issuer, subject },
          scope: toScope(input),
          abilities: abilities ?? ['READ'],
          agent: agent == null ? undefined : toAgentKey(agent),
          expiresInMs: expiresInMs ?? defaultLifeMs,
          callerExpiresAt: ctx.caller.expiresAt,
        })
      }),
  }),
)

/** @throws INVALID_INPUT unless exactly one is given; NOT_FOUND */
function toScope({ runId, sessionKey, tag }: typeof CreateAccessTokenInput.$inferInput): TokenScope {
  const scopes: readonly TokenScope[] = [
    ...(runId == null ? [] : [{ kind: 'RUN', runId: readId('Run', runId, 'runId') } as const]),
    ...(sessionKey == null ? [] : [{ kind: 'SESSION', key: sessionKey } as const]),
    ...(tag == null ? [] : [{ kind: 'TAG', tag } as const]),
  ]
  const [scope] = scopes
  if (scope !== undefined && scopes.length === 1) return scope
  const message = `createAccessToken takes exactly one of \`runId\`, \`sessionKey\` and \`tag\`; got ${scopes.length}.`
  throw new RungraphError('INVALID_INPUT', { message, path: ['runId'] })
}

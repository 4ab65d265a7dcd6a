import { z } from 'zod'
import { about, choice, object } from './declared.ts'
import { sha256OfJson } from './hash.ts'
import type { ObjectKey } from './object-key.ts'
/** Permissions that an access token may have, each independent of the others (KEY-7). */
export const ability = choice('TokenAbility', 'Ability that an access token gives.', {
  READ: 'The holder may read and follow the runs of the scope.',
  ABORT: 'The holder may abort runs of the scope.',
  STEER: 'The holder may send messages to active runs of the scope.',
  DECIDE: 'The holder may decide at gates of the scope that do not require the role ADMIN.',
  RATE: 'The holder may rate runs of the scope, and delete their own ratings.',
  ANSWER:
    'The holder may answer questions of runs of the scope, at gates of the kind INPUT with the decider USER.',
  TRIGGER: 'The holder may start runs of one agent in the session of the scope, or with its tag.',
})
export type Ability = z.infer<typeof ability>

export const childRights = choice(
  'ChildRights',
  'Rights of the runs below a run that an access token starts.',
  {
    AGENT:
      'The runs can do no more than the agent of the token: only calls that its definition names and no policy denies to it. No human can overrule this at a gate.',
    OWN: 'Each run has the rights of its own agent.',
  },
)
type ChildRights = z.infer<typeof childRights>

/** Runs that an access token reaches: a run, the runs of a session, or the runs with a tag, each with all descendants. */
export type TokenScope =
  | { readonly kind: 'RUN'; readonly runId: string }
  | { readonly kind: 'SESSION'; readonly key: string }
  | { readonly kind: 'TAG'; readonly tag: string }

export type ScopeKind = TokenScope['kind']

/** Names a scope in records, without its words. */
export function hashOfScope(scope: TokenScope): string {
  return sha256OfJson(scope)
}

/** Permissions of an access token, and the runs it reaches. */
export interface TokenAccess {
  readonly scope: TokenScope
  readonly abilities: readonly Ability[]
  /** Id of the only agent that TRIGGER starts; `null` without that ability. */
  readonly agentId: string | null
  /** Rights of the runs below those that TRIGGER starts; absent: AGENT. */
  readonly childRights?: ChildRights | undefined
}

/** The key, machine or person that vouches for a caller; the caller loses access when it ends. */
export type Issuer =
  | { readonly kind: 'KEY'; readonly keyId: string }
  /** The server has no API key yet, so every caller on its machine is an administrator. */
  | { readonly kind: 'LOOPBACK' }
  /** A person whom the identity provider vouches for, until the token expires. */
  | { readonly kind: 'PERSON'; readonly name: string }

/** An access token before it is signed. */
export interface AccessToken extends TokenAccess {
  /** Unique id of the token. */
  readonly id: string
  readonly project: { readonly id: string; readonly slug: string }
  /** Name of the person or program that uses the token, for records. */
  readonly subject: string
  readonly issuer: Issuer
  readonly expiresAt: Date
}

/** Operations on access tokens. */
export interface AccessTokenOperations {
  /**
   * Signs an access token. Nothing is stored. @throws INVALID_INPUT, NOT_FOUND: the project has no such run or agent,
   * TOKEN_KEY_MISSING
   */
  createAccessToken(call: CreateAccessToken): Promise<CreatedAccessToken>
}

export interface CreateAccessToken {
  readonly project: { readonly id: string; readonly slug: string }
  readonly issuer: Issuer
  readonly scope: TokenScope
  readonly abilities: readonly Ability[]
  readonly subject: string
  /** Slug or id of the agent that TRIGGER may start. */
  readonly agent?: ObjectKey | undefined
  /** For TRIGGER alone; absent: AGENT. */
  readonly childRights?: ChildRights | undefined
  readonly expiresInMs: number
  /** Time when the credentials of the caller end: the token ends no later. `null`: they do not expire. */
  readonly callerExpiresAt: Date | null
}

export const createdAccessToken = object(
  'CreatedAccessToken',
  'New access token. The server stores nothing of it.',
  {
    token: about('Text of the token, a JSON Web Token. Send it as `Authorization: Bearer …`.', z.string()),
    subject: about('Name of the person or program that uses the token.', z.string()),
    expiresAt: about('Time when the token expires. Its subscriptions end then.', z.date()),
  },
)
export type CreatedAccessToken = Readonly<z.infer<typeof createdAccessToken>>

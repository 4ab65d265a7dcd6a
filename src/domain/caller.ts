import type { z } from 'zod'
import type { Issuer, TokenAccess } from './access-token.ts'
import type { GateDecider } from './agent-settings.ts'
import { choice } from './declared.ts'
import type { RungraphError } from './errors.ts'
import type { GateRow } from './gate.ts'

export const role = choice(
  'ApiKeyRole',
  'Role of a caller. Each role includes the permissions of the roles before it.',
  {
    VIEWER: 'The caller may read and follow everything in the project except its API keys.',
    OPERATOR: 'The caller may start and steer runs and decide at gates.',
    ADMIN:
      'The caller may change agents, policies, relics, webhooks and other configuration of runs, and create and revoke API keys.',
  },
)
export type Role = z.infer<typeof role>
export const roles = role.options

/** Caller as identified by their credentials, never by a claim in an input (JDG-4). */
export interface Caller {
  /** As it is written down: the name of an API key, the subject of a token, or `loopback`. */
  readonly name: string
  readonly role: Role
  /** Whether they administer the server: they list, create and change projects, and see nothing inside them (ADM-4). Absent: no. */
  readonly isServerAdmin?: boolean
  /** Permissions of the caller's access token, in place of the role; absent or null: no access token. */
  readonly access?: TokenAccess | null | undefined
}

export const callerKind = choice('CallerKind', 'Kind of the credentials of a caller.', {
  KEY: 'An API key.',
  TOKEN: 'An access token, created with `createAccessToken`.',
  PERSON: 'A token of the identity provider of the server.',
  LOOPBACK: 'No credentials: the server has no API key and serves its own machine only.',
})
export type CallerKind = z.infer<typeof callerKind>

/** A caller with the kind of their credentials. */
export interface Identity extends Caller {
  readonly kind: CallerKind
  readonly access: TokenAccess | null
  /** Time when the credentials expire; null: unknown, or never. */
  readonly expiresAt: Date | null
}

/** Every client of a server that serves its own machine only. */
export const loopbackCaller: Identity = {
  kind: 'LOOPBACK',
  name: 'loopback',
  role: 'ADMIN',
  isServerAdmin: true,
  access: null,
  expiresAt: null,
}

/** Project as callers name it. */
export interface Project {
  readonly id: string
  readonly slug: string
}

/** An admitted caller, and the project. */
export interface Admission {
  readonly caller: Identity
  /** All that they can reach. */
  readonly project: Project
  /** The API key that they came with, or that issued their access token, which may end while they are here. */
  readonly issuer: Issuer
}

/** Why an admission ended: its credentials are no longer valid, or its token has expired. */
export type EndReason = 'over' | 'expired'

/** Decides who may call: the holder of a key or token, and, as long as no key exists, every client of the server (API, "Who may call"). */
export interface Authenticator {
  /** Authenticates a caller by the `Authorization` header, or gives the refusal: UNAUTHENTICATED. Rejects where the database fails. */
  admit(authorization: string | null): Promise<Admission | RungraphError>
  /**
   * Calls `onEnd` once the key of an admission is revoked or expired, or once its token expires, or once there is a key where it has none,
   * until the returned function is called.
   */
  watch(admission: Admission, onEnd: (why: EndReason) => void): () => void
  /** Whether anybody may call without a key. */
  isOpen(): Promise<boolean>
  close(): void
}

export function hasRole({ role }: Caller, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

/** Whether a caller may decide at a gate. An access token decides nowhere where an ADMIN must. */
export function mayDecide(caller: Caller, { decider, kind }: Pick<GateRow, 'decider' | 'kind'>): boolean {
  if (!caller.access) return hasRole(caller, leastRoleOf(decider))
  const { abilities } = caller.access
  if (decider === 'ADMIN') return false
  return abilities.includes('DECIDE') || (isQuestionToUser({ decider, kind }) && abilities.includes('ANSWER'))
}

/** Role that a caller without an access token needs. */
export function leastRoleOf(decider: GateDecider): Role {
  return decider === 'ADMIN' ? 'ADMIN' : 'OPERATOR'
}

function isQuestionToUser({ decider, kind }: Pick<GateRow, 'decider' | 'kind'>): boolean {
  return decider === 'USER' && kind === 'INPUT'
}

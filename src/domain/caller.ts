import type { RungraphError } from './errors.ts'

export const roles = ['VIEWER', 'OPERATOR', 'ADMIN'] as const
/** Permissions of a caller. Each role includes those before it. */
export type Role = (typeof roles)[number]

/** Caller as identified by their credentials, never by what they claim in an input (JDG-4). */
export interface Caller {
  /** As it is written down: the name of an API key, or `loopback`. */
  readonly name: string
  readonly role: Role
  /** Whether they administer the server: they list and create projects, and see nothing inside them (ADM-4). Absent: no. */
  readonly isServerAdmin?: boolean
}

/** Every client of a server that serves its own machine only. */
export const loopbackCaller: Caller = { name: 'loopback', role: 'ADMIN', isServerAdmin: true }

/** A caller who was let in, and to where. */
export interface Admission {
  readonly caller: Caller
  /** All that they can reach. */
  readonly project: { readonly id: string; readonly slug: string }
  /** The API key that they came with, which may end while they are here; `null`: none was asked for. */
  readonly keyId: string | null
}

/** Decides who may call: the holder of a key, and, as long as no key exists, every client that reaches the server (API, "Who may call"). */
export interface Authenticator {
  /** Authenticates a caller by the `Authorization` header, or gives the refusal: UNAUTHENTICATED. Rejects where the database fails. */
  admit(authorization: string | null): Promise<Admission | RungraphError>
  /**
   * Calls `onEnd` once the key of an admission is revoked or expired, or once there is a key where it has none, or once its project moves to
   * another database; until the returned function is called.
   */
  watch(admission: Admission, onEnd: (why: 'over' | 'moving') => void): () => void
  /** Whether anybody may call without a key. */
  isOpen(): Promise<boolean>
  close(): void
}

export function hasRole({ role }: Caller, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

import { z } from 'zod'
import { type Role, role } from './caller.ts'
import { given, needed } from './given.ts'
import type { InProject } from './object-key.ts'

/** An API key as it is stored: the secret of the caller is known as a hash only. */
export interface NewApiKey {
  readonly id: string
  readonly projectId: string
  /** One of a kind in its project, for good: it is who did what. */
  readonly name: string
  readonly role: Role
  /** Whether its caller administers the server too (ADM-4). Absent: no. */
  readonly isServerAdmin?: boolean
  /** SHA-256 of the key's text, in hex. */
  readonly secretHash: string
  /** `null`: never. */
  readonly expiresAt: Date | null
  readonly createdBy: string
}

/** A key that is in force, with the project that it opens. */
export interface KnownKey {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly isServerAdmin: boolean
  readonly project: { readonly id: string; readonly slug: string }
  /** `null`: never. */
  readonly expiresAt: Date | null
}

/** The rows of API keys. A key is never deleted: a server that had one asks for one from then on. */
export interface ApiKeyStore {
  /** `powerless`: it could not administer the project, and no key that is in force can. */
  insert(key: NewApiKey, max: number): Promise<'inserted' | 'taken' | 'limitExceeded' | 'powerless'>
  /**
   * Inserts a key unless one with its hash exists (`present`, `revoked`). Keys in force with the same maker are revoked then (`replaced`),
   * and a number makes its name unique.
   */
  installNamed(key: NewApiKey): Promise<'inserted' | 'replaced' | 'present' | 'revoked'>
  /** `missing`: the project has none such. `last`: its name, as no other key could administer the project. One that was revoked before stays as it was. */
  revoke(call: RevokeKey): Promise<'revoked' | 'missing' | { readonly last: string }>
  /** The key of this hash, where it is neither revoked nor expired; that it was used is noted, to the minute. */
  find(secretHash: string): Promise<KnownKey | null>
  /** Which of these keys are revoked, expired or deleted. */
  ended(keyIds: readonly string[]): Promise<readonly { readonly id: string }[]>
  /** Whether there has ever been a key, in any project. */
  exist(): Promise<boolean>
}

/** Operations on API keys. */
export interface KeyOperations {
  /** Makes a key; its text is in the answer and nowhere else. @throws INVALID_INPUT, KEY_NAME_TAKEN, LIMIT_EXCEEDED */
  createKey(call: CreateKey): Promise<{ readonly keyId: string; readonly key: string }>
  /** Ends a key for good, with the connections that it holds open. @throws NOT_FOUND, LAST_ADMINISTRATOR */
  revokeKey(call: RevokeKey): Promise<{ readonly keyId: string }>
}

export const newApiKey = z.object({
  name: needed.text(
    'Name of the caller that is to use the key. It must differ from the names of all present and past keys of the project.',
  ),
  role: needed.one(
    role,
    'Role of the callers that use the key. It must be ADMIN if the project has no valid key with the role ADMIN.',
  ),
  expiresAt: given.moment(
    'Time from which the key is no longer valid. If you leave it out, the key does not expire.',
  ),
})

export interface CreateKey extends InProject, Readonly<z.infer<typeof newApiKey>> {
  /** Only for the command line: no caller of the API may make such a key. Default: false. */
  readonly isServerAdmin?: boolean
  /** Name of the caller who creates the key, from their credentials. */
  readonly by: string
}

export interface RevokeKey extends InProject<'keyId'> {
  /** Whether it may be the last one that administers the project. Default: false. */
  readonly force?: boolean | undefined
  readonly by: string
}

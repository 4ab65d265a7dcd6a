import type { ApiKeyStore } from '../domain/api-key.ts'
import { hashOfKey } from './authenticator.ts'

/** The ADMIN key that the operator sets in the environment, as its hash. */
export interface EnvironmentKey {
  /** SHA-256 of the key's text, in hex. */
  readonly secretHash: string
}

/** Name and maker of the key in the API. A key that replaces another has a number after its name. */
export const environmentKeyName = 'RUNGRAPH_ADMIN_KEY'

/** A key as the environment has it: its text, or `sha256:` and its hash. The form was checked. */
export function readEnvironmentKey(text: string): EnvironmentKey {
  const [, hash] = /^sha256:([0-9a-f]{64})$/.exec(text) ?? []
  return { secretHash: hash ?? hashOfKey(text) }
}

/**
 * Makes the ADMIN key of the environment, in the project `default`, if it does not exist; any number of processes may do so at once. A key
 * that an earlier value of the setting made is revoked when the next one is made. A key that was revoked stays so. Resolves to a message
 * for the operator; `null`: none.
 */
export async function installEnvironmentKey(
  { secretHash }: EnvironmentKey,
  {
    keys,
    projectId,
    newId,
  }: { readonly keys: ApiKeyStore; readonly projectId: string; readonly newId: () => string },
): Promise<string | null> {
  const outcome = await keys.installNamed({
    ...{ id: newId(), projectId, secretHash, expiresAt: null },
    ...{ name: environmentKeyName, createdBy: environmentKeyName },
    ...{ role: 'ADMIN', isServerAdmin: true },
  })
  switch (outcome) {
    case 'present':
    case 'inserted':
      return null
    case 'replaced':
      return 'RUNGRAPH_ADMIN_KEY has another value than before: its former key is revoked.'
    case 'revoked':
      return 'The key of RUNGRAPH_ADMIN_KEY was revoked, and stays so. Set RUNGRAPH_ADMIN_KEY to a new key, or remove it.'
    default:
      return outcome satisfies never
  }
}

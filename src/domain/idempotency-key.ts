/**
 * Idempotency keys as they are stored. Keys of callers with a role are stored as given. Keys of the holders of access tokens, and of
 * `retryRuns`, begin with a prefix that separates them from these and from each other; no answer shows the prefix.
 */

/** The idempotency key of the run by which `retryRuns` retries a run is this and the id of that run. */
export const retryKeyPrefix = 'retryRuns:'

/**
 * The stored form of a key that the holder of an access token gave: the holder neither meets nor takes a key of anybody else.
 * `scopeDigest`: 16 hexadecimal digits, different for different scopes.
 */
export function toTokenKey(scopeDigest: string, key: string): string {
  return `token:${scopeDigest}:${key}`
}

const ofToken = /^token:[0-9a-f]{16}:/

/** The key as its caller gave it; `null` where no caller gave one. */
export function toGivenKey(stored: string | null): string | null {
  if (stored === null || stored.startsWith(retryKeyPrefix)) return null
  return stored.replace(ofToken, '')
}

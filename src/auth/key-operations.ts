import type { ApiKeyStore, CreateKey, KeyOperations } from '../domain/api-key.ts'
import { invalid, RungraphError, tooMany } from '../domain/errors.ts'
import { hashOfKey, newKeyText } from './authenticator.ts'
import { checkCallerName } from './caller-name.ts'

/** In force at once, of one project. */
const maxKeys = 1_000

interface Services {
  readonly keys: ApiKeyStore
  readonly newId: () => string
  readonly now: () => number
}

/** Creates the operations on API keys. */
export function createKeyOperations(services: Services): KeyOperations {
  return {
    createKey: (call) => createKey(call, services),
    revokeKey: async (call) => {
      const outcome = await services.keys.revoke(call)
      if (outcome === 'revoked') return { keyId: call.keyId }
      if (outcome === 'missing') throw new RungraphError('NOT_FOUND', { kind: 'API key' })
      throw new RungraphError('LAST_ADMINISTRATOR', { name: outcome.last })
    },
  }
}

async function createKey(
  { projectId, name, role, isServerAdmin = false, by, ...call }: CreateKey,
  { keys, newId, now }: Services,
): ReturnType<KeyOperations['createKey']> {
  const expiresAt = call.expiresAt ?? null
  checkCallerName(name)
  if (expiresAt !== null && expiresAt.getTime() <= now())
    throw invalid('expiresAt', 'has passed. Give a time to come, or leave it out.')
  const text = newKeyText()
  const secretHash = hashOfKey(text)
  const key = { id: newId(), projectId, name, role, isServerAdmin, expiresAt, createdBy: by, secretHash }
  const outcome = await keys.insert(key, maxKeys)
  switch (outcome) {
    case 'inserted':
      return { keyId: key.id, key: text }
    case 'taken':
      throw new RungraphError('KEY_NAME_TAKEN', { name })
    case 'powerless':
      throw noAdministratorLeft()
    case 'limitExceeded':
      throw tooMany('API keys of the project that are in force', {
        max: maxKeys,
        remedy: 'Revoke unused ones (`lastUsedAt`).',
      })
    default:
      return outcome satisfies never
  }
}

/** The refusal of a key that could not administer its project, where no other can. */
export function noAdministratorLeft(): RungraphError {
  return invalid(
    'role',
    "must be ADMIN, and the key must not expire: the project has no valid administrator's key, and nobody else could make or revoke its keys.",
  )
}

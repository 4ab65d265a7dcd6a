import { readFile } from 'node:fs/promises'
import { messageOf, RungraphError } from '../domain/errors.ts'
import type { PersistedOptions } from '../http/yoga/persisted-operations.ts'
import type { Config } from '../settings/config.ts'

/**
 * The operations that clients may name, according to the settings. A worker serves no clients, and has none. @throws
 * OPERATIONS_FILE_INVALID
 */
export async function loadOperations({ role, manifest, operations }: Config): Promise<PersistedOptions> {
  if (manifest === null || role === 'worker') return {}
  const { path, isOnly } = manifest
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new RungraphError('OPERATIONS_FILE_INVALID', { path, problems: [messageOf(error)] }, error)
  })
  // GraphQL is loaded for them: with the rest of the API otherwise.
  const { operationLimits } = await import('../http/limits/operation-limits.ts')
  const { readManifest } = await import('../http/yoga/operations-file.ts')
  const limits = { ...operationLimits, ...operations }
  return { manifest: readManifest(path, text, limits), isOnlyManifest: isOnly }
}

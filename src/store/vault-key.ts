import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, RungraphError } from '../domain/errors.ts'
import { vaultKeyBytes } from './vault.ts'

export interface VaultKeyOptions {
  /** The folder of an embedded database; `null` where the database is another's. */
  readonly dataDir: string | null
  /** The key of RUNGRAPH_ENCRYPTION_KEY, checked; `null` where that is not set. */
  readonly configured: Buffer | null
}

/**
 * The key under which arguments are sealed (TAS-7): the configured one, or one that is made once and kept beside the embedded
 * database, readable by its owner alone. `null` where there is neither: then nothing can be sealed.
 * @throws DATA_DIR_UNUSABLE where the file cannot be read or made, or holds no key
 */
export async function readVaultKey(options: VaultKeyOptions): Promise<Buffer | null> {
  const known = await findVaultKey(options)
  if (known !== null || options.dataDir === null) return known
  await writeKeyFile(options.dataDir, randomBytes(vaultKeyBytes))
  // If several processes start at once, all use the key of the first.
  return findVaultKey(options)
}

/** The same, and `null` where the file was not made yet. @throws DATA_DIR_UNUSABLE */
export async function findVaultKey({ dataDir, configured }: VaultKeyOptions): Promise<Buffer | null> {
  if (configured !== null || dataDir === null) return configured
  const path = vaultKeyFile(dataDir)
  const text = await whileUsing(dataDir, () => readIfThere(path))
  if (text === null) return null
  const key = Buffer.from(text, 'base64')
  if (key.length === vaultKeyBytes) return key
  const remedy =
    'Restore the file from a backup. Without one, move it away: a new key is made, and the encrypted arguments of active runs are lost.'
  throw unusable(dataDir, `${path} holds no key of ${vaultKeyBytes} bytes in base64.`, remedy)
}

/** Where the key of an embedded database is. */
export function vaultKeyFile(dataDir: string): string {
  return join(dataDir, 'vault.key')
}

/** Creates the key file. A file that is there already stays as it is. @throws DATA_DIR_UNUSABLE */
export function writeKeyFile(dataDir: string, key: Buffer): Promise<void> {
  const path = vaultKeyFile(dataDir)
  return whileUsing(dataDir, async () => {
    await mkdir(dataDir, { recursive: true })
    const draft = `${path}.${randomBytes(8).toString('hex')}`
    await writeFile(draft, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    try {
      await link(draft, path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    } finally {
      await unlink(draft)
    }
  })
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function whileUsing<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const reason = `${vaultKeyFile(dataDir)}: ${messageOf(error)}.`
    throw unusable(dataDir, reason, 'Set it to a folder that can be written.', error)
  }
}

function unusable(path: string, reason: string, remedy: string, cause?: unknown): RungraphError {
  return new RungraphError('DATA_DIR_UNUSABLE', { path, reason, remedy }, cause)
}

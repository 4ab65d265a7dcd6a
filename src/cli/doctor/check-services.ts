import { randomBytes } from 'node:crypto'
import { prepareStanding } from '../../database/prepare-session.ts'
import { sha256 } from '../../domain/hash.ts'
import { createWakeups } from '../../live/create-wakeups.ts'
import { openS3Objects } from '../../net/s3-objects.ts'
import type { Config } from '../../settings/config.ts'
import { broken, type Findings, off, ok, warning } from './finding.ts'

/** Redis carries a wakeup to itself. */
export async function checkRedis({ redisUrl }: Config): Promise<Findings> {
  if (redisUrl === null)
    return [
      off(
        'redis',
        'Not set up: PostgreSQL NOTIFY carries the wakeups.',
        'Set REDIS_URL if many processes share the database (docs/deployment.md).',
      ),
    ]
  let reason = ''
  const log = (line: string) => {
    reason ||= line
  }
  // Nothing connects to this address while Redis is set.
  const wakeups = await createWakeups({ redisUrl, connectionString: '', prepare: prepareStanding, log })
  try {
    if (wakeups.health() === 'live') return [ok('redis', `Wakeups come through ${new URL(redisUrl).host}.`)]
    return [
      warning(
        'redis',
        `Not reached at ${new URL(redisUrl).host}: ${reason}`,
        'Check REDIS_URL, and that Redis runs. Until then readers poll.',
      ),
    ]
  } finally {
    await wakeups.close()
  }
}

/** An object is stored, read and erased again. */
export async function checkFileStore({ files }: Config): Promise<Findings> {
  if (files === null) return [ok('file store', 'The database has the contents of files.')]
  const objects = await openS3Objects(files)
  const data = randomBytes(32)
  const key = `doctor/${data.toString('hex')}`
  await objects.put(key, data, sha256(data))
  const found = await objects.get(key)
  await objects.remove(key)
  const where = `the bucket ${files.bucket} at ${files.endpoint}`
  return found !== null && data.equals(found)
    ? [ok('file store', `Objects are stored, read and erased in ${where}.`)]
    : [broken('file store', `An object that was stored in ${where} was not found again.`)]
}

/** Whether secrets can be encrypted. */
export async function checkEncryption({ encryptionKey, database }: Config): Promise<Findings> {
  if (encryptionKey !== null) return [ok('encryption', 'RUNGRAPH_ENCRYPTION_KEY encrypts secrets.')]
  if ('dataDir' in database)
    return [
      ok('encryption', `A key file in ${database.dataDir} encrypts secrets. Back it up with the database.`),
    ]
  return [
    warning(
      'encryption',
      'RUNGRAPH_ENCRYPTION_KEY is not set: secrets of calls and webhooks are not stored.',
      'Set it to the output of `openssl rand -base64 32`, the same in all processes.',
    ),
  ]
}

import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { composeApp } from '../../../src/app.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { createVault } from '../../../src/store/vault.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createFactories } from '../../support/factories.ts'
import { forFile } from '../../support/for-file.ts'

const database = forFile(await createTestDatabase())

/** What a process reports that starts with this key, and the number of keys that are noted then. */
async function startWith(key: Buffer, former?: Buffer) {
  const reports: string[] = []
  const env = {
    ...{ DATABASE_URL: database.connectionString, RUNGRAPH_ENCRYPTION_KEY: key.toString('base64') },
    ...(former && { RUNGRAPH_DECRYPTION_KEYS: former.toString('base64') }),
    ...{ PORT: '0', RUNGRAPH_LOG_LEVEL: 'silent', RUNGRAPH_DEMO: 'off' },
  }
  const app = await composeApp(readConfig(env), { report: (message) => reports.push(message) })
  await app.close()
  return { reports, noted: await database.prisma.encryptionKey.count() }
}

test('TAS-7 a process whose key opens nothing of what is encrypted says so with the remedy, and its key is not noted', async () => {
  const [own, other] = [randomBytes(32), randomBytes(32)]
  expect(await startWith(own)).toEqual({ reports: [], noted: 1 })
  const id = randomUUID()
  await database.prisma.project.create({ data: { id, slug: id, name: 'Test' } })
  await createFactories(database.prisma, id).webhook({ secret: createVault(own).seal('whsec') })

  expect(await startWith(other)).toEqual({
    reports: [
      expect.stringMatching(
        /^Encrypted values: RUNGRAPH_ENCRYPTION_KEY is not the key of 1 of 1 .*\(Webhook\).* Set RUNGRAPH_ENCRYPTION_KEY to the key/,
      ),
    ],
    noted: 1,
  })
  expect(await startWith(own)).toEqual({ reports: [], noted: 1 })
  // A key that was changed on purpose is noted.
  expect(await startWith(other, own)).toEqual({ reports: [], noted: 2 })
})

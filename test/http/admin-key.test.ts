import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../src/auth/authenticator.ts'
import { installEnvironmentKey, readEnvironmentKey } from '../../src/auth/environment-key.ts'
import { isRungraphError } from '../../src/domain/errors.ts'
import { readConfig } from '../../src/settings/config.ts'
import { createApiKeyStore } from '../../src/store/api-key-store.ts'
import { ensureProject } from '../../src/store/project-store.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { forTest } from '../support/for-file.ts'

let database: TestDatabase
let project: { readonly id: string; readonly slug: string }

beforeEach(async () => {
  database = forTest(await createTestDatabase())
  project = await ensureProject(database.pool, { slug: 'default', name: 'Default', newId: uuidv7 })
})

const first = `rg_${'a'.repeat(43)}`
const second = `rg_${'b'.repeat(43)}`

function install(text: string) {
  const keys = createApiKeyStore(database.pool)
  return installEnvironmentKey(readEnvironmentKey(text), { keys, projectId: project.id, newId: uuidv7 })
}

async function callerOf(text: string) {
  const keys = createApiKeyStore(database.pool)
  const authenticator = createAuthenticator({
    keys,
    openProject: project,
    now: Date.now,
    report: () => undefined,
  })
  const admission = await authenticator.admit(`Bearer ${text}`)
  return isRungraphError(admission) ? admission.code : admission.caller
}

async function names(): Promise<readonly string[]> {
  const keys = await database.prisma.apiKey.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  return keys.map(({ name, revokedAt }) => `${name}${revokedAt === null ? '' : ' (revoked)'}`)
}

describe('KEY-10 the key of the environment', () => {
  it('is made once by any number of processes, and administers the server', async () => {
    await Promise.all(Array.from({ length: 5 }, () => install(first)))
    expect(await install(first)).toBeNull()
    expect(await names()).toEqual(['RUNGRAPH_ADMIN_KEY'])
    expect(await callerOf(first)).toMatchObject({
      role: 'ADMIN',
      isServerAdmin: true,
      name: 'RUNGRAPH_ADMIN_KEY',
    })
  })

  it('can be set as its hash', async () => {
    await install(`sha256:${createHash('sha256').update(first).digest('hex')}`)
    expect(await callerOf(first)).toMatchObject({ role: 'ADMIN' })
    expect(await install(first)).toBeNull()
    expect(await names()).toEqual(['RUNGRAPH_ADMIN_KEY'])
  })

  it('replaces the one of an earlier value, which does not come back; other keys stay', async () => {
    await install(first)
    const other = { id: uuidv7(), projectId: project.id, name: 'ops', role: 'ADMIN' as const, createdBy: 'x' }
    await database.prisma.apiKey.create({ data: { ...other, secretHash: 'x' } })
    expect(await install(second)).toContain('its former key is revoked')
    expect(await callerOf(first)).toBe('UNAUTHENTICATED')
    expect(await callerOf(second)).toMatchObject({ role: 'ADMIN', name: 'RUNGRAPH_ADMIN_KEY 2' })
    // A process that was not restarted with the new value yet changes nothing.
    expect(await install(first)).toContain('was revoked')
    expect(await callerOf(second)).toMatchObject({ role: 'ADMIN' })
    expect(await names()).toEqual(['RUNGRAPH_ADMIN_KEY (revoked)', 'ops', 'RUNGRAPH_ADMIN_KEY 2'])
  })

  it('has a form, and its refusal does not show the value', () => {
    for (const value of ['secret-one', 'rg_short', 'sha256:abc', `rg_${'a'.repeat(42)}!`]) {
      const read = () => readConfig({ RUNGRAPH_ADMIN_KEY: value })
      expect(read).toThrow('RUNGRAPH_ADMIN_KEY must be `rg_` and at least 43')
      expect(read).not.toThrow(value)
    }
    expect(readConfig({ RUNGRAPH_ADMIN_KEY: first }).adminKey).toBe(first)
  })
})

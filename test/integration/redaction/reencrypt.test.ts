import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { createTokenSigner } from '../../../src/auth/token-signer.ts'
import { runReencrypt } from '../../../src/cli/backup/run-reencrypt.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { createVault } from '../../../src/store/vault.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { fillProject, tenantsKey } from '../../support/tenants/fill-project.ts'

const next = Buffer.alloc(32, 8)
const before = createVault(tenantsKey)
const after = createVault(next)

const database = forFile(await createTestDatabase())
const { project, rows } = await fillProject(
  database.prisma,
  await database.prisma.project.create({ data: { id: uuidv7(), slug: 'acme', name: 'Acme' } }),
  'acme',
)
const of = { projectId: project.id, rootId: rows.root.id }
await database.prisma.secret.create({
  data: { ...of, id: '0123456789abcdef', sealed: before.seal('a secret') },
})
const cached = { projectId: project.id, hash: 'h', output: {}, expiresAt: new Date('2099-01-01T00:00:00Z') }
await database.prisma.actionCache.create({ data: { ...cached, sealed: before.seal('cached') } })
const secret = { secret: before.seal('key'), previousSecret: before.seal('old key') }
await database.prisma.webhook.updateMany({ data: secret })
await database.pool.query(`update "Gate" set resolution = jsonb_build_object('sealed', $1::text)`, [
  before.seal('args'),
])

const settings = (further: Buffer) =>
  readConfig({
    DATABASE_URL: database.connectionString,
    RUNGRAPH_ENCRYPTION_KEY: next.toString('base64'),
    RUNGRAPH_DECRYPTION_KEYS: further.toString('base64'),
  })

/** Number of sealed values that a key opens, in every table that seals. */
async function opened(vault: typeof after): Promise<Readonly<Record<string, number>>> {
  const { rows } = await database.pool.query<{ place: string; text: string | null; bytes: Buffer | null }>(`
    select 'Secret' as place, sealed as text, null::bytea as bytes from "Secret"
    union all select 'Webhook', unnest(array[secret, "previousSecret"]), null from "Webhook"
    union all select 'EventSource', unnest(array[secret, "previousSecret"]), null from "EventSource"
    union all select 'ActionCache', sealed, null from "ActionCache" where sealed is not null
    union all select 'Gate', resolution->>'sealed', null from "Gate"
    union all select 'ModelTraffic', null, unnest(array[request, response]) from "ModelTraffic"
    union all select 'BatchCall', null, unnest(array[request, response]) from "BatchCall"`)
  const open = rows.filter(
    ({ text, bytes }) => (text === null ? bytes && vault.openBytes(bytes) : vault.open(text)) !== null,
  )
  const counts: Record<string, number> = {}
  for (const { place } of open) counts[place] = (counts[place] ?? 0) + 1
  return counts
}

describe('TAS-9 an encryption key is replaced', () => {
  it('every stored value is encrypted again, once, while the old key still opens; then the old key is not needed', async () => {
    const sealed = await opened(before)
    expect(Object.keys(sealed).toSorted()).toEqual([
      'ActionCache',
      'BatchCall',
      'EventSource',
      'Gate',
      'ModelTraffic',
      'Secret',
      'Webhook',
    ])
    expect(await opened(after)).toEqual({})
    expect(await opened(createVault(next, [tenantsKey]))).toEqual(sealed)
    // A key that opens nothing changes nothing, and says so.
    expect(await runReencrypt(settings(Buffer.alloc(32, 1)))).toMatch(
      /^0 values .* \d+ values are encrypted with a key/,
    )
    expect(await runReencrypt(settings(tenantsKey))).toMatch(
      /^[1-9]\d* values were encrypted again\. No stored/,
    )
    expect(await opened(after)).toEqual(sealed)
    expect(await opened(before)).toEqual({})
    expect(await runReencrypt(settings(tenantsKey))).toMatch(/^0 values were encrypted again/)
  })

  it('access tokens of the old key are taken as long as it opens', async () => {
    const of = (key: Buffer, furtherKeys: readonly Buffer[] = []) =>
      createTokenSigner({ key, furtherKeys, now: Date.now })
    const token = await of(tenantsKey).sign({
      id: uuidv7(),
      project: { id: uuidv7(), slug: 'acme' },
      subject: 'a reader',
      issuer: { kind: 'LOOPBACK' },
      expiresAt: new Date(Date.now() + 60_000),
      scope: { kind: 'TAG', tag: 'x' },
      abilities: [],
      agentId: null,
    })
    expect(await of(next, [tenantsKey]).verify(token)).toMatchObject({ subject: 'a reader' })
    expect(await of(next).verify(token)).toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { runBackup } from '../../../src/cli/backup/run-backup.ts'
import { runRestore } from '../../../src/cli/backup/run-restore.ts'
import { migrate } from '../../../src/database/migrate.ts'
import { sha256 } from '../../../src/domain/hash.ts'
import { createPartitions } from '../../../src/log/log-partitions.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { leftOut } from '../../../src/store/backup/tables.ts'
import { readBackup } from '../../../src/store/backup/write-backup.ts'
import { noteEncryptionKey } from '../../../src/store/encryption-keys.ts'
import { createVault } from '../../../src/store/vault.ts'
import { createEmptyDatabase, createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { fillProject, tenantsKey } from '../../support/tenants/fill-project.ts'

/** A database without any table. */
let there: string

/** One backup of a database with rows in every table serves all tests that only read it. */
const here = forFile(await createTestDatabase())
const folder = await mkdtemp(join(tmpdir(), 'rungraph-backup-'))
const file = join(folder, 'backup.zst')
await createPartitions(here.pool, { now: Date.now(), keepDays: null })
for (const slug of ['acme', 'other'])
  await fillProject(
    here.prisma,
    await here.prisma.project.create({ data: { id: uuidv7(), slug, name: slug } }),
    slug,
  )
const { rows } = await here.pool.query<{ id: string; rootId: string; projectId: string }>(
  'select id, "rootId", "projectId" from "Run" limit 1',
)
const [run] = rows
await here.prisma.secret.create({
  data: {
    rootId: run?.rootId ?? '',
    projectId: run?.projectId ?? '',
    id: '0123456789abcdef',
    sealed: createVault(tenantsKey).seal('s'),
  },
})
const of = { runId: run?.id ?? '', projectId: run?.projectId ?? '' }
await here.prisma.runInput.create({ data: { ...of, number: 9, text: 'Go on.' } })
const sizes = { tokensBefore: 9, tokensAfter: 4 }
await here.prisma.compaction.create({
  data: { ...of, id: uuidv7(), view: {}, strategies: ['SUMMARY'], ...sizes },
})
const batch = { provider: 'openai', model: 'x', profile: 1, calls: 1, nextLookAt: new Date() }
await here.prisma.batch.create({ data: { ...batch, id: uuidv7() } })
await here.prisma.fileErasure.create({ data: { objectKey: 'project/hash-0', eraseAfter: new Date() } })
const spent = { epoch: 1, budgetKeys: ['x'], costUsd: '1', tokens: 1n }
await here.prisma.reservation.create({ data: { ...of, id: uuidv7(), ...spent } })
// Characters that could be taken for the end of a table, or of a row.
await here.pool.query(`update "Run" set input = E'\\\\.\\n\\\\\\\\.\\n\\t\\\\N' where id = $1`, [run?.id])
await noteEncryptionKey(here.pool, createVault(tenantsKey))
await runBackup(settings(here.connectionString), { file, withKey: false })
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  there = await createEmptyDatabase()
})

function settings(url: string, key: Buffer | null = tenantsKey) {
  return readConfig({ DATABASE_URL: url, ...(key && { RUNGRAPH_ENCRYPTION_KEY: key.toString('base64') }) })
}

/** Every row of every table, and the last number of each sequence. */
async function contentOf(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string; kind: string }>(
      `select relname as name, relkind as kind from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'S')`,
    )
    const content: Record<string, readonly string[]> = {}
    for (const { name, kind } of tables) {
      if (name in leftOut) continue
      const value = kind === 'S' ? 'last_value' : 'to_jsonb(t)'
      const { rows } = await client.query<{ row: string }>(
        `select ${value}::text as row from "${name}" t order by 1`,
      )
      content[name] = rows.map(({ row }) => row)
    }
    return content
  } finally {
    await client.end()
  }
}

async function rowsIn(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe('OPS-7 a backup', () => {
  it('has every row of every table; restored, each is as it was, with its partitions and its numbers', async () => {
    const before = await contentOf(here.connectionString)
    const empty = Object.keys(before).filter((name) => before[name]?.length === 0)
    expect(empty.filter((name) => !name.startsWith('EventSegment_'))).toEqual([])
    await runRestore(settings(there), { file, withoutKey: false })
    expect(await contentOf(there)).toEqual(before)
    // Rows written from now on come after everything that was restored.
    expect(
      await rowsIn(
        there,
        `select max("commitXid") < pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "isBelow" from "EventSegment"`,
      ),
    ).toEqual([{ isBelow: true }])
  })

  it('of 0.1.0 is restored, with its sums and without its table of moves', async () => {
    const former = await createEmptyDatabase()
    await migrate({
      ...{ connectionString: former, log: () => undefined },
      until: '20261126130001_indexes_and_storage',
    })
    await rowsIn(
      former,
      `insert into "Project" (id, slug, name) values (gen_random_uuid(), 'former', E'A\\nB'), (gen_random_uuid(), 'other', 'C')`,
    )
    const formerFile = join(folder, 'former.zst')
    await runBackup(settings(former), { file: formerFile, withKey: false })
    await writeFile(formerFile, again(await readFile(formerFile), inVersion1))
    await runRestore(settings(there), { file: formerFile, withoutKey: false })
    await migrate({ connectionString: former, log: () => undefined })
    expect(await contentOf(there)).toEqual(await contentOf(former))
    await rm(formerFile)
  })

  it('is of one moment, while others write', async () => {
    const client = await here.pool.connect()
    const pieces: Buffer[] = []
    try {
      const bytes = readBackup(client, { version: 'x' })
      for (;;) {
        const { value } = await bytes.next()
        if (!value) break
        // A project that is made after the beginning is in no table of the backup.
        if (pieces.push(value) === 1)
          await here.prisma.project.create({ data: { id: uuidv7(), slug: 'made-meanwhile', name: 'L' } })
      }
    } finally {
      client.release()
      await here.pool.query(`delete from "Project" where slug = 'made-meanwhile'`)
    }
    expect(Buffer.concat(pieces).toString()).not.toContain('made-meanwhile')
  })

  it('is readable by its owner alone, takes the place of no file, and leaves no part of one that fails', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await expect(runBackup(settings(here.connectionString), { file, withKey: false })).rejects.toMatchObject({
      code: 'ARGUMENTS_INVALID',
    })
    await expect(
      runBackup(settings(here.connectionString), { file: join(folder, 'no/such'), withKey: false }),
    ).rejects.toMatchObject({
      code: 'ARGUMENTS_INVALID',
    })
    expect(await readdir(folder)).toEqual(['backup.zst'])
  })

  it('FILE-8 says how many objects with contents of files it names, and so does a restore', async () => {
    const other = await createTestDatabase()
    const content = { projectId: uuidv7(), sha256: 'hash', byteCount: 1, objectKey: 'project/hash-1' }
    await other.prisma.fileContent.create({ data: content })
    const named = join(folder, 'named.zst')
    expect(await runBackup(settings(other.connectionString), { file: named, withKey: false })).toContain(
      'It names objects with contents of files (1)',
    )
    expect(await runRestore(settings(there), { file: named, withoutKey: false })).toContain('(1)')
    await Promise.all([rm(named), other.drop()])
  })

  it('has the encryption key only where it was asked for', async () => {
    const withKey = join(folder, 'with-key.zst')
    await runBackup(settings(here.connectionString), { file: withKey, withKey: true })
    const key = tenantsKey.toString('base64')
    expect(zstdDecompressSync(await readFile(withKey)).includes(key)).toBe(true)
    expect(zstdDecompressSync(await readFile(file)).includes(key)).toBe(false)
    await rm(withKey)
  })
})

describe('OPS-7 a restore is refused', () => {
  it('by a database that was used, which stays as it is', async () => {
    const other = await createTestDatabase()
    await other.prisma.project.create({ data: { id: uuidv7(), slug: 'mine', name: 'Mine' } })
    const before = await contentOf(other.connectionString)
    await expect(
      runRestore(settings(other.connectionString), { file, withoutKey: false }),
    ).rejects.toMatchObject({
      code: 'RESTORE_REFUSED',
      message: expect.stringContaining('"Project" has rows'),
    })
    expect(await contentOf(other.connectionString)).toEqual(before)
    await other.drop()
  })

  it('by the schema of a newer version: the migrations after that of the backup change rows too', async () => {
    const newer = await createEmptyDatabase()
    await migrate({ connectionString: newer, log: () => undefined })
    await rowsIn(
      newer,
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'x', '29990101000000_next', now())`,
    )
    await expect(runRestore(settings(newer), { file, withoutKey: false })).rejects.toMatchObject({
      code: 'RESTORE_REFUSED',
      message: expect.stringContaining('29990101000000_next, which the backup does not have'),
    })
  })

  it.each([
    ['without a key', null, 'there is no encryption key here'],
    ['with another key', Buffer.alloc(32, 9), 'the encryption key here is another one'],
  ])('%s, where it has secrets, unless these are given up', async (_, key, reason) => {
    await expect(runRestore(settings(there, key), { file, withoutKey: false })).rejects.toThrow(reason)
    expect(await rowsIn(there, `select 1 from pg_class where relname = 'Run'`)).toEqual([])
    await runRestore(settings(there, key), { file, withoutKey: true })
    expect(await rowsIn(there, 'select count(*)::int from "Secret"')).toEqual([{ count: 1 }])
  })

  const damages: Readonly<Record<string, readonly [(whole: Buffer) => Buffer, string]>> = {
    'was cut off': [(whole) => whole.subarray(0, whole.length - 400), 'cut off'],
    'lost its end, and was compressed again': [
      (whole) => again(whole, (text) => text.slice(0, text.lastIndexOf('{"end"'))),
      'ends too early',
    ],
    'has a flipped bit': [(whole) => flipped(whole), 'damaged'],
    'has something after its end': [
      (whole) => again(whole, (text) => `${text}{}\n`),
      'follows its last line',
    ],
    'is none': [() => Buffer.from('hello'), 'damaged'],
    'is another text': [() => zstdCompressSync('hello\n'), 'does not begin as a backup'],
    'is of a newer format': [
      (whole) => again(whole, (text) => text.replace('"version":2', '"version":3')),
      'format 3',
    ],
    'has a newer schema': [
      (whole) =>
        again(whole, (text) => text.replace('"migrations":[', '"migrations":["29990101000000_later",')),
      '29990101000000_later',
    ],
    'has a table that does not exist': [
      (whole) => again(whole, (text) => text.replace('{"table":"Policy"', '{"table":"Police"')),
      'a table Police',
    ],
    'has rows that are none': [
      (whole) => again(whole, (text) => text.replace('acme project\t', 'acme project')),
      'table Project cannot be read',
    ],
  }
  it.each(Object.entries(damages))(
    'for a file that %s, with nothing written',
    async (_, [damage, reason]) => {
      const damaged = join(folder, 'damaged.zst')
      await writeFile(damaged, damage(await readFile(file)))
      await expect(runRestore(settings(there), { file: damaged, withoutKey: false })).rejects.toThrow(reason)
      const tables = await rowsIn(there, `select 1 from pg_class where relname = 'Project'`)
      if (tables.length > 0) expect(await rowsIn(there, 'select 1 from "Project"')).toEqual([])
      await rm(damaged)
    },
  )

  it('for a file that is not there', async () => {
    await expect(
      runRestore(settings(there), { file: join(folder, 'none'), withoutKey: false }),
    ).rejects.toMatchObject({
      code: 'ARGUMENTS_INVALID',
    })
  })
})

function again(whole: Buffer, edit: (text: string) => string): Buffer {
  return zstdCompressSync(edit(zstdDecompressSync(whole).toString()))
}

/** A backup as 0.1.0 writes it: with the numbers of its sequences and of the rows of each table, and with sums at its end. */
function inVersion1(text: string): string {
  const [header = '', ...lines] = text.replace('"version":2', '"version":1').split('\n').slice(0, -2)
  const sequences = [{ table: 'WebhookDelivery', column: 'number', last: '0' }]
  const body: string[] = [JSON.stringify({ ...JSON.parse(header), sequences })]
  let head = 0
  for (const line of lines) {
    if (line.startsWith('{"table"')) head = body.length
    body.push(line)
    if (line === '\\.') body.push(JSON.stringify({ rows: body.length - head - 2 }))
  }
  const whole = `${body.join('\n')}\n`
  const rows = body.reduce((sum, line) => sum + Number(/^\{"rows":(\d+)\}$/.exec(line)?.[1] ?? 0), 0)
  return `${whole}${JSON.stringify({ end: { rows, sha256: sha256(whole) } })}\n`
}

function flipped(whole: Buffer): Buffer {
  const copy = Buffer.from(whole)
  const at = Math.floor(copy.length / 2)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MigrationPaths, makeMigration, pendingSql } from '../../build/make-migration.ts'

const header = 'datasource db {\n  provider = "postgresql"\n}\n'
const now = new Date('2026-01-02T03:04:05.678Z')

let root: string
let place: MigrationPaths

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rungraph-schema-'))
  place = { schema: join(root, 'schema.prisma'), folder: join(root, 'migrations') }
  await mkdir(place.folder)
})

afterEach(() => rm(root, { recursive: true, force: true }))

test('DUR-3 the first migration makes every table, and later ones hold the difference', async () => {
  await writeFile(place.schema, `${header}model A {\n  id Int @id\n}\n`)
  const first = await makeMigration('init', place, now)
  expect(first).toBe(join(place.folder, '20260102030405_init', 'migration.sql'))
  expect(await readFile(String(first), 'utf8')).toContain('CREATE TABLE "A"')

  await writeFile(place.schema, `${header}model A {\n  id Int @id\n  name String?\n}\n`)
  const second = await makeMigration('name', place, now)
  expect(await readFile(String(second), 'utf8')).toBe(
    '-- AlterTable\nALTER TABLE "A" ADD COLUMN     "name" TEXT;\n',
  )
})

test('DUR-3 a change that no table shows needs no migration', async () => {
  await writeFile(place.schema, `${header}model A {\n  id Int @id\n}\n`)
  await makeMigration('init', place, now)
  await writeFile(place.schema, `${header}/// A comment.\nmodel A {\n  id Int @id\n}\n`)
  expect(await pendingSql(place)).toBeUndefined()
  expect(await makeMigration('comment', place, now)).toBeUndefined()
})

test('DUR-3 the migrations of the project are up to date with its schema', async () => {
  const script = fileURLToPath(new URL('../../build/make-migration.ts', import.meta.url))
  const check = promisify(execFile)(process.execPath, [script, '--check'])
  await expect(check).resolves.toMatchObject({ stderr: '' })
})

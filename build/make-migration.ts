import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import type { DiffTarget, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { isMissing } from '../src/database/data-dir.ts'
import { messageOf } from '../src/domain/errors.ts'

/** Paths of the schema, the migrations, and the copy of the schema at the last migration. */
export interface MigrationPaths {
  readonly schema: string
  readonly folder: string
}

const project: MigrationPaths = {
  schema: fileURLToPath(new URL('../prisma/schema.prisma', import.meta.url)),
  folder: fileURLToPath(new URL('../prisma/migrations/', import.meta.url)),
}

/**
 * Writes the migration that leads from the schema at the last migration to the present one, without a database.
 * Resolves to its path, or to undefined when the tables are the same.
 */
export async function makeMigration(
  name: string,
  at: MigrationPaths,
  now: Date,
): Promise<string | undefined> {
  const sql = await pendingSql(at)
  if (sql === undefined) return undefined
  const time = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const path = join(at.folder, `${time}_${name}`, 'migration.sql')
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, sql)
  await writeFile(copyOf(at), await readFile(at.schema))
  return path
}

/** The SQL that the schema lacks a migration for; undefined when it lacks none. */
export async function pendingSql(at: MigrationPaths): Promise<string | undefined> {
  const from = await readFile(copyOf(at), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  const to = await readFile(at.schema, 'utf8')
  const engine = await loadSchemaEngine()
  try {
    const { stdout } = await engine.diff({
      from: from === undefined ? { tag: 'empty' } : datamodel(from),
      to: datamodel(to),
      script: true,
      exitCode: null,
      // Nothing of the schema is managed elsewhere.
      filters: { externalTables: [], externalEnums: [] },
    })
    return stdout === null || /^\s*(-- This is an empty migration\.)?\s*$/.test(stdout) ? undefined : stdout
  } finally {
    engine.free()
  }
}

function copyOf(at: MigrationPaths): string {
  return join(at.folder, 'schema.prisma')
}

function datamodel(content: string): DiffTarget {
  return { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content }] }
}

/** Prisma's schema engine as WebAssembly, in place of the binary that Prisma downloads. It connects at once. */
async function loadSchemaEngine(): Promise<SchemaEngine> {
  loading ??= load()
  const { SchemaEngine } = await loading
  return SchemaEngine.new(
    { datamodels: undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(noDatabase),
  )
}

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg')

/** Once per process: its module keeps one WebAssembly instance, and engines of two would share memory. */
let loading: Promise<EngineModule> | undefined

/** Node has it; TypeScript declares it among a browser's things only. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>
}

async function load(): Promise<EngineModule> {
  const engine = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'))
  const bytes = await readFile(join(folder, 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': engine })
  engine.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
  return engine
}

const usage = 'Usage: node build/make-migration.ts <name> | --check'

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [name] = positionals
  if (values.check) return checkMigration()
  if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`${usage}\nA name is like_this.`)
  const path = await makeMigration(name, project, new Date())
  console.log(
    path === undefined
      ? 'The tables are as at the last migration.'
      : `Wrote ${path}. Read it before you commit it.`,
  )
}

async function checkMigration(): Promise<void> {
  if ((await pendingSql(project)) === undefined) return
  console.error(
    'prisma/schema.prisma has changes without a migration. Run: node build/make-migration.ts <name>',
  )
  process.exitCode = 1
}

/** Lets Prisma's schema engine compare schema files without a server: it asks for the server's version, and no more. */
const noDatabase: SqlMigrationAwareDriverAdapterFactory = {
  provider: 'postgres',
  adapterName: 'none',
  connect: async () => adapter,
  connectToShadowDb: async () => adapter,
}

const version: SqlResultSet = {
  columnNames: ['exists', 'version', 'numeric_version'],
  columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
  rows: [[true, 'PostgreSQL 18.4', 180_004]],
}

const adapter: SqlDriverAdapter = {
  provider: 'postgres',
  adapterName: 'none',
  queryRaw: async ({ sql }) => (sql.includes('version()') ? version : refuse()),
  executeRaw: refuse,
  executeScript: refuse,
  startTransaction: refuse,
  getConnectionInfo: () => ({ supportsRelationJoins: true }),
  dispose: async () => {},
}

async function refuse(): Promise<never> {
  throw new Error('there is no database to ask')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error: unknown) => {
    console.error(messageOf(error))
    process.exitCode = 1
  })
}

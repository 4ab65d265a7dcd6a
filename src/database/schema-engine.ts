import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'

/** Node has it; TypeScript declares it among a browser's things only. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>
}

/** Prisma's schema engine as WebAssembly, in place of the binary that Prisma downloads. It connects at once. */
export async function loadSchemaEngine(
  adapter: SqlMigrationAwareDriverAdapterFactory,
): Promise<SchemaEngine> {
  loading ??= load()
  const { SchemaEngine } = await loading
  return SchemaEngine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter))
}

/** Once per process: its module keeps one WebAssembly instance, and engines of two would share memory. */
let loading: Promise<EngineModule> | undefined

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg')

async function load(): Promise<EngineModule> {
  const engine = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const bytes = await readFile(wasmFile())
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': importsOf(engine) })
  engine.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
  return engine
}

/** The build puts it beside the compiled program, which needs no packages. */
function wasmFile(): string {
  const isCompiled = extname(import.meta.url) === '.js'
  const folder = isCompiled
    ? import.meta.dirname
    : dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'))
  return join(folder, 'schema_engine_bg.wasm')
}

/** The engine's timer for its lock runs on when the lock is had; it must not keep the process alive for ten seconds. */
function importsOf(engine: EngineModule): Record<string, unknown> {
  const imports = Object.entries<unknown>({ ...engine }).map(([name, value]) => {
    const isTimer = name.startsWith('__wbg_setTimeout')
    return [name, isTimer ? (run: () => void, ms: number) => setTimeout(run, ms).unref() : value] as const
  })
  return Object.fromEntries(imports)
}

/** Nothing of the schema is managed elsewhere. */
export const wholeSchema = { externalTables: [], externalEnums: [] }

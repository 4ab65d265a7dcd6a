import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { compileIfChanged } from '../../build/compile.ts'
import { dataDirAt } from '../../src/database/data-dir.ts'
import { startPrivatePostgres } from '../../src/database/private-postgres.ts'
import { makeTemplate, onServer, relax, superuserAddress } from '../../src/testing/test-server.ts'
import { templateDatabase } from './database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this test run, as `createTestDatabase` takes it. */
    readonly postgres: string
  }
}

/** vitest's global set-up: one server for the whole run, and the program that tests start as a process. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [server] = await Promise.all([startTestServer(), compileIfChanged()])
  project.provide('postgres', server.connectionString)
  return () => server.close()
}

export interface TestServer {
  readonly connectionString: string
  close(): Promise<void>
}

/** A private PostgreSQL in a temporary folder with a migrated template for `createTestDatabase`. */
export async function startTestServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rungraph-test-'))
  const server = await startPrivatePostgres({ dataDir, log: () => {} })
  const connectionString = await superuserAddress(dataDir)
  const close = async () => {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await createTemplate(dataDir, connectionString)
    return { connectionString, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function createTemplate(dataDir: string, connectionString: string): Promise<void> {
  await onServer(connectionString, async (client) => {
    // A connection of a test asks each statement a few times, and most of their time is planning: once each, not once a question.
    await client.query('ALTER SYSTEM SET plan_cache_mode = force_generic_plan')
    // A run makes thousands of connections, and the proof of a password is half the cost of each.
    await writeFile(join(dataDirAt(dataDir).cluster, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
    await relax(client)
    await makeTemplate(client, connectionString, templateDatabase)
  })
}

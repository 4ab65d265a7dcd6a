import type { AppOptions } from '../app/app-options.ts'
import { type App, createApp } from '../app.ts'
import { systemClock } from '../domain/clock.ts'
import { createScripted, type Script } from '../models/scripted.ts'
import { createTestDatabase } from './test-database.ts'
import { createTestRuns, type TestRuns } from './test-run.ts'

/** Options of `createTestApp`: those of `createApp`, except those of a database and a port. */
export interface TestAppOptions
  extends Omit<AppOptions, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'host' | 'port' | 'healthPort'> {
  /** Scripts of the models `scripted/<name>`, by name. Default: none. */
  readonly scripts?: Readonly<Record<string, Script>> | undefined
  /**
   * URL of a PostgreSQL server on which the test makes its database: `postgres://user:password@host:5432/postgres`. The role must be
   * allowed to create databases. Default: the variable `TEST_DATABASE_URL`, and without that a private PostgreSQL.
   */
  readonly server?: string | undefined
}

/** An app for one test, or for the tests of one file. */
export interface TestApp extends App, TestRuns {
  /** Stops the app and removes its database. A test that does not close its app does not end. */
  close(): ReturnType<App['close']>
  /** Closes it: `await using app = await createTestApp()`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Creates and starts an app with an empty database of its own and no port: it executes runs, and serves by `fetch`. The PostgreSQL server
 * is started by the first app and shared by all processes of a project's tests; it stops when the last of them has ended. Models are those
 * of `scripts` and `providers`: without `env`, no key of this machine is read. Close it at the end.
 *
 * ```ts
 * const app = await createTestApp({ agents: [refunds], tools: [refund], scripts: { refunds: sequence({ text: 'Done.' }) } })
 * const run = await app.run('refunds', 'Refund order 7.')
 * await app.close()
 * ```
 * @throws the errors of `createApp`
 */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { scripts = {}, server = process.env.TEST_DATABASE_URL, providers = [], ...others } = options
  const { clock = systemClock } = options
  const database = await createTestDatabase(server)
  let app: App | null = null
  try {
    app = await createApp({
      logLevel: 'silent',
      // A lease lasts by the time of the database, and is renewed by the clock of the app.
      leaseMs: 600_000,
      ...others,
      databaseUrl: database.connectionString,
      port: 0,
      providers: [createScripted({ scripts, chunkDelayMs: 0, clock }), ...providers],
    })
    await app.start({ listen: false })
    return withDatabase(app, database)
  } catch (error) {
    await app?.close()
    await database.drop()
    throw error
  }
}

function withDatabase(app: App, database: Awaited<ReturnType<typeof createTestDatabase>>): TestApp {
  let closing: ReturnType<App['close']> | undefined
  const closeBoth = async () => {
    try {
      return await app.close()
    } finally {
      await database.drop()
    }
  }
  const close = () => (closing ??= closeBoth())
  return {
    ...app,
    ...createTestRuns(app, database),
    // Tests come from this machine, and need no key.
    fetch: (request, context) => app.fetch(request, { remoteAddress: '127.0.0.1', ...context }),
    close,
    [Symbol.asyncDispose]: async () => {
      await close()
    },
  }
}

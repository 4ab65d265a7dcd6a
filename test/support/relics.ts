import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { type Clock, systemClock } from '../../src/domain/clock.ts'
import { isRungraphError } from '../../src/domain/errors.ts'
import type { Json } from '../../src/domain/json.ts'
import { noRedaction } from '../../src/domain/redaction.ts'
import type { RelicCall, RelicKind } from '../../src/domain/relic.ts'
import { createRelicAdministration } from '../../src/engine/commands/save-relic.ts'
import { createAddressGuard } from '../../src/net/address-guard.ts'
import { createRelics, type OpenRelics } from '../../src/relics/relics.ts'
import type { OwnServerRule } from '../../src/relics/sql-guard.ts'
import { ensureProject } from '../../src/store/project-store.ts'
import { createRelicStore } from '../../src/store/relic-store.ts'
import type { TestDatabase } from './database.ts'

export interface NewRelic {
  readonly projectId: string
  readonly name: string
  readonly kind: RelicKind
  readonly settings?: Json
}

/** Saves a relic as callers of the API do, and gives its id. */
export async function saveRelic({ pool }: Pick<TestDatabase, 'pool'>, relic: NewRelic): Promise<string> {
  const store = createRelicStore(pool)
  const services = { store, newId: uuidv7, redactor: noRedaction, relics: { operationsOf: () => [] } }
  const { relicId } = await createRelicAdministration(services).saveRelic({ settings: {}, ...relic })
  return relicId
}

export interface RelicsSetup {
  readonly environment?: Record<string, string | undefined>
  readonly clock?: Clock
  /** Default: 127.0.0.1 may be reached. */
  readonly private?: readonly string[]
  /** Default: other databases of the server of the tests. */
  readonly ownServer?: OwnServerRule
  readonly unsafeRoles?: readonly string[]
}

/** The relics on a real database, as the server puts them together. */
export function openRelics(database: TestDatabase, setup: RelicsSetup = {}): OpenRelics {
  return createRelics({
    store: createRelicStore(database.pool),
    pool: database.pool,
    clock: setup.clock ?? systemClock,
    environment: setup.environment ?? {},
    guardOf: ({ allowPrivate }) =>
      createAddressGuard({ allowPrivate: allowPrivate ? (setup.private ?? ['127.0.0.1']) : [] }),
    ownServer: setup.ownServer ?? 'other-databases',
    unsafeRoles: setup.unsafeRoles ?? [],
  })
}

/** Its slug is by default that of the project whose variables have short names, where there is none yet. */
export async function newProject({ pool }: TestDatabase, wanted?: string): Promise<string> {
  const { rowCount } = await pool.query(`select 1 from "Project" where slug = 'default'`)
  const slug = wanted ?? (rowCount === 0 ? 'default' : `relics-${uuidv7()}`)
  return (await ensureProject(pool, { slug, name: 'Relics', newId: uuidv7 })).id
}

/** One call of a relic, `cache.get`. */
export function callOf(
  projectId: string,
  target: string,
  parameters: Json,
  more: Partial<RelicCall> = {},
): RelicCall {
  const [relic = '', operation = ''] = target.split('.')
  const signal = new AbortController().signal
  return { projectId, relic, operation, parameters, idempotencyKey: 'run/1/act', signal, ...more }
}

/** The coded error that a call ends in, and all that could be logged of it. */
export async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error('It did not fail.'),
    (thrown: unknown) => thrown,
  )
  if (!isRungraphError(error)) throw error
  return { code: error.code, message: error.message, error }
}

/** Does something on a server of its own accord. */
export async function onDatabase<Row extends pg.QueryResultRow>(
  connectionString: string,
  sql: string,
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

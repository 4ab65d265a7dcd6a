import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { type Database, openDatabase } from '../../src/database/connect.ts'
import { dataDirAt } from '../../src/database/data-dir.ts'
import { migrate } from '../../src/database/migrate.ts'
import { readPostmasterFile } from '../../src/database/postmaster-file.ts'
import { startPrivatePostgres } from '../../src/database/private-postgres.ts'
import { defineAgent } from '../../src/domain/defined-agent.ts'
import { createAgentStore } from '../../src/store/definition-store.ts'
import { ensureProject } from '../../src/store/project-store.ts'
import { superuserAddress } from '../../src/testing/test-server.ts'
import { withDatabase } from '../support/database.ts'

/** A private PostgreSQL of its own that writes to disk as in production, with a past. */
export interface BenchDatabase extends Database {
  readonly projectId: string
  readonly agentId: string
  /** The server's first process; all others of it are below. */
  readonly serverPid: number
  /** As the server tells it: `18.4`. */
  readonly serverVersion: string
  /** Makes an empty database on the server, and gives its address. */
  createDatabase(): Promise<string>
}

const closeWithinMs = 3_000

/** `pastRuns`: so many finished runs lie in the database. An empty table's plans are not those of a used one. */
export async function openBenchDatabase({ pastRuns = 10_000 } = {}): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rungraph-bench-'))
  const closers = [() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 })]
  const close = async () => {
    for (const end of closers.toReversed()) await end()
  }
  try {
    const server = await startPrivatePostgres({ dataDir, log: () => undefined })
    closers.push(() => server.close())
    const { connectionString } = server
    await migrate({ connectionString, log: () => undefined })
    const database = await openDatabase(connectionString)
    // A work that was ended early may hold connections. They end with the server.
    closers.push(() => Promise.race([database.close(), delay(closeWithinMs, undefined, { ref: false })]))
    return { ...(await withPast(database, { dataDir, pastRuns })), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function withPast(
  database: Database,
  { dataDir, pastRuns }: { readonly dataDir: string; readonly pastRuns: number },
): Promise<BenchDatabase> {
  const { pool } = database
  const project = await ensureProject(pool, { slug: 'default', name: 'Default', newId: uuidv7 })
  const agentId = uuidv7()
  const agent = defineAgent({ slug: 'past', name: 'Past', model: 'scripted/past' })
  await createAgentStore(pool).insert({ projectId: project.id, id: agentId, ...agent })
  await insertRuns(pool, { projectId: project.id, agentId, count: pastRuns, status: 'COMPLETED' })
  await pool.query('vacuum analyze "Run"')
  const superuser = await superuserAddress(dataDir)
  let databases = 0
  const createDatabase = async () => {
    const name = `bench_${databases++}`
    const admin = new pg.Client({ connectionString: superuser })
    await admin.connect()
    await admin.query(`create database ${name}`)
    await admin.end()
    return withDatabase(superuser, name)
  }
  const serverPid = (await readPostmasterFile(dataDirAt(dataDir)))?.pid ?? 0
  const serverVersion = await durableVersion(pool)
  const ids = { projectId: project.id, agentId }
  return { ...database, ...ids, serverPid, serverVersion, createDatabase }
}

/** @throws where the server would not wait for its disk: such figures are of another work */
async function durableVersion(pool: pg.Pool): Promise<string> {
  const settings = ['server_version', 'fsync', 'synchronous_commit', 'full_page_writes']
  const shown = settings.map((name) => `current_setting('${name}') as ${name}`).join(', ')
  const { rows } = await pool.query<Record<string, string>>(`select ${shown}`)
  const [{ server_version = '', ...durability } = {}] = rows
  const isDurable = Object.values(durability).every((value) => value === 'on')
  if (!isDurable) throw new Error(`The server does not wait for its disk: ${JSON.stringify(durability)}`)
  return server_version.split(' ')[0] ?? ''
}

/** Runs as if a worker had claimed them once; gives their ids. */
export async function insertRuns(
  pool: pg.Pool,
  runs: {
    readonly projectId: string
    readonly agentId: string
    readonly count: number
    readonly status: string
  },
): Promise<readonly string[]> {
  const ids = Array.from({ length: runs.count }, () => uuidv7())
  await pool.query(
    `insert into "Run" (id, "projectId", "agentId", "agentVersion", "rootId", input, "effectiveLimits", status, epoch)
     select id, $2, $3, 1, id, 'Do it.', '{}', $4::"RunStatus", 1 from unnest($1::uuid[]) id`,
    [ids, runs.projectId, runs.agentId, runs.status],
  )
  return ids
}

/** The agent that the past runs are of, for a process that was given no more than the database. */
export async function pastAgent(pool: pg.Pool): Promise<Pick<BenchDatabase, 'projectId' | 'agentId'>> {
  const { rows } = await pool.query<Pick<BenchDatabase, 'projectId' | 'agentId'>>(
    `select "projectId", id as "agentId" from "Agent" where slug = 'past'`,
  )
  if (!rows[0]) throw new Error('There is no agent with the slug past.')
  return rows[0]
}

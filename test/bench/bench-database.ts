import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { type Database, openDatabase } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/migrate.ts'
import { startPrivatePostgres } from '../../src/database/private-postgres.ts'
import { defineAgent } from '../../src/domain/agent.ts'
import { createAgentStore } from '../../src/store/agent-store.ts'
import { ensureProject } from '../../src/store/project-store.ts'

/** A private PostgreSQL of its own that writes to disk as in production, with a past. */
export interface BenchDatabase extends Database {
  readonly projectId: string
  readonly agentId: string
}

/** `pastRuns`: so many finished runs lie in the database. An empty table's plans are not those of a used one. */
export async function openBenchDatabase({ pastRuns = 10_000 } = {}): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rungraph-bench-'))
  const server = await startPrivatePostgres({ dataDir, log: () => undefined })
  const { connectionString } = server
  await migrate({ connectionString, log: () => undefined })
  const database = await openDatabase(connectionString)
  const close = async () => {
    await database.close()
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  const { pool } = database
  const project = await ensureProject(pool, { slug: 'bench', name: 'Bench', newId: uuidv7 })
  const agentId = uuidv7()
  const agent = defineAgent('past', { name: 'Past', model: 'scripted/past' })
  await createAgentStore(pool).insert({ projectId: project.id, id: agentId, ...agent })
  await insertRuns(pool, { projectId: project.id, agentId, count: pastRuns, status: 'COMPLETED' })
  await pool.query('vacuum analyze "Run"')
  return { ...database, close, projectId: project.id, agentId }
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

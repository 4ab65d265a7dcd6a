import type pg from 'pg'
import type { NewApiKey } from '../domain/api-key.ts'
import type { ProjectSettings } from '../domain/project.ts'
import { inTransaction } from '../sql/transaction.ts'
import { insertKey } from './api-key-store.ts'

/** The project of that slug, made where there is none. Safe in several processes at once. */
export async function ensureProject(
  pool: Pick<pg.Pool | pg.PoolClient, 'query'>,
  project: { readonly slug: string; readonly name: string; readonly newId: () => string },
): Promise<{ readonly id: string; readonly slug: string }> {
  await pool.query(
    `insert into "Project" (id, slug, name) values ($1, $2, $3) on conflict (slug) do nothing`,
    [project.newId(), project.slug, project.name],
  )
  const found = await findProject(pool, project.slug)
  if (!found) throw new Error(`Project ${project.slug} was neither inserted nor found.`)
  return found
}

/** The project of a slug; `null` where there is none. */
export async function findProject(
  pool: Pick<pg.Pool | pg.PoolClient, 'query'>,
  slug: string,
): Promise<{ readonly id: string; readonly slug: string } | null> {
  const { rows } = await pool.query<{ id: string; slug: string }>(
    `select id, slug from "Project" where slug = $1`,
    [slug],
  )
  return rows[0] ?? null
}

/** The rows of projects, in PostgreSQL. */
export function createProjectStore(pool: pg.Pool) {
  return {
    /** Inserts a project with its first key; false where the slug is taken. */
    insert: (project: NewProject, key: NewApiKey): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        const inserted = await insertProject(client, project)
        if (inserted) await insertKey(client, key)
        return inserted
      }),
  }
}

interface NewProject {
  readonly id: string
  readonly slug: string
  readonly settings: ProjectSettings
}

async function insertProject(client: pg.PoolClient, project: NewProject): Promise<boolean> {
  const columns = Object.entries(columnsOf(project)).filter(([, value]) => value !== undefined)
  const names = columns.map(([name]) => `"${name}"`).join(', ')
  const places = columns.map((_, index) => `$${index + 1}`).join(', ')
  const { rowCount } = await client.query(
    `insert into "Project" (${names}) values (${places}) on conflict (slug) do nothing`,
    columns.map(([, value]) => value),
  )
  return rowCount === 1
}

/** A setting that is left out has its default; `null` means no limit. */
function columnsOf({ id, slug, settings }: NewProject) {
  const { name = slug, maxConcurrentRuns, maxCostUsdPerDay, maxTokensPerDay, defaultPermission } = settings
  const { maxSteps, timeoutMs, maxCostUsd, maxTokens } = settings.defaultLimits ?? {}
  return {
    ...{ id, slug, name, maxConcurrentRuns, maxCostUsdPerDay, maxTokensPerDay, defaultPermission },
    ...{ maxFileBytes: settings.maxFileBytes, maxStoredFileBytes: settings.maxStoredFileBytes },
    defaultMaxSteps: maxSteps,
    defaultTimeoutMs: timeoutMs,
    defaultMaxCostUsd: maxCostUsd,
    defaultMaxTokens: maxTokens,
  }
}

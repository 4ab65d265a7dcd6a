import type pg from 'pg'
import type { FoundRelic, RelicStore, SavedRelic, StoredRelic } from '../domain/relic.ts'
import { removeRow } from './remove-row.ts'

/** The rows of relics, in PostgreSQL. */
export function createRelicStore(pool: pg.Pool): RelicStore {
  return {
    find: async (projectId, names) => {
      const { rows } = await pool.query<FoundRelic>(findStatement, [projectId, names])
      return rows
    },
    projectSlug: async (projectId) => {
      const { rows } = await pool.query<{ slug: string }>(slugStatement, [projectId])
      return rows[0]?.slug ?? ''
    },
    names: async (projectId) => {
      const { rows } = await pool.query<{ name: string }>(namesStatement, [projectId])
      return rows.map(({ name }) => name)
    },
    save: (relic, { replaces }) => save(pool, relic, replaces ? replaceStatement : insertStatement),
    delete: async (projectId, id) => (await removeRow(pool, relicRows, { projectId, id })).kind === 'removed',
  }
}

const relicRows = { table: 'Relic', parts: { RelicEntry: 'relicId' } } as const

const uniqueViolation = '23505'

async function save(pool: pg.Pool, relic: StoredRelic, statement: string): Promise<SavedRelic> {
  const { id, projectId, name, kind, settings } = relic
  try {
    const values = [id, projectId, name, kind, JSON.stringify(settings)]
    const { rowCount } = await pool.query(statement, values)
    return { kind: rowCount === 1 ? 'saved' : 'missing' }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return { kind: 'taken' }
    throw error
  }
}

const findStatement = `
select r.id, r."projectId", r.name, r.kind, r.settings, p.slug as "projectSlug"
from "Relic" r join "Project" p on p.id = r."projectId"
where r."projectId" = $1 and r.name = any($2::text[])`

const slugStatement = 'select slug from "Project" where id = $1'

const namesStatement = 'select name from "Relic" where "projectId" = $1 order by name limit 50'

const insertStatement = `
insert into "Relic" (id, "projectId", name, kind, settings) values ($1, $2, $3, $4::"RelicKind", $5::jsonb)`

const replaceStatement = `
update "Relic" set name = $3, settings = $5::jsonb
where id = $1 and "projectId" = $2 and kind = $4::"RelicKind"`

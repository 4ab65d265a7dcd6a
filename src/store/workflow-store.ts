import type pg from 'pg'
import type { Authored } from '../domain/agent-store.ts'
import type { ObjectKey } from '../domain/object-key.ts'
import { type WorkflowStore, type WorkflowVersion, workflowDefinition } from '../domain/workflow.ts'
import { inTransaction } from '../sql/transaction.ts'
import { removeDefinition } from './remove-definition.ts'

/** The rows of workflows and their immutable versions, in PostgreSQL. */
export function createWorkflowStore(pool: pg.Pool): WorkflowStore {
  return {
    find: (projectId, key, version) => find(pool, projectId, key, version),

    findArchived: async (projectId, key) => {
      const column = 'id' in key ? 'id' : 'slug'
      const { rows } = await pool.query<{ slug: string }>(
        `select slug from "Workflow" where "projectId" = $1 and ${column} = $2 and "archivedAt" is not null`,
        [projectId, 'id' in key ? key.id : key.slug],
      )
      return rows[0]?.slug ?? null
    },

    insert: (projectId, workflow) =>
      inTransaction(pool, async (client) => {
        const { name, description } = workflow.definition
        const { rowCount } = await client.query(
          `insert into "Workflow" (id, "projectId", slug, name, description, version, "createdAt", "updatedAt")
           values ($1, $2, $3, $4, $5, 1, clock_timestamp(), clock_timestamp()) on conflict ("projectId", slug) do nothing`,
          [workflow.workflowId, projectId, workflow.slug, name, description],
        )
        if (rowCount === 0) return false
        await insertVersion(client, projectId, { ...workflow, version: 1 })
        return true
      }),

    addVersion: (projectId, workflow) =>
      inTransaction(pool, async (client) => {
        const { name, description } = workflow.definition
        // Versions that came with imported runs may be ahead of the newest.
        const { rows } = await client.query<{ version: number }>(
          `update "Workflow" w set name = $4, description = $5, "updatedAt" = clock_timestamp(),
             version = (select 1 + greatest(w.version, max(v.version)) from "WorkflowVersion" v where v."workflowId" = w.id)
           where "projectId" = $1 and id = $2 and version = $3 and "archivedAt" is null returning version`,
          [projectId, workflow.workflowId, workflow.version, name, description],
        )
        if (!rows[0]) return false
        await insertVersion(client, projectId, { ...workflow, version: rows[0].version })
        return true
      }),

    setArchived: async (projectId, workflowId, isArchived) => {
      const { rowCount } = await pool.query(
        `update "Workflow" set "archivedAt" = case when $3 then coalesce("archivedAt", clock_timestamp()) end
         where "projectId" = $1 and id = $2`,
        [projectId, workflowId, isArchived],
      )
      return rowCount === 1
    },

    remove: (projectId, workflowId) => removeDefinition(pool, 'Workflow', { projectId, id: workflowId }),
  }
}

async function find(
  pool: pg.Pool,
  projectId: string,
  key: ObjectKey,
  version?: number,
): Promise<WorkflowVersion | null> {
  const column = 'id' in key ? 'id' : 'slug'
  const { rows } = await pool.query<Omit<WorkflowVersion, 'definition'> & { readonly definition: unknown }>(
    `select w.id as "workflowId", w.slug, v.version, v.definition from "Workflow" w
     join "WorkflowVersion" v on v."workflowId" = w.id and v.version = coalesce($3, w.version)
     where w."projectId" = $1 and w.${column} = $2 and w."archivedAt" is null`,
    [projectId, 'id' in key ? key.id : key.slug, version ?? null],
  )
  const [row] = rows
  return row ? { ...row, definition: workflowDefinition.parse(row.definition) } : null
}

async function insertVersion(
  client: pg.PoolClient,
  projectId: string,
  { workflowId, version, definition, createdBy }: WorkflowVersion & Authored,
): Promise<void> {
  await client.query(
    `insert into "WorkflowVersion" ("workflowId", version, "projectId", definition, "createdBy", "createdAt")
     values ($1, $2, $3, $4, $5, clock_timestamp())`,
    [workflowId, version, projectId, JSON.stringify(definition), createdBy ?? null],
  )
}

import type pg from 'pg'
import { type AgentSource, type AgentVersion, agentDefinition } from '../domain/agent.ts'
import type { AgentStore, Authored } from '../domain/agent-store.ts'
import type { DefaultLimits } from '../domain/limits.ts'
import { inTransaction } from '../sql/transaction.ts'
import { removeDefinition } from './remove-definition.ts'

/** The rows of agents and their immutable versions, in PostgreSQL. */
export function createAgentStore(pool: pg.Pool): AgentStore {
  return {
    find: async (projectId, key) => {
      const column = 'id' in key ? 'id' : 'slug'
      const { rows } = await pool.query<{
        agentId: string
        slug: string
        version: number
        source: AgentSource
        definition: unknown
        projectLimits: DefaultLimits
      }>({
        name: `rungraph-agent-by-${column}`,
        text: `select a.id as "agentId", a.slug, a.version, a.source, v.definition, jsonb_build_object(
           'maxSteps', p."defaultMaxSteps", 'timeoutMs', p."defaultTimeoutMs",
           'maxCostUsd', trim_scale(p."defaultMaxCostUsd")::text, 'maxTokens', p."defaultMaxTokens") as "projectLimits"
         from "Agent" a
         join "AgentVersion" v on v."agentId" = a.id and v.version = a.version
         join "Project" p on p.id = a."projectId"
         where a."projectId" = $1 and a.${column} = $2 and a."archivedAt" is null`,
        values: [projectId, 'id' in key ? key.id : key.slug],
      })
      const [row] = rows
      return row ? { ...row, definition: agentDefinition.parse(row.definition) } : null
    },

    findArchived: async (projectId, key) => {
      const column = 'id' in key ? 'id' : 'slug'
      const { rows } = await pool.query<{ slug: string }>(
        `select slug from "Agent" where "projectId" = $1 and ${column} = $2 and "archivedAt" is not null`,
        [projectId, 'id' in key ? key.id : key.slug],
      )
      return rows[0]?.slug ?? null
    },

    findVersion: async (projectId, agentId, version) => {
      const { rows } = await pool.query<{ definition: unknown }>(
        `select definition from "AgentVersion" where "agentId" = $1 and version = $2 and "projectId" = $3`,
        [agentId, version, projectId],
      )
      const [row] = rows
      return row ? agentDefinition.parse(row.definition) : null
    },

    insert: (agent) =>
      inTransaction(pool, async (client) => {
        const { name, description } = agent.definition
        const { rowCount } = await client.query(
          `insert into "Agent" (id, "projectId", slug, name, description, version, "updatedAt")
           values ($1, $2, $3, $4, $5, 1, now()) on conflict ("projectId", slug) do nothing`,
          [agent.id, agent.projectId, agent.slug, name, description],
        )
        if (rowCount === 0) return false
        await insertVersion(client, agent.projectId, { ...agent, agentId: agent.id, version: 1 })
        return true
      }),

    addVersion: (projectId, agent) =>
      inTransaction(pool, async (client) => {
        const { name, description } = agent.definition
        // Versions that came with imported runs may be ahead of the newest.
        const { rows } = await client.query<{ version: number }>(
          `update "Agent" a set name = $4, description = $5, "updatedAt" = now(),
             version = (select 1 + greatest(a.version, max(v.version)) from "AgentVersion" v where v."agentId" = a.id)
           where "projectId" = $1 and id = $2 and version = $3 and "archivedAt" is null returning version`,
          [projectId, agent.agentId, agent.version, name, description],
        )
        if (!rows[0]) return false
        await insertVersion(client, projectId, { ...agent, version: rows[0].version })
        return true
      }),

    setArchived: async (projectId, agentId, isArchived) => {
      // An agent that code has released belongs to the caller that restores it.
      const { rowCount } = await pool.query(
        `update "Agent" set "archivedAt" = case when $3 then coalesce("archivedAt", clock_timestamp()) end,
           source = case when not $3 and "archivedAt" is not null then 'API' else source end
         where "projectId" = $1 and id = $2`,
        [projectId, agentId, isArchived],
      )
      return rowCount === 1
    },

    remove: (projectId, agentId) => removeDefinition(pool, 'Agent', { projectId, id: agentId }),

    count: async (projectId) => {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int as count from "Agent" where "projectId" = $1`,
        [projectId],
      )
      return rows[0]?.count ?? 0
    },
  }
}

/** Writes a version of an agent. */
export async function insertVersion(
  client: pg.PoolClient,
  projectId: string,
  { agentId, version, definition, createdBy }: AgentVersion & Authored,
): Promise<void> {
  await client.query(
    `insert into "AgentVersion" ("agentId", version, "projectId", definition, "createdBy") values ($1, $2, $3, $4, $5)`,
    [agentId, version, projectId, JSON.stringify(definition), createdBy ?? null],
  )
}

import type { VersionKey, VersionReads } from '../../domain/reads.ts'
import { maxInteger } from '../../domain/row-list.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

/** Reads the numbers of versions of many agents or workflows, and the versions before them, with one statement each. */
export function createVersionPages(prisma: PrismaClient): VersionReads {
  return {
    versionPages: async ({ projectId, of }, ids, { limit, backward, after, before }) => {
      const { table, owner } = columns[of]
      // The newest comes first: after a version are the older ones.
      const direction = backward ? 'asc' : 'desc'
      const isInPage = Prisma.sql`version < ${after ?? maxInteger} and version > ${before ?? 0}`
      const rows = await prisma.$queryRaw<VersionKey[]>`
        select keys.id, v.version from unnest(${[...new Set(ids)]}::uuid[]) as keys(id)
        cross join lateral (
          select version from ${table} where ${owner} = keys.id and "projectId" = ${projectId}::uuid and ${isInPage}
          order by version ${Prisma.raw(direction)} limit ${limit}
        ) v order by v.version desc`
      const found = Map.groupBy(rows, ({ id }) => id)
      return ids.map((id) => (found.get(id) ?? []).map(({ version }) => version))
    },

    toolAgents: async (projectId, tools, limit) => {
      const rows = await prisma.$queryRaw<{ tool: string; id: string }[]>`
        select tool, id from (
          select e.tool, a.id, a.slug, row_number() over (partition by e.tool order by a.slug) as place
          from "Agent" a join "AgentVersion" v on v."agentId" = a.id and v.version = a.version
          cross join json_array_elements_text(v.definition->'tools') as e(tool)
          where a."projectId" = ${projectId}::uuid and a."archivedAt" is null and e.tool = any(${[...new Set(tools)]})
        ) found where place <= ${limit} order by slug`
      const found = Map.groupBy(rows, ({ tool }) => tool)
      return tools.map((tool) => (found.get(tool) ?? []).map(({ id }) => id))
    },

    versionCounts: async ({ projectId, of }, ids) => {
      const { table, owner } = columns[of]
      const rows = await prisma.$queryRaw<{ id: string; count: number }[]>`
        select ${owner} as id, count(*)::int as count from ${table}
        where ${owner} = any(${[...new Set(ids)]}::uuid[]) and "projectId" = ${projectId}::uuid group by 1`
      const found = new Map(rows.map(({ id, count }) => [id, count]))
      return ids.map((id) => found.get(id) ?? 0)
    },

    earlierDefinitions: async ({ projectId, of }, keys) => {
      const { table, owner } = columns[of]
      const rows = await prisma.$queryRaw<{ index: number; definition: unknown }[]>`
        select keys.index::int as index, v.definition
        from unnest(${keys.map(({ id }) => id)}::uuid[], ${keys.map(({ version }) => version)}::int[])
          with ordinality as keys(id, version, index)
        cross join lateral (
          select definition from ${table} where ${owner} = keys.id and "projectId" = ${projectId}::uuid and version < keys.version
          order by version desc limit 1
        ) v`
      const found = new Map(rows.map(({ index, definition }) => [index, definition]))
      return keys.map((_, index) => found.get(index + 1) ?? null)
    },
  }
}

const columns = {
  AGENT: { table: Prisma.sql`"AgentVersion"`, owner: Prisma.sql`"agentId"` },
  WORKFLOW: { table: Prisma.sql`"WorkflowVersion"`, owner: Prisma.sql`"workflowId"` },
} as const

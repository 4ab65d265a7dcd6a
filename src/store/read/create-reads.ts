import type pg from 'pg'
import type { Reads } from '../../domain/reads.ts'
import { maxEventGates } from '../../domain/received-event.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { bringUpProject, createBringUpTo } from '../../log/project/project-rows.ts'
import { toCondition } from './conditions.ts'
import { createItemReads } from './evaluation-items.ts'
import { createEventPages } from './event-pages.ts'
import { createMessagePages } from './message-pages.ts'
import { createQueueReads } from './queue.ts'
import { createRelicEntryReads } from './relic-entries.ts'
import { createDigestReads } from './run-digests.ts'
import { createSessionReads } from './sessions.ts'
import { countRows, readRows, readRowsById, readSlices } from './slices.ts'
import { createStatisticsReads } from './statistics.ts'
import { createTagReads } from './tags.ts'
import { createScopeReads } from './token-scope.ts'
import { createUsageReads } from './usage.ts'
import { createVersionPages } from './version-pages.ts'

interface Sources {
  readonly prisma: PrismaClient
  readonly pool: pg.Pool
}

/** The reads of the API, by Prisma and, where many rows are read, by the driver below it. */
export function createReads({ prisma, pool }: Sources): Reads {
  return {
    ...createEventPages({ prisma, pool }),
    ...createMessagePages(prisma),
    ...createRelicEntryReads(prisma),
    ...createVersionPages(prisma),
    ...createSessionReads(prisma),
    ...createUsageReads({ prisma, pool }),
    ...createStatisticsReads(prisma),
    ...createDigestReads(prisma),
    ...createItemReads(prisma),
    ...createQueueReads(prisma),
    ...createScopeReads(prisma),
    ...createTagReads(pool),
    ping: async () => {
      const { rows } = await pool.query<{ takesWrites: boolean }>(
        `select not current_setting('transaction_read_only')::bool as "takesWrites"`,
      )
      return { takesWrites: rows[0]?.takesWrites ?? false }
    },
    bringUp: async (projectId) => void (await bringUpProject(pool, projectId)),
    bringUpTo: createBringUpTo(pool),
    slices: (list, parents, slice) => readSlices(prisma, list, parents, slice),
    rows: (of, parents, slice) => readRows(pool, of, parents, slice),
    rowsById: (table, columns, ids) => readRowsById(pool, table, columns, ids),
    rowCounts: (list, parents) => countRows(prisma, list, parents),
    isKept: async ({ table, id }, filter) => {
      const rows = table === 'Run' ? Prisma.sql`"Run" t` : Prisma.sql`"Gate" t`
      const kept = await prisma.$queryRaw<
        unknown[]
      >`select 1 from ${rows} where t.id = ${id}::uuid and ${toCondition(filter)}`
      return kept.length === 1
    },

    meanRatings: async (projectId, runIds) => {
      const rows = await prisma.rating.groupBy({
        by: ['runId'],
        where: { projectId, runId: { in: [...new Set(runIds)] } },
        _avg: { score: true },
      })
      const means = new Map(rows.map(({ runId, _avg }) => [runId, _avg.score]))
      return runIds.map((id) => means.get(id) ?? null)
    },

    /** Each event has a limit of its own, so that none takes the gates of another. */
    gatesOfEvents: async (projectId, eventIds) => {
      const rows = await prisma.$queryRaw<{ readonly ids: readonly string[] }[]>`
        select array(
          select g.id::text from "Gate" g
          where g.kind = 'EVENT' and g."resolvedBy" = 'event:' || keys.id and g."projectId" = ${projectId}::uuid
          order by g."createdAt", g.id limit ${maxEventGates}
        ) as ids
        from unnest(${eventIds}::text[]) with ordinality as keys(id, n) order by keys.n`
      return rows.map(({ ids }) => ids)
    },
  }
}

import type pg from 'pg'
import type { Reads } from '../../domain/reads.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { bringUpProject, createBringUpTo } from '../../log/project/project-rows.ts'
import { toCondition } from './conditions.ts'
import { createItemReads } from './evaluation-items.ts'
import { createEventGateReads } from './event-gates.ts'
import { createEventPages } from './event-pages.ts'
import { createMessagePages } from './message-pages.ts'
import { createQueueReads } from './queue.ts'
import { createRatingReads } from './ratings.ts'
import { createRelicEntryReads } from './relic-entries.ts'
import { createDigestReads } from './run-digests.ts'
import { createSessionReads } from './sessions.ts'
import { countRows, readRows, readRowsById, readSlices } from './slices.ts'
import { createStatisticsReads } from './statistics.ts'
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
    ...createRatingReads(prisma),
    ...createEventGateReads(prisma),
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
  }
}

import type { Reads } from '../../domain/reads.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'

/** Reads what was said of runs. */
export function createRatingReads(prisma: PrismaClient): Pick<Reads, 'meanRatings'> {
  return {
    meanRatings: async (projectId, runIds) => {
      const rows = await prisma.rating.groupBy({
        by: ['runId'],
        where: { projectId, runId: { in: [...new Set(runIds)] } },
        _avg: { score: true },
      })
      const means = new Map(rows.map(({ runId, _avg }) => [runId, _avg.score]))
      return runIds.map((id) => means.get(id) ?? null)
    },
  }
}

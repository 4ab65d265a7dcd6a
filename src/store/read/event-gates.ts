import type { Reads } from '../../domain/reads.ts'
import { maxEventGates } from '../../domain/received-event.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'

/** Reads what events of the world continued. Each event has a limit of its own, so that none takes the gates of another. */
export function createEventGateReads(prisma: PrismaClient): Pick<Reads, 'gatesOfEvents'> {
  return {
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

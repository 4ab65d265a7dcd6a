import { Prisma } from '../generated/prisma/client.ts'
import type { Scope } from './scope.ts'

/** Whether these runs were given a plan by their callers, by id and in their order. */
export async function readPlannedRuns(
  { prisma, projectId }: Scope,
  runIds: readonly string[],
): Promise<readonly boolean[]> {
  const rows = await prisma.run.findMany({
    where: { projectId, id: { in: [...new Set(runIds)] }, plan: { not: Prisma.DbNull } },
    select: { id: true },
  })
  const planned = new Set(rows.map(({ id }) => id))
  return runIds.map((id) => planned.has(id))
}

import { Prisma } from '../generated/prisma/client.ts'
import type { Scope } from './scope.ts'

/** Who wrote the first plan of these runs, by id and in their order. */
export async function readPlannedRuns(
  { prisma, projectId }: Scope,
  runIds: readonly string[],
): Promise<readonly ('MODEL' | 'CALLER' | 'WORKFLOW')[]> {
  const rows = await prisma.run.findMany({
    where: { projectId, id: { in: [...new Set(runIds)] }, plan: { not: Prisma.DbNull } },
    select: { id: true, workflowId: true },
  })
  const sources = new Map(
    rows.map(({ id, workflowId }) => [id, workflowId === null ? 'CALLER' : 'WORKFLOW'] as const),
  )
  return runIds.map((id) => sources.get(id) ?? 'MODEL')
}

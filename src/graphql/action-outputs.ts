import type { Scope } from './scope.ts'

/** What these actions gave, by their ids and in their order; `null` where there is nothing. */
export async function readOutputs(
  { prisma, projectId }: Scope,
  ids: readonly string[],
): Promise<readonly unknown[]> {
  const rows = await prisma.action.findMany({
    where: { projectId, id: { in: [...new Set(ids)] } },
    select: { id: true, output: true },
  })
  const outputs = new Map(rows.map((row) => [row.id, row.output]))
  return ids.map((id) => outputs.get(id) ?? null)
}

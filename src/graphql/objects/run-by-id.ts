import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import type { GraphQLContext } from '../context.ts'

/** A run that a row names without a foreign key: `null` where retention removed it. Those of all rows of a list are read together. */
export async function findStoredRun(
  runId: string | null,
  ctx: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<{ readonly id: string } | null> {
  return runId === null ? null : ((await findStoredRuns([runId], ctx, info))[0] ?? null)
}

/** The same for several runs, without those that were removed. */
export async function findStoredRuns(
  runIds: readonly string[],
  ctx: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<readonly { readonly id: string }[]> {
  const { select } = queryFromInfo({ context: ctx, info, select: { id: true } })
  const loader = ctx.loaders.ofField<string, { readonly id: string } | null>(info, 'row', async (ids) => {
    const where = { id: { in: [...new Set(ids)] }, projectId: ctx.project.id }
    const rows = new Map((await ctx.prisma.run.findMany({ select, where })).map((row) => [row.id, row]))
    return ids.map((id) => rows.get(id) ?? null)
  })
  const found = await Promise.all(runIds.map((id) => loader.load(id)))
  return found.filter((run) => run !== null)
}

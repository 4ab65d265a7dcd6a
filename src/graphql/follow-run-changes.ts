import type { Prisma } from '../generated/prisma/client.ts'
import type { GraphQLContext } from './context.ts'
import { releasable } from './releasable.ts'
import { type RunFilter, toCondition } from './run-list.ts'

/** A run that was made, or whose status changed. */
interface ChangedRun {
  readonly id: string
}

/**
 * The runs of the caller's project as they are made and as their status changes, from now on, that a filter keeps as they are then.
 * Pulled one by one: nothing is held for a slow reader.
 */
export async function followRunChanges(
  ctx: GraphQLContext,
  filter: RunFilter | null,
): Promise<AsyncIterableIterator<ChangedRun>> {
  const condition = filter && toCondition(ctx, filter)
  return releasable(ctx.signal, async (signal) =>
    changes(ctx, await ctx.log.followRuns(ctx.project.id, { signal }), condition),
  )
}

async function* changes(
  ctx: GraphQLContext,
  runs: AsyncGenerator<{ readonly runId: string }, void, void>,
  condition: Prisma.Sql | null,
): AsyncGenerator<ChangedRun, void, void> {
  for await (const { runId: id } of runs)
    if (condition === null || (await isKept(ctx, id, condition))) yield { id }
}

async function isKept({ prisma }: GraphQLContext, id: string, condition: Prisma.Sql): Promise<boolean> {
  const kept = await prisma.$queryRaw<
    unknown[]
  >`select 1 from "Run" t where t.id = ${id}::uuid and ${condition}`
  return kept.length === 1
}

import type { GraphQLResolveInfo } from 'graphql'
import type { GraphQLContext } from '../context.ts'
import { loadRow } from '../row-object.ts'

/** A run that a row names without a foreign key: `null` where retention removed it. Those of all rows of a list are read together. */
export async function findStoredRun(
  runId: string | null,
  ctx: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<{ readonly id: string } | null> {
  return runId === null ? null : loadRow('Run', runId, { ctx, info })
}

/** The same for several runs, without those that were removed. */
export async function findStoredRuns(
  runIds: readonly string[],
  ctx: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<readonly { readonly id: string }[]> {
  const found = await Promise.all(runIds.map((id) => loadRow('Run', id, { ctx, info })))
  return found.filter((run) => run !== null)
}

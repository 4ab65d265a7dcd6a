import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import type { GraphQLContext } from './context.ts'

/** The run that a mutation answers with, with what the operation selects of it. */
export function findRun({ runId }: { runId: string }, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  const { select } = queryFromInfo({ context: ctx, info, typeName: 'Run', select: { id: true } })
  return ctx.prisma.run.findUniqueOrThrow({ select, where: { id: runId, projectId: ctx.project.id } })
}

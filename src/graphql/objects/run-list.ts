import { Prisma, type RunStatus, type TerminationReason } from '../../generated/prisma/client.ts'
import type { GraphQLContext } from '../context.ts'
import { everything, type List, type Order } from '../paging/keyset.ts'
import { agentIdOf } from './binding.ts'

/** What runs are chosen by; what is absent or null does not matter. */
export interface RunFilter {
  readonly status?: readonly RunStatus[] | null | undefined
  readonly agent?: string | null | undefined
  readonly sessionKey?: string | null | undefined
  readonly terminationReason?: readonly TerminationReason[] | null | undefined
  readonly createdAfter?: Date | null | undefined
  readonly createdBefore?: Date | null | undefined
  readonly search?: string | null | undefined
  readonly rootsOnly?: boolean | null | undefined
}

interface RunOrder {
  readonly field: 'CREATED_AT' | 'DURATION' | 'COST'
  readonly direction: 'ASC' | 'DESC'
}

const columns = {
  CREATED_AT: { column: 'createdAt', type: 'timestamptz', nullable: false },
  DURATION: { column: 'durationMs', type: 'int', nullable: true },
  COST: { column: 'costUsd', type: 'numeric', nullable: false },
} as const satisfies Record<RunOrder['field'], Partial<Order>>

const newestFirst: RunOrder = { field: 'CREATED_AT', direction: 'DESC' }

/** The runs of a parent that a filter keeps, in an order. */
export function runsOf(
  ctx: GraphQLContext,
  parent: {
    readonly column:
      | 'projectId'
      | 'agentId'
      | 'sessionId'
      | 'parentId'
      | 'workflowId'
      | 'forkedFromId'
      | 'scheduleId'
    readonly id: string
  },
  filter: RunFilter | null = null,
  { field, direction }: RunOrder = newestFirst,
): List & { readonly of: string } {
  return {
    of: parent.id,
    table: 'Run',
    parent: parent.column,
    where: filter === null ? everything : toCondition(ctx, filter),
    order: { name: `${field} ${direction}`, direction, ...columns[field] },
  }
}

/** The filter as a condition on "Run" t. */
export function toCondition(ctx: GraphQLContext, filter: RunFilter): Prisma.Sql {
  const { status, agent, sessionKey, terminationReason, createdAfter, createdBefore, search } = filter
  const conditions = [
    status != null && Prisma.sql`t.status = any(${status}::"RunStatus"[])`,
    agent != null && Prisma.sql`t."agentId" = ${agentIdOf(ctx, agent)}`,
    sessionKey != null &&
      Prisma.sql`t."sessionId" = (select id from "Session" where "projectId" = ${ctx.project.id}::uuid and key = ${sessionKey})`,
    terminationReason != null &&
      Prisma.sql`t."terminationReason" = any(${terminationReason}::"TerminationReason"[])`,
    createdAfter != null && Prisma.sql`t."createdAt" > ${createdAfter}`,
    createdBefore != null && Prisma.sql`t."createdAt" < ${createdBefore}`,
    search != null && matches(search),
    filter.rootsOnly === true && Prisma.sql`t."parentId" is null`,
  ].filter((condition) => condition !== false)
  return conditions.length === 0 ? everything : Prisma.join(conditions, ' and ')
}

/** The index holds the beginnings of texts, in this very expression (prisma/migrations). */
function matches(text: string): Prisma.Sql {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return Prisma.sql`(left(t.input, 10000) ilike ${pattern} or left(t.summary, 10000) ilike ${pattern})`
}

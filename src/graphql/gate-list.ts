import type { GateKind } from '../domain/gate.ts'
import { type GateStatus, Prisma } from '../generated/prisma/client.ts'
import { agentIdOf } from './agent-id.ts'
import type { GraphQLContext } from './context.ts'
import { readId } from './global-id.ts'
import type { List } from './keyset.ts'

/** What gates are chosen by; what is absent or null does not matter. */
export interface GateFilter {
  readonly status?: readonly GateStatus[] | null | undefined
  readonly kind?: readonly GateKind[] | null | undefined
  readonly runId?: string | null | undefined
  readonly includeDescendants?: boolean | null | undefined
  readonly agent?: string | null | undefined
  readonly createdAfter?: Date | null | undefined
  readonly createdBefore?: Date | null | undefined
}

/** The gates of the caller's project that a filter keeps, newest first. @throws INVALID_ID */
export function gatesOf(ctx: GraphQLContext, filter: GateFilter): List & { readonly of: string } {
  return {
    of: ctx.project.id,
    table: 'Gate',
    parent: 'projectId',
    where: toCondition(ctx, filter),
    order: {
      name: 'CREATED_AT',
      column: 'createdAt',
      type: 'timestamptz',
      nullable: false,
      direction: 'DESC',
    },
  }
}

/** The filter as a condition on "Gate" t. */
function toCondition(ctx: GraphQLContext, filter: GateFilter): Prisma.Sql {
  const { status, kind, runId, agent, createdAfter, createdBefore } = filter
  const conditions = [
    status != null && Prisma.sql`t.status = any(${status}::"GateStatus"[])`,
    kind != null && Prisma.sql`t.kind = any(${kind})`,
    runId != null && ofRun(readId('Run', runId, 'runId'), filter.includeDescendants === true),
    agent != null && ofAgent(ctx, agent),
    createdAfter != null && Prisma.sql`t."createdAt" > ${createdAfter}`,
    createdBefore != null && Prisma.sql`t."createdAt" < ${createdBefore}`,
  ].filter((condition) => condition !== false)
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, ' and ')
}

function ofRun(runId: string, withDescendants: boolean): Prisma.Sql {
  if (!withDescendants) return Prisma.sql`t."runId" = ${runId}::uuid`
  return Prisma.sql`t."runId" in (
    select r.id from "Run" r where r."rootId" = (select "rootId" from "Run" where id = ${runId}::uuid)
      and (r.id = ${runId}::uuid or r."ancestorIds" @> array[${runId}::uuid]))`
}

function ofAgent(ctx: GraphQLContext, agent: string): Prisma.Sql {
  return Prisma.sql`exists (select from "Run" r where r.id = t."runId" and r."agentId" = ${agentIdOf(ctx, agent)})`
}

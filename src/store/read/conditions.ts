import type { AgentKey } from '../../domain/operations.ts'
import type { DeliveryStatus, GateFilter, RowFilter, RunFilter } from '../../domain/row-list.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { runsWithin } from './token-scope.ts'

/** The filter of a list as a condition on its rows `t`. */
export function toCondition(filter: RowFilter): Prisma.Sql {
  switch (filter.kind) {
    case 'all':
      return always
    case 'active':
      return Prisma.sql`t."archivedAt" is null`
    case 'agent':
      return Prisma.sql`t."agentId" = ${agentIdOf(filter.projectId, filter.agent)}`
    case 'runs':
      return ofRuns(filter.projectId, filter.filter)
    case 'gates':
      return ofGates(filter.projectId, filter.filter)
    case 'deliveries':
      return ofDeliveries(filter.statuses)
    default:
      return filter satisfies never
  }
}

const always = Prisma.sql`true`

/** The agent of a key; where the project has none of that slug, null, which equals nothing. */
export function agentIdOf(projectId: string, agent: AgentKey): Prisma.Sql {
  return 'id' in agent
    ? Prisma.sql`${agent.id}::uuid`
    : Prisma.sql`(select id from "Agent" where "projectId" = ${projectId}::uuid and slug = ${agent.slug})`
}

/** The filter as a condition on "Run" t. */
function ofRuns(projectId: string, filter: RunFilter): Prisma.Sql {
  const { within } = filter
  const { status, agent, sessionKey, terminationReason, createdAfter, createdBefore, search } = filter
  const conditions = [
    within != null && runsWithin(projectId, within),
    status != null && Prisma.sql`t.status = any(${status}::"RunStatus"[])`,
    agent != null && Prisma.sql`t."agentId" = ${agentIdOf(projectId, agent)}`,
    sessionKey != null &&
      Prisma.sql`t."sessionId" = (select id from "Session" where "projectId" = ${projectId}::uuid and key = ${sessionKey})`,
    terminationReason != null &&
      Prisma.sql`t."terminationReason" = any(${terminationReason}::"TerminationReason"[])`,
    createdAfter != null && Prisma.sql`t."createdAt" > ${createdAfter}`,
    createdBefore != null && Prisma.sql`t."createdAt" < ${createdBefore}`,
    search != null && matches(search),
    filter.rootsOnly === true && Prisma.sql`t."parentId" is null`,
  ].filter((condition) => condition !== false)
  return conditions.length === 0 ? always : Prisma.join(conditions, ' and ')
}

/** The index holds the beginnings of texts, in this very expression (prisma/migrations). */
function matches(text: string): Prisma.Sql {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return Prisma.sql`(left(t.input, 10000) ilike ${pattern} or left(t.summary, 10000) ilike ${pattern})`
}

/** The filter as a condition on "Gate" t. */
function ofGates(projectId: string, filter: GateFilter): Prisma.Sql {
  const { within, status, kind, runId, agent, createdAfter, createdBefore } = filter
  const conditions = [
    within != null &&
      Prisma.sql`t."runId" = any(array(select t.id from "Run" t where t."projectId" = ${projectId}::uuid and ${runsWithin(projectId, within)}))`,
    status != null && Prisma.sql`t.status = any(${status}::"GateStatus"[])`,
    kind != null && Prisma.sql`t.kind = any(${kind})`,
    runId != null && ofRun(runId, filter.includeDescendants === true),
    agent != null && ofAgent(projectId, agent),
    createdAfter != null && Prisma.sql`t."createdAt" > ${createdAfter}`,
    createdBefore != null && Prisma.sql`t."createdAt" < ${createdBefore}`,
  ].filter((condition) => condition !== false)
  return conditions.length === 0 ? always : Prisma.join(conditions, ' and ')
}

function ofRun(runId: string, withDescendants: boolean): Prisma.Sql {
  if (!withDescendants) return Prisma.sql`t."runId" = ${runId}::uuid`
  return Prisma.sql`t."runId" in (
    select r.id from "Run" r where r."rootId" = (select "rootId" from "Run" where id = ${runId}::uuid)
      and (r.id = ${runId}::uuid or r."ancestorIds" @> array[${runId}::uuid]))`
}

function ofAgent(projectId: string, agent: AgentKey): Prisma.Sql {
  return Prisma.sql`exists (select from "Run" r where r.id = t."runId" and r."agentId" = ${agentIdOf(projectId, agent)})`
}

const deliveries = {
  PENDING: Prisma.sql`(t."deliveredAt" is null and t."abandonedAt" is null)`,
  DELIVERED: Prisma.sql`t."deliveredAt" is not null`,
  ABANDONED: Prisma.sql`(t."deliveredAt" is null and t."abandonedAt" is not null)`,
} as const

function ofDeliveries(statuses: readonly DeliveryStatus[]): Prisma.Sql {
  if (statuses.length === 0) return Prisma.sql`false`
  const wanted = statuses.map((status) => deliveries[status])
  return Prisma.sql`(${Prisma.join(wanted, ' or ')})`
}

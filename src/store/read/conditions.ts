import type { AgentKey } from '../../domain/operations.ts'
import type { DeliveryStatus, GateFilter, RowFilter, RunFilter } from '../../domain/row-list.ts'
import type { RunStatus } from '../../domain/run.ts'
import { retryKeyPrefix } from '../../domain/run-batch.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { agentIdOf, ofRuns } from './run-conditions.ts'
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
    case 'abortable':
      return Prisma.sql`${isAbortable} and ${ofRuns(filter.projectId, within(active, filter.filter))}`
    case 'retryable':
      return Prisma.sql`${isRetryable} and ${ofRuns(filter.projectId, within(stopped, filter.filter))}`
    case 'gates':
      return ofGates(filter.projectId, filter.filter)
    case 'deliveries':
      return ofDeliveries(filter.statuses)
    default:
      return filter satisfies never
  }
}

const always = Prisma.sql`true`

const active: readonly RunStatus[] = ['QUEUED', 'RUNNING', 'WAITING', 'PAUSED']

const stopped: readonly RunStatus[] = ['COMPLETED', 'FAILED', 'CANCELLED', 'PAUSED']

/** The filter for runs in one of the statuses. As one condition, which an index takes whole. */
function within(statuses: readonly RunStatus[], filter: RunFilter): RunFilter {
  return { ...filter, status: statuses.filter((status) => filter.status?.includes(status) ?? true) }
}

/** Nobody resumes a child, so one that is PAUSED stays so. */
const isAbortable = Prisma.sql`(t."abortRequestedAt" is null and (t.status <> 'PAUSED' or t."parentId" is null))`

/**
 * A stopped top-level run that no call has retried. In this form the planner looks the key up for each run that is left, and does not read
 * all keys of the project first.
 */
const isRetryable = Prisma.sql`(t."parentId" is null
  and (select true from "Run" k where k."projectId" = t."projectId" and k."idempotencyKey" = ${retryKeyPrefix} || t.id limit 1) is null)`

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

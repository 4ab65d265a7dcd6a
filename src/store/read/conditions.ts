import type { DataSetKey } from '../../domain/data-set.ts'
import { retryKeyPrefix } from '../../domain/idempotency-key.ts'
import type {
  AgentFilter,
  DefinitionFilter,
  DeliveryStatus,
  EvaluationFilter,
  GateFilter,
  ResultFilter,
  RowFilter,
  RunFilter,
  SessionFilter,
} from '../../domain/row-list.ts'
import type { RunStatus } from '../../domain/run.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { agentIdOf, isOneOf, ofRuns, toPattern } from './run-conditions.ts'
import { runsWithin } from './token-scope.ts'

/** The filter of a list as a condition on its rows `t`. Lists of items and of results need to know the parents that they are of. */
export function toCondition(filter: RowFilter, parents: readonly string[] = []): Prisma.Sql {
  switch (filter.kind) {
    case 'all':
      return always
    case 'agents':
      return ofAgents(filter.filter)
    case 'workflows':
      return ofDefinitions(filter.filter)
    case 'sessions':
      return ofSessions(filter.projectId, filter.filter)
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
    case 'items':
      return ofItems(filter.version, parents)
    case 'evaluations':
      return ofEvaluations(filter.projectId, filter.filter)
    case 'results':
      return ofResults(filter.filter, parents)
    default:
      return filter satisfies never
  }
}

/**
 * Filters that each keep some of the rows that a filter keeps, and no two the same: one for each of the wanted values of a column, in whose
 * index the rows of one value are in the order of a list.
 */
export function splitFilter(where: RowFilter): readonly RowFilter[] {
  if (where.kind === 'runs') {
    const { terminationReason, status } = where.filter
    const of = (filter: RunFilter) => ({ ...where, filter: { ...where.filter, ...filter } })
    if (terminationReason?.length)
      return [...new Set(terminationReason)].map((one) => of({ terminationReason: [one] }))
    if (status?.length) return [...new Set(status)].map((one) => of({ status: [one] }))
  }
  if (where.kind === 'gates') {
    const { kind, status } = where.filter
    const of = (filter: GateFilter) => ({ ...where, filter: { ...where.filter, ...filter } })
    if (kind?.length) return [...new Set(kind)].map((one) => of({ kind: [one] }))
    if (status?.length) return [...new Set(status)].map((one) => of({ status: [one] }))
  }
  if (where.kind === 'evaluations') {
    const { mode, status } = where.filter
    const of = (filter: EvaluationFilter) => ({ ...where, filter: { ...where.filter, ...filter } })
    if (status?.length) return [...new Set(status)].map((one) => of({ status: [one] }))
    if (mode?.length) return [...new Set(mode)].map((one) => of({ mode: [one] }))
  }
  return [where]
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

/** The filter as a condition on "Agent" t. Conditions on definitions apply to the newest version: one row for each agent. */
function ofAgents({ tool, model, ...filter }: AgentFilter): Prisma.Sql {
  const wanted = [
    tool != null && Prisma.sql`jsonb_exists(v.definition->'tools', ${tool})`,
    model != null &&
      Prisma.sql`(v.definition->>'model' = ${model} or jsonb_exists(v.definition->'fallbackModels', ${model}))`,
  ].filter((condition) => condition !== false)
  if (wanted.length === 0) return ofDefinitions(filter)
  return Prisma.sql`${ofDefinitions(filter)} and exists (
    select from "AgentVersion" v where v."agentId" = t.id and v.version = t.version and ${Prisma.join(wanted, ' and ')})`
}

/** The filter as a condition on "Agent" t or "Workflow" t. */
function ofDefinitions({ search, archived }: DefinitionFilter): Prisma.Sql {
  const state = archiveStates[archived ?? 'ACTIVE']
  if (search == null) return state
  const pattern = toPattern(search)
  return Prisma.sql`${state} and (t.slug ilike ${pattern} or t.name ilike ${pattern} or t.description ilike ${pattern})`
}

const archiveStates = {
  ACTIVE: Prisma.sql`t."archivedAt" is null`,
  ARCHIVED: Prisma.sql`t."archivedAt" is not null`,
  ANY: always,
} as const

/**
 * The filter as a condition on "Session" t. A session is active no earlier than it was created, so `createdAfter` bounds the order by
 * activity too. The sessions with an active run are as many as such runs, and are found from these.
 */
function ofSessions(projectId: string, filter: SessionFilter): Prisma.Sql {
  const { agent, search, hasActiveRun, createdAfter, createdBefore, activeAfter, activeBefore } = filter
  const conditions = [
    agent != null && Prisma.sql`t."agentId" = ${agentIdOf(projectId, agent)}`,
    search != null && Prisma.sql`t.key ilike ${toPattern(search)}`,
    hasActiveRun === true && Prisma.sql`t.id = any(${activeSessions(projectId)})`,
    hasActiveRun === false && Prisma.sql`t.id <> all(${activeSessions(projectId)})`,
    createdAfter != null &&
      Prisma.sql`t."createdAt" > ${createdAfter} and t."lastActiveAt" > ${createdAfter}`,
    createdBefore != null && Prisma.sql`t."createdAt" < ${createdBefore}`,
    activeAfter != null && Prisma.sql`t."lastActiveAt" > ${activeAfter}`,
    activeBefore != null &&
      Prisma.sql`t."lastActiveAt" < ${activeBefore} and t."createdAt" < ${activeBefore}`,
  ].filter((condition) => condition !== false)
  return conditions.length === 0 ? always : Prisma.join(conditions, ' and ')
}

function activeSessions(projectId: string): Prisma.Sql {
  return Prisma.sql`array(
    select r."sessionId" from "Run" r where r."projectId" = ${projectId}::uuid
      and r.status in ('QUEUED', 'RUNNING', 'WAITING') and r."sessionId" is not null)`
}

/** The filter as a condition on "Gate" t. */
function ofGates(projectId: string, filter: GateFilter): Prisma.Sql {
  const { within, ids, status, kind, runId, agent, createdAfter, createdBefore } = filter
  const conditions = [
    within != null &&
      Prisma.sql`t."runId" = any(array(select t.id from "Run" t where t."projectId" = ${projectId}::uuid and ${runsWithin(projectId, within)}))`,
    ids != null && Prisma.sql`t.id = any(${ids}::uuid[])`,
    status != null && isOneOf('status', status, 'GateStatus'),
    kind != null && isOneOf('kind', kind, 'text'),
    runId != null && ofRun(runId, filter.includeDescendants === true),
    agent != null && Prisma.sql`t."agentId" = ${agentIdOf(projectId, agent)}`,
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

/** SQL of the version that removed item i, above all versions if none did: with its index, the items of a version are one range. */
export const removedIn = 'coalesce(i."removedIn", 2147483647)'

/**
 * The filter as a condition on "DataSetItem" t of these data sets. The items of an earlier version are found before they are sorted: in
 * their order, all removed items stand between them.
 */
function ofItems(version: number | null, dataSets: readonly string[]): Prisma.Sql {
  if (version === null) return Prisma.sql`t."removedIn" is null`
  return Prisma.sql`t.id = any(array(
    select i.id from "DataSetItem" i
    where i."dataSetId" = any(${dataSets}::uuid[]) and ${Prisma.raw(removedIn)} > ${version} and i."addedIn" <= ${version}))`
}

/** The filter as a condition on "Evaluation" t. */
function ofEvaluations(projectId: string, filter: EvaluationFilter): Prisma.Sql {
  const { dataSet, agent, agentVersion, mode, status } = filter
  const conditions = [
    dataSet != null && Prisma.sql`t."dataSetId" = ${dataSetIdOf(projectId, dataSet)}`,
    agent != null && Prisma.sql`t."agentId" = ${agentIdOf(projectId, agent)}`,
    agentVersion != null && Prisma.sql`t."agentVersion" = ${agentVersion}`,
    mode != null && isOneOf('mode', mode, 'EvaluationMode'),
    status != null && isOneOf('status', status, 'EvaluationStatus'),
  ].filter((condition) => condition !== false)
  return conditions.length === 0 ? always : Prisma.join(conditions, ' and ')
}

function dataSetIdOf(projectId: string, dataSet: DataSetKey): Prisma.Sql {
  return 'id' in dataSet
    ? Prisma.sql`${dataSet.id}::uuid`
    : Prisma.sql`(select id from "DataSet" where "projectId" = ${projectId}::uuid and slug = ${dataSet.slug})`
}

/** The filter as a condition on "EvaluationResult" t of these evaluations. */
function ofResults({ status, flaky }: ResultFilter, evaluations: readonly string[]): Prisma.Sql {
  const conditions = [
    status != null && Prisma.sql`t.status = any(${status}::"EvaluationResultStatus"[])`,
    flaky != null && Prisma.sql`(${isFlaky(evaluations)}) = ${flaky}`,
  ].filter((condition) => condition !== false)
  return conditions.length === 0 ? always : Prisma.join(conditions, ' and ')
}

/** Whether some trials of the item passed and others failed. The flaky items are found once for all results, not for each of them again. */
function isFlaky(evaluations: readonly string[]): Prisma.Sql {
  return Prisma.sql`(t."evaluationId", t."itemId") in (
    select s."evaluationId", s."itemId" from "EvaluationResult" s
    where s."evaluationId" = any(${evaluations}::uuid[]) and s.status in ('PASSED', 'FAILED')
    group by s."evaluationId", s."itemId" having min(s.status) <> max(s.status))`
}

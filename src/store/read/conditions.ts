import { waitKinds } from '../../domain/gate.ts'
import { retryKeyPrefix } from '../../domain/idempotency-key.ts'
import type { RowFilter, RowFilters } from '../../domain/row-list.ts'
import type { RunStatus } from '../../domain/run.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import {
  allOf,
  type Conditions,
  idByKey,
  isCreatedAfter,
  isCreatedBefore,
  isOneById,
  isOneOf,
  isVersion,
  ofAgent,
  runConditions,
  toPattern,
} from './run-conditions.ts'
import { runsWithin } from './token-scope.ts'

/** The filter of a list as a condition on its rows `t`. Lists of items and of results need to know the parents that they are of. */
export function toCondition(where: RowFilter, parents: readonly string[] = []): Prisma.Sql {
  switch (where.kind) {
    case 'all':
      return always
    case 'abortable':
      return Prisma.sql`${isAbortable} and ${ofFields(within(active, where), parents)}`
    case 'retryable':
      return Prisma.sql`${isRetryable} and ${ofFields(within(stopped, where), parents)}`
    default:
      return ofFields(where, parents)
  }
}

type ByFields = Exclude<keyof RowFilters, 'abortable' | 'retryable'>

function ofFields(
  { kind, projectId, filter }: Extract<RowFilter, { readonly kind: ByFields }>,
  parents: readonly string[],
): Prisma.Sql {
  const values = new Map<string, unknown>(Object.entries(filter))
  const ofKind: Readonly<Record<string, (value: never, scope: never) => Prisma.Sql | null>> = conditions[kind]
  const given = Object.entries(ofKind).map(([name, toSql]) => {
    const value = values.get(name)
    // The compiler does not see that the filter is of the kind of its conditions.
    return value == null ? null : toSql(value as never, { projectId, filter, parents } as never)
  })
  return allOf(given.filter((condition) => condition !== null)) ?? always
}

/** Columns in whose index the rows of one value are in the order of a list, the most telling first. */
const splitBy: Readonly<Record<string, readonly string[]>> = {
  runs: ['terminationReason', 'status'],
  gates: ['kind', 'status'],
  evaluations: ['status', 'mode'],
  canaries: ['status'],
}

/** Filters that each keep some of the rows that a filter keeps, and no two the same: one for each of the wanted values of such a column. */
export function splitFilter(where: RowFilter): readonly RowFilter[] {
  if (where.kind === 'all') return [where]
  const wanted = new Map<string, unknown>(Object.entries(where.filter))
  for (const name of splitBy[where.kind] ?? []) {
    const values = wanted.get(name)
    if (!Array.isArray(values) || values.length === 0) continue
    // Each is a filter of the same kind: a value of the field stands alone.
    return [...new Set(values)].map(
      (one) => ({ ...where, filter: { ...where.filter, [name]: [one] } }) as RowFilter,
    )
  }
  return [where]
}

/** Keeps all rows. */
export const always = Prisma.sql`true`

const active: readonly RunStatus[] = ['QUEUED', 'RUNNING', 'WAITING', 'PAUSED']

const stopped: readonly RunStatus[] = ['COMPLETED', 'FAILED', 'CANCELLED', 'PAUSED']

interface OfRuns {
  readonly projectId: string
  readonly filter: RowFilters['runs']
}

/** The filter for runs in one of the statuses. As one condition, which an index takes whole. */
function within(statuses: readonly RunStatus[], { projectId, filter }: OfRuns) {
  const status = statuses.filter((one) => filter.status?.includes(one) ?? true)
  return { kind: 'runs', projectId, filter: { ...filter, status } } as const
}

/** Nobody resumes a child, so one that is PAUSED stays so. */
const isAbortable = Prisma.sql`(t."abortRequestedAt" is null and (t.status <> 'PAUSED' or t."parentId" is null))`

/**
 * A stopped top-level run that no call has retried. In this form the planner looks the key up for each run that is left, and does not read
 * all keys of the project first.
 */
const isRetryable = Prisma.sql`(t."parentId" is null
  and (select true from "Run" k where k."projectId" = t."projectId" and k."idempotencyKey" = ${retryKeyPrefix} || t.id limit 1) is null)`

/** On "Agent" t or "Workflow" t. */
const definitions: Conditions<RowFilters['workflows']> = {
  archived: (state) => archiveStates[state],
  search: (text) => {
    const pattern = toPattern(text)
    return Prisma.sql`(t.slug ilike ${pattern} or t.name ilike ${pattern} or t.description ilike ${pattern})`
  },
}

const archiveStates = {
  ACTIVE: Prisma.sql`t."archivedAt" is null`,
  ARCHIVED: Prisma.sql`t."archivedAt" is not null`,
  ANY: null,
} as const

/** A condition on the newest version of "Agent" t: one row for each agent. */
function ofNewest(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`exists (
    select from "AgentVersion" v where v."agentId" = t.id and v.version = t.version and ${condition})`
}

const deliveryStates = {
  PENDING: Prisma.sql`(t."deliveredAt" is null and t."abandonedAt" is null)`,
  DELIVERED: Prisma.sql`t."deliveredAt" is not null`,
  ABANDONED: Prisma.sql`(t."deliveredAt" is null and t."abandonedAt" is not null)`,
} as const

/** SQL of the version that removed item i, above all versions if none did: with its index, the items of a version are one range. */
export const removedIn = 'coalesce(i."removedIn", 2147483647)'

const conditions: { readonly [Kind in ByFields]: Conditions<RowFilters[Kind]> } = {
  runs: runConditions,
  workflows: definitions,
  agents: {
    ...definitions,
    tool: (name) => ofNewest(Prisma.sql`jsonb_exists((v.definition->'tools')::jsonb, ${name})`),
    model: (name) =>
      ofNewest(
        Prisma.sql`(v.definition->>'model' = ${name} or jsonb_exists((v.definition->'fallbackModels')::jsonb, ${name}))`,
      ),
  },
  // A session is active no earlier than it was created, so `createdAfter` bounds the order by activity too.
  sessions: {
    agent: ofAgent,
    search: (text) => Prisma.sql`t.key ilike ${toPattern(text)}`,
    hasActiveRun: (isWanted, { projectId }) =>
      Prisma.sql`t.id ${Prisma.raw(isWanted ? '= any' : '<> all')}(${activeSessions(projectId)})`,
    createdAfter: (time) => Prisma.sql`t."createdAt" > ${time} and t."lastActiveAt" > ${time}`,
    createdBefore: isCreatedBefore,
    activeAfter: (time) => Prisma.sql`t."lastActiveAt" > ${time}`,
    activeBefore: (time) => Prisma.sql`t."lastActiveAt" < ${time} and t."createdAt" < ${time}`,
  },
  gates: {
    within: (scope, { projectId }) =>
      Prisma.sql`t."runId" = any(array(select t.id from "Run" t where t."projectId" = ${projectId}::uuid and ${runsWithin(projectId, scope)}))`,
    ids: isOneById,
    status: (status) => isOneOf('status', status, 'GateStatus'),
    kind: (kind) => isOneOf('kind', kind, 'text'),
    // One condition: as a list of kinds it would be split into a range for each of them.
    forPerson: () => Prisma.sql`t.kind <> all(${waitKinds})`,
    runId: (id, { filter }) => ofRun(id, filter.includeDescendants === true),
    includeDescendants: () => null,
    agent: ofAgent,
    createdAfter: isCreatedAfter,
    createdBefore: isCreatedBefore,
  },
  policies: { agent: ofAgent },
  comments: {
    stepNumber: (number) => Prisma.sql`t."stepNumber" = ${number}`,
    actionId: (id) => Prisma.sql`t."actionId" = ${id}::uuid`,
  },
  canaries: { agent: ofAgent, status: (status) => isOneOf('status', status, 'CanaryStatus') },
  deliveries: {
    status: (statuses) => {
      const wanted = statuses.map((status) => deliveryStates[status])
      return wanted.length === 0 ? Prisma.sql`false` : Prisma.sql`(${Prisma.join(wanted, ' or ')})`
    },
  },
  // The items of an earlier version are found before they are sorted: in their order, all removed items stand between them.
  items: {
    version: (version, { parents }) =>
      version === 'NEWEST'
        ? Prisma.sql`t."removedIn" is null`
        : Prisma.sql`t.id = any(array(
    select i.id from "DataSetItem" i
    where i."dataSetId" = any(${parents}::uuid[]) and ${Prisma.raw(removedIn)} > ${version} and i."addedIn" <= ${version}))`,
  },
  evaluations: {
    dataSet: (key, { projectId }) => Prisma.sql`t."dataSetId" = ${idByKey('DataSet', projectId, key)}`,
    agent: ofAgent,
    agentVersion: isVersion,
    mode: (mode) => isOneOf('mode', mode, 'EvaluationMode'),
    status: (status) => isOneOf('status', status, 'EvaluationStatus'),
  },
  results: {
    status: (status) => Prisma.sql`t.status = any(${status}::"EvaluationResultStatus"[])`,
    flaky: (isWanted, { parents }) => Prisma.sql`(${isFlaky(parents)}) = ${isWanted}`,
  },
}

function activeSessions(projectId: string): Prisma.Sql {
  return Prisma.sql`array(
    select r."sessionId" from "Run" r where r."projectId" = ${projectId}::uuid
      and r.status in ('QUEUED', 'RUNNING', 'WAITING') and r."sessionId" is not null)`
}

function ofRun(runId: string, withDescendants: boolean): Prisma.Sql {
  if (!withDescendants) return Prisma.sql`t."runId" = ${runId}::uuid`
  return Prisma.sql`t."runId" in (
    select r.id from "Run" r where r."rootId" = (select "rootId" from "Run" where id = ${runId}::uuid)
      and (r.id = ${runId}::uuid or r."ancestorIds" @> array[${runId}::uuid]))`
}

/** Whether some trials of the item passed and others failed. The flaky items are found once for all results, not for each of them again. */
function isFlaky(evaluations: readonly string[]): Prisma.Sql {
  return Prisma.sql`(t."evaluationId", t."itemId") in (
    select s."evaluationId", s."itemId" from "EvaluationResult" s
    where s."evaluationId" = any(${evaluations}::uuid[]) and s.status in ('PASSED', 'FAILED')
    group by s."evaluationId", s."itemId" having min(s.status) <> max(s.status))`
}

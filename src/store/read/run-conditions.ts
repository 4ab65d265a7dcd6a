import type { AgentKey } from '../../domain/operations.ts'
import type { RunFilter } from '../../domain/row-list.ts'
import type { WorkflowKey } from '../../domain/workflow.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { runsWithin } from './token-scope.ts'

/** The filter as a condition on "Run" t: of a list, of a count, of one run that changed. Each part has an index (prisma/migrations). */
export function ofRuns(projectId: string, filter: RunFilter): Prisma.Sql {
  const conditions = [
    where(filter.within, (scope) => runsWithin(projectId, scope)),
    ...ofRow(projectId, filter),
    ...ofLabels(projectId, filter),
    ...ofWork(projectId, filter),
  ]
  const given = conditions.filter((condition) => condition !== null)
  return given.length === 0 ? Prisma.sql`true` : Prisma.join(given, ' and ')
}

/** The agent of a key; where the project has none of that slug, null, which equals nothing. */
export function agentIdOf(projectId: string, agent: AgentKey): Prisma.Sql {
  return 'id' in agent
    ? Prisma.sql`${agent.id}::uuid`
    : Prisma.sql`(select id from "Agent" where "projectId" = ${projectId}::uuid and slug = ${agent.slug})`
}

function workflowIdOf(projectId: string, workflow: WorkflowKey): Prisma.Sql {
  return 'id' in workflow
    ? Prisma.sql`${workflow.id}::uuid`
    : Prisma.sql`(select id from "Workflow" where "projectId" = ${projectId}::uuid and slug = ${workflow.slug})`
}

type Condition = Prisma.Sql | null

/** The condition of a field that the filter has. */
function where<Value>(value: Value | null | undefined, condition: (value: Value) => Condition): Condition {
  return value == null ? null : condition(value)
}

/** A column "t" with one of some values. Equal to one value, an index has the rows in their order. */
export function isOneOf(column: string, values: readonly string[], type: string): Prisma.Sql {
  const name = Prisma.raw(`t."${column}"`)
  const cast = Prisma.raw(type === 'text' ? type : `"${type}"`)
  return values.length === 1
    ? Prisma.sql`${name} = ${values[0]}::text::${cast}`
    : Prisma.sql`${name} = any(${values}::${cast}[])`
}

/** What the row of the run says. */
function ofRow(projectId: string, filter: RunFilter): readonly Condition[] {
  return [
    where(filter.ids, (ids) => Prisma.sql`t.id = any(${ids}::uuid[])`),
    where(filter.status, (status) => isOneOf('status', status, 'RunStatus')),
    where(filter.agent, (agent) => Prisma.sql`t."agentId" = ${agentIdOf(projectId, agent)}`),
    where(filter.agentVersion, (version) => Prisma.sql`t."agentVersion" = ${version}`),
    where(
      filter.sessionKey,
      (key) =>
        Prisma.sql`t."sessionId" = (select id from "Session" where "projectId" = ${projectId}::uuid and key = ${key})`,
    ),
    where(filter.terminationReason, (reason) => isOneOf('terminationReason', reason, 'TerminationReason')),
    where(filter.createdAfter, (time) => Prisma.sql`t."createdAt" > ${time}`),
    where(filter.createdBefore, (time) => Prisma.sql`t."createdAt" < ${time}`),
    where(filter.minCostUsd, (cost) => Prisma.sql`t."costUsd" >= ${cost}::text::numeric`),
    where(filter.maxCostUsd, (cost) => Prisma.sql`t."costUsd" <= ${cost}::text::numeric`),
    where(filter.minDurationMs, (duration) => Prisma.sql`t."durationMs" >= ${duration}`),
    where(filter.maxDurationMs, (duration) => Prisma.sql`t."durationMs" <= ${duration}`),
    where(filter.scheduleId, (id) => Prisma.sql`t."scheduleId" = ${id}::uuid`),
    where(filter.workflow, (workflow) => Prisma.sql`t."workflowId" = ${workflowIdOf(projectId, workflow)}`),
    where(filter.parentId, (id) => Prisma.sql`t."parentId" = ${id}::uuid`),
    where(filter.threadId, ofThread),
    where(filter.triggeredBy, (name) => Prisma.sql`t."triggeredBy" = ${name}`),
    where(filter.search, matches),
    filter.rootsOnly === true ? Prisma.sql`t."parentId" is null` : null,
  ]
}

/** A run that was given no thread has its root's id for one, and what it starts has that too. */
function ofThread(threadId: string): Prisma.Sql {
  const given = Prisma.sql`t."threadId" = ${threadId}`
  return uuid.test(threadId)
    ? Prisma.sql`(${given} or (t."threadId" is null and t.id = ${threadId}::uuid))`
    : given
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A pattern that finds the text anywhere. */
export function toPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** The indexes hold the beginnings of texts, in these very expressions (prisma/migrations). */
function matches(text: string): Prisma.Sql {
  const pattern = toPattern(text)
  return Prisma.sql`(left(t.input, 10000) ilike ${pattern} or left(t.summary, 10000) ilike ${pattern}
    or left(t."errorMessage", 10000) ilike ${pattern})`
}

/** What its callers say of it. */
function ofLabels(projectId: string, { tags, anyTag, metadata }: RunFilter): readonly Condition[] {
  return [
    ...(tags ?? []).map((tag) => hasTag(projectId, [tag])),
    where(anyTag, (some) => hasTag(projectId, some)),
    // The index has no runs without metadata, and says so in these words.
    where(metadata, (entries) =>
      Object.keys(entries).length === 0
        ? null
        : Prisma.sql`(t.metadata <> '{}' and t.metadata @> ${JSON.stringify(entries)}::text::jsonb)`,
    ),
  ]
}

function hasTag(projectId: string, tags: readonly string[]): Prisma.Sql {
  return Prisma.sql`exists (select from "RunTag" g where g."runId" = t.id and g."projectId" = ${projectId}::uuid
    and g.tag = any(${tags}::text[]))`
}

/** Columns by which rows are in the order of a list. */
export interface Ordered {
  readonly column: Prisma.Sql
  readonly id: Prisma.Sql
}

/** The keys of runs, `"createdAt"` and `"runId"`: statements of which each run may be in several, and which take further conditions. */
export interface RunKeys extends Ordered {
  readonly parts: readonly Prisma.Sql[]
}

interface Filtered {
  readonly projectId: string
  readonly filter: RunFilter
}

/**
 * The rows of a tag by which the runs "t" of a filter are read in the order of their creation; null where it wants no tag. Of several
 * wanted tags it is the one that was not used for the longest time.
 */
export function tagRows(filtered: Filtered): Prisma.Sql | null {
  const { tags, anyTag } = filtered.filter
  const tag = tags?.length
    ? staleTag(filtered.projectId, tags)
    : anyTag?.length === 1
      ? Prisma.sql`${anyTag[0]}`
      : null
  return tag && ofTag(filtered, tag)
}

/**
 * The keys of the project's runs with any of some tags, or that called a model or a tool, in the order of their creation; null for filters
 * that want more, whose own indexes find fewer rows.
 */
export function runKeys(filtered: Filtered): RunKeys | null {
  const { tags, anyTag, model, tool } = filtered.filter
  if (!isAlone(filtered.filter)) return null
  const id = Prisma.sql`g."runId"`
  const some = tags?.length === 1 ? tags : anyTag
  if (some?.length) {
    const parts = some.map((tag) => ofTag(filtered, Prisma.sql`${tag}`))
    return { parts, column: Prisma.sql`g."createdAt"`, id }
  }
  const work = model ? callsOf(model) : tool ? actionsOf(tool) : null
  if (work === null) return null
  const column = Prisma.sql`g."runCreatedAt"`
  const wanted = Prisma.join([...work.conditions, ...whenCreated(filtered, column)], ' and ')
  // A run may have called it more than once.
  const part = Prisma.sql`select distinct ${column} as "createdAt", ${id} from ${work.table} g where ${wanted}`
  return { parts: [part], column, id }
}

function ofTag(filtered: Filtered, tag: Prisma.Sql): Prisma.Sql {
  const conditions = Prisma.join(whenCreated(filtered, Prisma.sql`g."createdAt"`), ' and ')
  return Prisma.sql`select g."createdAt", g."runId" from "RunTag" g where ${conditions} and g.tag = ${tag}`
}

function whenCreated({ projectId, filter }: Filtered, column: Prisma.Sql): Prisma.Sql[] {
  const { createdAfter, createdBefore } = filter
  return [
    Prisma.sql`g."projectId" = ${projectId}::uuid`,
    ...(createdAfter ? [Prisma.sql`${column} > ${createdAfter}`] : []),
    ...(createdBefore ? [Prisma.sql`${column} < ${createdBefore}`] : []),
  ]
}

/** The tag of some that was not used for the longest time: the newest run with all of them is no newer than that. */
function staleTag(projectId: string, tags: readonly string[]): Prisma.Sql {
  return Prisma.sql`(
    select w.tag from unnest(${tags}::text[]) as w (tag) left join lateral (
      select n."createdAt" from "RunTag" n where n."projectId" = ${projectId}::uuid and n.tag = w.tag
      order by n."createdAt" desc, n."runId" desc limit 1
    ) last on true order by last."createdAt" nulls first, w.tag limit 1)`
}

/** Whether a filter wants one thing, beside times. */
function isAlone(filter: RunFilter): boolean {
  const wanted = Object.entries(filter).filter(
    ([name, value]) => value != null && value !== false && !['createdAfter', 'createdBefore'].includes(name),
  )
  return wanted.length === 1
}

/** Rows "g" of what runs did. */
interface Work {
  readonly table: Prisma.Sql
  readonly conditions: readonly Prisma.Sql[]
}

function callsOf({ model, provider }: NonNullable<RunFilter['model']>): Work {
  return {
    table: Prisma.sql`"ModelCall"`,
    conditions: [Prisma.sql`g.model = ${model}`, Prisma.sql`g.provider = ${provider}`],
  }
}

function actionsOf(tool: string): Work {
  return {
    table: Prisma.sql`"Action"`,
    conditions: [Prisma.sql`g.type = 'TOOL'`, Prisma.sql`g.target = ${tool}`],
  }
}

/** What it did. */
function ofWork(projectId: string, { model, tool }: RunFilter): readonly Condition[] {
  const did = ({ table, conditions }: Work) =>
    Prisma.sql`exists (select from ${table} g where g."runId" = t.id and g."runCreatedAt" = t."createdAt"
      and g."projectId" = ${projectId}::uuid and ${Prisma.join([...conditions], ' and ')})`
  return [where(model, (called) => did(callsOf(called))), where(tool, (name) => did(actionsOf(name)))]
}

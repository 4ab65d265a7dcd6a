import type { RunFilter } from '../../domain/filters.ts'
import type { ObjectKey } from '../../domain/object-key.ts'
import type { RatingChoice } from '../../domain/rating.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { runsWithin } from './token-scope.ts'

/** The condition of each field that a filter may have, on rows `t`, in the order of the statement; null where its value keeps all rows. */
export type Conditions<Filter> = {
  readonly [Name in keyof Filter]-?: (
    value: NonNullable<Filter[Name]>,
    of: ConditionScope<Filter>,
  ) => Prisma.Sql | null
}

/** What a condition may need to know besides the value of its field. */
interface ConditionScope<Filter> {
  readonly projectId: string
  readonly filter: Filter
  /** The objects whose rows are read. */
  readonly parents: readonly string[]
}

/** Of a list, of a count, of one run that changed. Each part has an index (prisma/migrations). */
export const runConditions: Conditions<RunFilter> = {
  within: (scope, { projectId }) => runsWithin(projectId, scope),
  // What the row of the run says.
  ids: isOneById,
  status: (status) => isOneOf('status', status, 'RunStatus'),
  agent: ofAgent,
  agentVersion: isVersion,
  sessionKey: (key, { projectId }) =>
    Prisma.sql`t."sessionId" = (select id from "Session" where "projectId" = ${projectId}::uuid and key = ${key})`,
  terminationReason: (reason) => isOneOf('terminationReason', reason, 'TerminationReason'),
  createdAfter: isCreatedAfter,
  createdBefore: isCreatedBefore,
  minCostUsd: (cost) => Prisma.sql`t."costUsd" >= ${cost}::text::numeric`,
  maxCostUsd: (cost) => Prisma.sql`t."costUsd" <= ${cost}::text::numeric`,
  minDurationMs: (duration) => Prisma.sql`t."durationMs" >= ${duration}`,
  maxDurationMs: (duration) => Prisma.sql`t."durationMs" <= ${duration}`,
  scheduleId: (id) => Prisma.sql`t."scheduleId" = ${id}::uuid`,
  workflow: (key, { projectId }) => Prisma.sql`t."workflowId" = ${idByKey('Workflow', projectId, key)}`,
  parentId: (id) => Prisma.sql`t."parentId" = ${id}::uuid`,
  threadId: ofThread,
  triggeredBy: (name) => Prisma.sql`t."triggeredBy" = ${name}`,
  search: matches,
  rootsOnly: (isWanted) => (isWanted ? Prisma.sql`t."parentId" is null` : null),
  // What its callers say of it.
  tags: (tags, { projectId }) => allOf(tags.map((tag) => hasTag(projectId, [tag]))),
  anyTag: (some, { projectId }) => hasTag(projectId, some),
  // The index has no runs without metadata, and says so in these words.
  metadata: (entries) =>
    Object.keys(entries).length === 0
      ? null
      : Prisma.sql`(t.metadata <> '{}' and t.metadata @> ${JSON.stringify(entries)}::text::jsonb)`,
  rating: (choice, { projectId }) => did(projectId, ratingsOf(choice)),
  // What it did.
  model: (called, { projectId }) => did(projectId, callsOf(called)),
  tool: (name, { projectId }) => did(projectId, actionsOf(name)),
}

/** The id of an object of the project by its key; where there is none of that slug, null, which equals nothing. */
export function idByKey(
  table: 'Agent' | 'Workflow' | 'DataSet',
  projectId: string,
  key: ObjectKey,
): Prisma.Sql {
  return 'id' in key
    ? Prisma.sql`${key.id}::uuid`
    : Prisma.sql`(select id from ${Prisma.raw(`"${table}"`)} where "projectId" = ${projectId}::uuid and slug = ${key.slug})`
}

export function isOneById(ids: readonly string[]): Prisma.Sql {
  return Prisma.sql`t.id = any(${ids}::uuid[])`
}

export function ofAgent(key: ObjectKey, { projectId }: { readonly projectId: string }): Prisma.Sql {
  return Prisma.sql`t."agentId" = ${idByKey('Agent', projectId, key)}`
}

export function isVersion(version: number): Prisma.Sql {
  return Prisma.sql`t."agentVersion" = ${version}`
}

export function isCreatedAfter(time: Date): Prisma.Sql {
  return Prisma.sql`t."createdAt" > ${time}`
}

export function isCreatedBefore(time: Date): Prisma.Sql {
  return Prisma.sql`t."createdAt" < ${time}`
}

/** The conditions as one; null where there is none. */
export function allOf(conditions: readonly Prisma.Sql[]): Prisma.Sql | null {
  return conditions.length === 0 ? null : Prisma.join([...conditions], ' and ')
}

/** A column "t" with one of some values. Equal to one value, an index has the rows in their order. */
export function isOneOf(column: string, values: readonly string[], type: string): Prisma.Sql {
  const name = Prisma.raw(`t."${column}"`)
  const cast = Prisma.raw(type === 'text' ? type : `"${type}"`)
  return values.length === 1
    ? Prisma.sql`${name} = ${values[0]}::text::${cast}`
    : Prisma.sql`${name} = any(${values}::${cast}[])`
}

/** The column is null where no thread was given: a root has its own id for one then, and the runs below it store that id. */
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

function hasTag(projectId: string, tags: readonly string[]): Prisma.Sql {
  return Prisma.sql`exists (select from "RunTag" g where g."runId" = t.id and g."projectId" = ${projectId}::uuid
    and g.tag = any(${tags}::text[]))`
}

function did(projectId: string, { table, conditions }: Work): Prisma.Sql {
  return Prisma.sql`exists (select from ${table} g where g."runId" = t.id and g."runCreatedAt" = t."createdAt"
      and g."projectId" = ${projectId}::uuid and ${Prisma.join([...conditions], ' and ')})`
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
 * The keys of the project's runs with any of some tags, or that called a model or a tool, or were rated, in the order of their creation; null for filters
 * that want more, whose own indexes find fewer rows.
 */
export function keysOfRuns(filtered: Filtered): RunKeys | null {
  const { tags, anyTag, model, tool, rating } = filtered.filter
  if (!isAlone(filtered.filter)) return null
  const id = Prisma.sql`g."runId"`
  const some = tags?.length === 1 ? tags : anyTag
  if (some?.length) {
    const parts = some.map((tag) => ofTag(filtered, Prisma.sql`${tag}`))
    return { parts, column: Prisma.sql`g."createdAt"`, id }
  }
  const work = model ? callsOf(model) : tool ? actionsOf(tool) : rating ? ratingsOf(rating) : null
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

/** Rows "g" of what runs did, or what was said of them. */
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

function ratingsOf({ minScore, maxScore, by, label }: RatingChoice): Work {
  return {
    table: Prisma.sql`"Rating"`,
    conditions: [
      // All are from 0 to 1.
      Prisma.sql`g.score >= ${minScore ?? 0}`,
      ...(maxScore === undefined ? [] : [Prisma.sql`g.score <= ${maxScore}`]),
      ...(by === undefined ? [] : [Prisma.sql`g."ratedBy" = ${by}`]),
      ...(label === undefined ? [] : [Prisma.sql`g.labels @> array[${label}]::text[]`]),
    ],
  }
}

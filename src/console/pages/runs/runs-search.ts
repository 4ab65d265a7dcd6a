import type { RunFilter, RunOrder, RunStatus, TerminationReason } from '../../../generated/console/graphql.ts'
import { type Bounds, flag, given, numberIn, oneOf, reader, someOf, text, texts } from '../../data/search.ts'
import { isZone } from '../../period/calendar.ts'
import { toShare } from '../../ui/format.ts'

export const statuses = [
  'QUEUED',
  'RUNNING',
  'WAITING',
  'PAUSED',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
] as const satisfies readonly RunStatus[]

export const reasons = [
  'FINAL_ANSWER',
  'DONE_TOOL',
  'GOAL_ACHIEVED',
  'ERROR',
  'MODELS_EXHAUSTED',
  'TIMEOUT',
  'MAX_STEPS',
  'TOKEN_LIMIT',
  'COST_LIMIT',
  'DOOM_LOOP',
  'NO_PROGRESS',
  'LOW_CONFIDENCE',
  'GATE_REJECTED',
  'PERMISSION_BLOCKED',
  'ABORTED',
] as const satisfies readonly TerminationReason[]

export const orders = [
  'CREATED_AT',
  'COMPLETED_AT',
  'DURATION',
  'COST',
] as const satisfies readonly RunOrder['field'][]

/** The columns of the list, in its order. */
export const columnIds = [
  ...(['status', 'input', 'agent', 'tags', 'reason', 'created', 'completed'] as const),
  ...(['duration', 'steps', 'tokens', 'cost', 'version', 'by'] as const),
] as const

const maxInt = 2 ** 31 - 1

/** The numbers that the API takes; durations are in milliseconds, ratings in percent, amounts in US dollars. */
export const versionBounds: Bounds = { least: 1, most: maxInt, isWhole: true }
export const durationBounds: Bounds = { least: 0, most: maxInt, isWhole: true }
export const ratingBounds: Bounds = { least: 0, most: 100 }
export const amountBounds: Bounds = { least: 0, most: 1e12 }

/** A view of the list of runs, as its address saves it: the filter of the API, the order, and the columns. */
export const readRunsSearch = reader((search) => ({
  status: someOf(statuses, search.status),
  reason: someOf(reasons, search.reason),
  agent: text(search.agent),
  version: numberIn(versionBounds, search.version),
  search: text(search.search),
  tags: texts(search.tags),
  anyTag: texts(search.anyTag),
  metadata: metadata(search.metadata),
  model: text(search.model),
  tool: text(search.tool),
  session: text(search.session),
  thread: text(search.thread),
  schedule: text(search.schedule),
  workflow: text(search.workflow),
  parent: text(search.parent),
  triggeredBy: text(search.triggeredBy),
  minCost: amount(search.minCost),
  maxCost: amount(search.maxCost),
  minDuration: numberIn(durationBounds, search.minDuration),
  maxDuration: numberIn(durationBounds, search.maxDuration),
  minRating: numberIn(ratingBounds, search.minRating),
  maxRating: numberIn(ratingBounds, search.maxRating),
  ratedBy: text(search.ratedBy),
  ratingLabel: text(search.ratingLabel),
  after: time(search.after),
  before: time(search.before),
  zone: zone(search.zone),
  roots: flag(search.roots),
  order: oneOf(orders, search.order),
  direction: oneOf(['ASC', 'DESC'], search.direction),
  columns: someOf(columnIds, search.columns),
}))

export type RunsSearch = ReturnType<typeof readRunsSearch>

/** Whether the address has a filter that cannot be read, maybe by its name. No run matches such a view. */
export function isFilterUnread({ unread = {} }: RunsSearch): boolean {
  return Object.keys(unread).some((name) => !looks.has(name))
}

/** What changes only how the runs are shown. */
const looks: ReadonlySet<string> = new Set(['order', 'direction', 'columns', 'zone'])

/** The time zone in which `after` and `before` are shown. */
function zone(value: unknown): string | undefined {
  const name = text(value)
  return name !== undefined && isZone(name) ? name : undefined
}

/**
 * An amount as the API takes it: a decimal number without an exponent. It is a text only where a number would lose digits: the address has
 * texts that look like numbers in quotation marks.
 */
function amount(value: unknown): number | string | undefined {
  const read = numberIn(amountBounds, value)
  if (read === undefined) return undefined
  const written = text(value)?.trim() ?? ''
  if (!/^\d+(\.\d{1,20})?$/.test(written)) return read.toFixed(10)
  return String(read) === written ? read : written
}

/** Metadata that can be read, as it is written; the router has read JSON already. */
function metadata(value: unknown): string | undefined {
  const written = typeof value === 'object' && value !== null ? JSON.stringify(value) : text(value)
  return readMetadata(written) && written
}

/** A time that can be read, as it is written. */
function time(value: unknown): string | undefined {
  const read = text(value)
  return read === undefined || Number.isNaN(Date.parse(read)) ? undefined : read
}

/** The filter of the API that a view stands for. */
export function toFilter(view: RunsSearch): RunFilter {
  return given<RunFilter>({
    status: view.status && [...view.status],
    terminationReason: view.reason && [...view.reason],
    agent: view.agent,
    agentVersion: view.version,
    search: view.search,
    tags: view.tags && [...view.tags],
    anyTag: view.anyTag && [...view.anyTag],
    metadata: readMetadata(view.metadata),
    model: view.model,
    tool: view.tool,
    sessionKey: view.session,
    threadId: view.thread,
    scheduleId: view.schedule,
    workflow: view.workflow,
    parentId: view.parent,
    triggeredBy: view.triggeredBy,
    minCostUsd: view.minCost?.toString(),
    maxCostUsd: view.maxCost?.toString(),
    minDurationMs: view.minDuration,
    maxDurationMs: view.maxDuration,
    rating: toRating(view),
    createdAfter: view.after,
    createdBefore: view.before,
    rootsOnly: view.roots || undefined,
  })
}

/** Ratings are in percent in the address, as the page shows them. */
function toRating({ minRating, maxRating, ratedBy, ratingLabel }: RunsSearch): RunFilter['rating'] {
  const wanted = given({
    ...{ minScore: toShare(minRating), maxScore: toShare(maxRating), by: ratedBy, label: ratingLabel },
  })
  return Object.keys(wanted).length === 0 ? undefined : wanted
}

export function toOrder(view: RunsSearch): RunOrder {
  return { field: view.order ?? 'CREATED_AT', direction: view.direction ?? 'DESC' }
}

/** `customer=acme` or JSON, as an object; `undefined` where it is neither. */
export function readMetadata(text: string | undefined): object | undefined {
  if (text === undefined) return undefined
  const at = text.indexOf('=')
  if (at > 0 && !text.trimStart().startsWith('{'))
    return { [text.slice(0, at).trim()]: text.slice(at + 1).trim() }
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined
  } catch {
    return undefined
  }
}

/** A view without its filters: the order and the columns stay. */
export function withoutFilter({ order, direction, columns }: RunsSearch): RunsSearch {
  return given({ order, direction, columns })
}

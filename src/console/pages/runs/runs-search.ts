import type { RunFilter, RunOrder, RunStatus, TerminationReason } from '../../../generated/console/graphql.ts'
import { given, number, oneOf, type Search, someOf, text, texts } from '../../data/search.ts'

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

/** A view of the list of runs, as its address saves it: the filter of the API, the order, and the columns. */
export function readRunsSearch(search: Search) {
  return given({
    status: someOf(statuses, search.status),
    reason: someOf(reasons, search.reason),
    agent: text(search.agent),
    version: number(search.version),
    search: text(search.search),
    tags: texts(search.tags),
    anyTag: texts(search.anyTag),
    metadata: text(search.metadata),
    model: text(search.model),
    tool: text(search.tool),
    session: text(search.session),
    thread: text(search.thread),
    schedule: text(search.schedule),
    workflow: text(search.workflow),
    parent: text(search.parent),
    triggeredBy: text(search.triggeredBy),
    minCost: text(search.minCost),
    maxCost: text(search.maxCost),
    minDuration: number(search.minDuration),
    maxDuration: number(search.maxDuration),
    minRating: number(search.minRating),
    maxRating: number(search.maxRating),
    ratedBy: text(search.ratedBy),
    ratingLabel: text(search.ratingLabel),
    after: time(search.after),
    before: time(search.before),
    roots: search.roots === true || search.roots === 'true' ? true : undefined,
    order: oneOf(orders, search.order),
    direction: oneOf(['ASC', 'DESC'], search.direction),
    columns: texts(search.columns),
  })
}

export type RunsSearch = ReturnType<typeof readRunsSearch>

/** A time that can be read, as it is written. */
function time(value: unknown): string | undefined {
  const read = text(value)
  return read === undefined || Number.isNaN(Date.parse(read)) ? undefined : read
}

/** The filter of the API that a view stands for. Metadata that is no JSON is left out; the field says so. */
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
    minCostUsd: view.minCost,
    maxCostUsd: view.maxCost,
    minDurationMs: view.minDuration,
    maxDurationMs: view.maxDuration,
    rating: toRating(view),
    createdAfter: view.after,
    createdBefore: view.before,
    rootsOnly: view.roots,
  })
}

/** Ratings are in percent in the address, as the page shows them. */
function toRating({ minRating, maxRating, ratedBy, ratingLabel }: RunsSearch): RunFilter['rating'] {
  const share = (value: number | undefined) => (value === undefined ? undefined : value / 100)
  const wanted = given({
    ...{ minScore: share(minRating), maxScore: share(maxRating), by: ratedBy, label: ratingLabel },
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
    return typeof read === 'object' && read !== null ? read : undefined
  } catch {
    return undefined
  }
}

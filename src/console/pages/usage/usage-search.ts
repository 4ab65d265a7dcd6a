import type { RunStatsDimension, RunStatus, UsageDimension } from '../../../generated/console/graphql.ts'
import { oneOf, reader, text } from '../../data/search.ts'
import type { Bucket } from '../../period/calendar.ts'
import { readPeriod, type UsualPeriod } from '../../period/period.ts'
import { type RunsSearch, reasons, statuses } from '../runs/runs-search.ts'

/** Dimensions of usage: the name, and the dimensions of the two reports of the API, where they have it. */
export const groupings = {
  agent: { name: 'Agent', calls: ['AGENT'], runs: ['AGENT'] },
  version: { name: 'Version', calls: ['AGENT_VERSION'], runs: ['VERSION'] },
  model: { name: 'Model', calls: ['PROVIDER', 'MODEL'], runs: ['MODEL'] },
  provider: { name: 'Provider', calls: ['PROVIDER'], runs: null },
  purpose: { name: 'Purpose', calls: ['PURPOSE'], runs: null },
  conversation: { name: 'Conversation', calls: ['SESSION'], runs: null },
  tag: { name: 'Tag', calls: null, runs: ['TAG'] },
  tool: { name: 'Tool', calls: null, runs: ['TOOL'] },
  status: { name: 'Status', calls: null, runs: ['STATUS'] },
  reason: { name: 'Reason', calls: null, runs: ['REASON'] },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly name: string
      readonly calls: readonly UsageDimension[] | null
      readonly runs: readonly RunStatsDimension[] | null
    }
  >
>

export type Grouping = keyof typeof groupings

export const groupingNames = [
  ...(['agent', 'version', 'model', 'provider', 'purpose'] as const),
  ...(['conversation', 'tag', 'tool', 'status', 'reason'] as const),
] satisfies readonly Grouping[]

export const measures = ['cost', 'tokens', 'calls'] as const
export type Measure = (typeof measures)[number]

/** State of the page of usage: a period, an agent, a dimension, and the bar or row whose runs are shown. */
export const readUsageSearch = reader((search) => ({
  ...readPeriod(search),
  by: oneOf(groupingNames, search.by),
  measure: oneOf(measures, search.measure),
  agent: text(search.agent),
  /** The group that is looked into. */
  item: text(search.item),
  /** The start of the bar that is looked into. */
  at: text(search.at),
}))

export type UsageSearch = ReturnType<typeof readUsageSearch>

/**
 * Which report of the API a view is read from. `calls` has the usage of model calls when they were made, by days of UTC, as budgets count
 * it. `runs` has that of runs when they were accepted, by hours and in any time zone, without those that were removed.
 */
export type Source = 'calls' | 'runs'

export function sourceOf({ by = 'agent', zone = 'UTC', bucket }: UsageSearch): Source {
  const { calls, runs } = groupings[by]
  if (calls === null) return 'runs'
  if (runs === null) return 'calls'
  return zone === 'UTC' && bucket !== 'hour' ? 'calls' : 'runs'
}

const days: readonly Bucket[] = ['day', 'week', 'month']

/** The periods of each report. Bars of hours can be chosen where one of the two has them. */
export function usualPeriodOf({ by = 'agent' }: UsageSearch): UsualPeriod {
  return groupings[by].runs === null ? ofDays : ofHours
}

const ofDays: UsualPeriod = { last: '30d', zone: 'UTC', buckets: days }
const ofHours: UsualPeriod = { last: '30d', zone: 'UTC', buckets: ['hour', ...days] }

/** A group that the API has no name for: the calls of runs without a tag, without a conversation. */
export const noneId = '∅'

/** Whether a run belongs to one group only, so that groups can be added up. */
export function isPartition(by: Grouping): boolean {
  return by !== 'tag' && by !== 'tool'
}

/** The filter of the list of runs for a group; null where the list cannot be narrowed to it. */
export function toRunsSearch(by: Grouping, id: string | undefined): RunsSearch | null {
  if (id === undefined) return {}
  if (id === noneId) return null
  switch (by) {
    case 'agent':
      return { agent: id }
    case 'version': {
      const [agent = '', version] = id.split('@')
      return { agent, version: Number(version) }
    }
    case 'model':
      return { model: id }
    case 'tag':
      return { tags: [id] }
    case 'tool':
      return { tool: id }
    case 'conversation':
      return { session: id }
    case 'status':
      return { status: statuses.filter((each: RunStatus) => each === id) }
    case 'reason':
      return { reason: reasons.filter((each) => each === id) }
    case 'provider':
    case 'purpose':
      return null
  }
}

import { toolStatsFilter } from '../../domain/filters.ts'
import {
  failureRate,
  maxGroups,
  type Period,
  type ToolStatsGroup,
  toPeriod,
} from '../../domain/statistics.ts'
import { builder } from '../builder.ts'
import { boolean, one, safeInt, string, valueObject } from '../fields.ts'
import { ActionType } from '../objects/action.ts'
import { filterInput, readFilter } from '../paging/filter-input.ts'
import { PercentilesObject, period, periodArguments } from './run-stats.ts'

interface ToolStats extends Period {
  readonly tools: readonly ToolStatsGroup[]
  readonly isTruncated: boolean
}

const ToolStatsBucketObject = valueObject<ToolStatsGroup>(
  'ToolStatsBucket',
  'Statistics of the calls of a tool, an agent, a relic or a workflow.',
  {
    type: one(ActionType, 'Type of the actions that made the calls.'),
    target: string(
      'Called tool, agent (slug), relic with its operation (`notes.get`), or workflow (slug). For a call of a tool that does not exist, the name that the model gave.',
    ),
    calls: safeInt('Number of calls, whatever became of them. The retries of a call are not counted.'),
    succeeded: safeInt('Number of SUCCEEDED calls.'),
    failed: safeInt('Number of FAILED calls. A call that succeeded in a retry has not failed.'),
    denied: safeInt('Number of DENIED calls.'),
    cancelled: safeInt('Number of CANCELLED calls.'),
    active: safeInt('Number of RUNNING calls.'),
    retries: safeInt('Number of further attempts after a failed one, over all calls.'),
    duration: one(PercentilesObject, 'Duration of the last attempt of the calls that have ended.'),
  },
  {
    fields: (t) => ({
      failureRate: t.float({
        description:
          'Share of FAILED calls among the SUCCEEDED and FAILED calls, from 0 to 1. Null if there are none.',
        nullable: true,
        resolve: failureRate,
      }),
    }),
  },
)

const ToolStatsObject = valueObject<ToolStats>(
  'ToolStats',
  'Statistics of the calls of the runs that were accepted in a period.',
  {
    ...period,
    isTruncated: boolean(
      'Whether there are more than 1000 targets. Those after the first 1000 are left out.',
    ),
  },
  {
    fields: (t) => ({
      tools: t.field({
        type: [ToolStatsBucketObject],
        extensions: { listSize: maxGroups },
        description: 'Calls by type and target, the most called first. At most 1000.',
        resolve: ({ tools }) => tools,
      }),
    }),
  },
)

builder.queryField('toolStats', (t) =>
  t.field({
    type: ToolStatsObject,
    description:
      'Statistics of the calls of tools, agents, relics and workflows by runs that were accepted in a period.',
    args: {
      ...periodArguments(),
      filter: t.arg({
        type: filterInput(toolStatsFilter),
        description: 'Filter for the calls. All calls if you leave it out.',
      }),
    },
    resolve: async (_, { filter, ...range }, { reads, project }) => {
      const period = toPeriod(range, new Date())
      const { agent = null, target = null } = readFilter(toolStatsFilter, filter ?? {})
      const query = { ...period, agent, target, limit: maxGroups + 1 }
      const found = await reads.toolStats(project.id, query)
      return { ...period, tools: found.slice(0, maxGroups), isTruncated: found.length > maxGroups }
    },
  }),
)

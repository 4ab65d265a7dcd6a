import { toolStatsFilter } from '../../domain/filters.ts'
import {
  failureRate,
  maxGroups,
  type Period,
  type ToolStatsGroup,
  toolStatsGroup,
  toPeriod,
} from '../../domain/statistics.ts'
import { builder } from '../builder.ts'
import { boolean, valueObject } from '../fields.ts'
import { filterInput, readFilter } from '../paging/filter-input.ts'
import { objectOf } from '../shape.ts'
import { period, periodArguments } from './run-stats.ts'

interface ToolStats extends Period {
  readonly tools: readonly ToolStatsGroup[]
  readonly isTruncated: boolean
}

const ToolStatsBucketObject = objectOf(toolStatsGroup, {
  fields: (t) => ({
    failureRate: t.float({
      description:
        'Share of FAILED calls among the SUCCEEDED and FAILED calls, from 0 to 1. Null if there are none.',
      nullable: true,
      resolve: failureRate,
    }),
  }),
})

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

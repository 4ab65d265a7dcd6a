import { tooMany } from '../../domain/errors.ts'
import { usageDimension, usageGroup } from '../../domain/usage-reads.ts'
import { builder } from '../builder.ts'
import { toGlobalId, toKey } from '../global-id.ts'
import { Agent } from '../objects/agent.ts'
import { Run } from '../objects/run.ts'
import { Session } from '../objects/session.ts'
import { enumOf, objectOf } from '../shape.ts'

const maxBuckets = 10_000

builder.queryField('usage', (t) =>
  t.field({
    type: [UsageBucketObject],
    extensions: { listSize: 100 },
    description:
      'Usage of the model calls of the project, with one bucket for each group, the highest cost first. Usage of runs that are no longer kept is known by day (UTC), and not by run.',
    args: {
      since: t.arg({
        type: 'DateTime',
        description: 'Start of the period, inclusive. If you leave it out, the period has no start.',
      }),
      until: t.arg({
        type: 'DateTime',
        description: 'End of the period, exclusive. If you leave it out, the period has no end.',
      }),
      groupBy: t.arg({
        type: [enumOf(usageDimension)],
        description: 'Dimensions to group by. If you leave it out, one bucket holds all usage.',
      }),
      agent: t.arg.id({ description: 'Filter by agent: its slug or global id.' }),
    },
    resolve: async (_, { groupBy, agent, ...range }, { reads, project }) => {
      const groups = await reads.usageReport(project.id, {
        ...range,
        groupBy: groupBy ?? [],
        agent: agent == null ? null : toKey('Agent', agent),
        limit: maxBuckets + 1,
      })
      if (groups.length <= maxBuckets) return groups
      throw tooMany('groups', {
        value: groups.length,
        max: maxBuckets,
        remedy: 'Ask for a shorter time with `since` and `until`, or group by less.',
      })
    },
  }),
)

export const UsageBucketObject = objectOf(usageGroup, {
  fields: (t) => ({
    agent: t.prismaField({
      type: Agent,
      description:
        'Agent of the model calls. Null unless usage is grouped by it, and if the agent was deleted: `agentId` still has its id.',
      nullable: true,
      resolve: (query, { agentId }, _, { prisma, project }) =>
        agentId == null
          ? null
          : prisma.agent.findUnique({ ...query, where: { id: agentId, projectId: project.id } }),
    }),
    agentId: t.id({
      description:
        'Global id of the agent of the model calls, also if the agent was deleted. Null unless usage is grouped by it.',
      nullable: true,
      resolve: ({ agentId }) => (agentId == null ? null : toGlobalId('Agent', agentId)),
    }),
    session: t.prismaField({
      type: Session,
      description:
        'Session of the model calls. Null unless usage is grouped by it, for calls that belong to no session, and if the session was deleted: `sessionId` still has its id.',
      nullable: true,
      resolve: (query, { sessionId }, _, { prisma, project }) =>
        sessionId == null
          ? null
          : prisma.session.findUnique({ ...query, where: { id: sessionId, projectId: project.id } }),
    }),
    sessionId: t.id({
      description:
        'Global id of the session of the model calls, also if the session was deleted. Null unless usage is grouped by it, and for calls that belong to no session.',
      nullable: true,
      resolve: ({ sessionId }) => (sessionId == null ? null : toGlobalId('Session', sessionId)),
    }),
    run: t.field({
      type: Run,
      description:
        'Run of the model calls. Null unless usage is grouped by it, and for runs that are no longer kept.',
      nullable: true,
      resolve: ({ runId }) => (runId == null ? null : { id: runId }),
    }),
  }),
})

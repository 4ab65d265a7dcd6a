import { RungraphError } from '../../domain/errors.ts'
import type { UsageGroup, UsageRange } from '../../domain/reads.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { Agent } from '../objects/agent.ts'
import { toAgentKey } from '../objects/binding.ts'
import { CallPurpose } from '../objects/model-call.ts'
import { Run } from '../objects/run.ts'
import { Session } from '../objects/session.ts'
import { UsageObject } from '../objects/usage.ts'

const UsageDimension = describedEnum('UsageDimension', 'What usage is grouped by.', {
  AGENT: 'The agent.',
  AGENT_VERSION: 'The agent and its version.',
  SESSION: 'The conversation.',
  MODEL: "The provider's name of the model.",
  PROVIDER: 'The provider.',
  PURPOSE: 'What the model was asked for.',
  DAY: 'The day, in UTC.',
  RUN: 'The run.',
})

type Dimension = typeof UsageDimension.$inferType

const maxBuckets = 10_000

interface UsageArguments extends UsageRange {
  readonly groupBy?: readonly Dimension[] | null | undefined
  readonly agent?: string | null | undefined
}

builder.queryField('usage', (t) =>
  t.field({
    type: [UsageBucketObject],
    extensions: { listSize: 100 },
    description:
      'What the model calls of the project used; one bucket for each group, the costliest first. Of runs that are not kept any more it is known by the day (UTC), and by no run.',
    args: {
      since: t.arg({ type: 'DateTime', description: 'Only model calls from this moment on.' }),
      until: t.arg({ type: 'DateTime', description: 'Only model calls before this moment.' }),
      groupBy: t.arg({
        type: [UsageDimension],
        description: 'What makes a group; one bucket of all where it is left out.',
      }),
      agent: t.arg.id({ description: 'Only model calls of this agent, by its slug or global id.' }),
    },
    resolve: (_, args, ctx) => readReport(ctx, args),
  }),
)

/** @throws LIMIT_EXCEEDED */
async function readReport(
  ctx: GraphQLContext,
  { groupBy, agent, ...range }: UsageArguments,
): Promise<readonly UsageBucket[]> {
  const groups = await ctx.reads.usageReport(ctx.project.id, {
    ...range,
    groupBy: groupBy ?? [],
    agent: agent == null ? null : toAgentKey(agent),
    limit: maxBuckets + 1,
  })
  if (groups.length > maxBuckets) throw tooMany(groups.length)
  return groups
}

function tooMany(value: number): RungraphError {
  const remedy = 'Ask for a shorter time with `since` and `until`, or group by less.'
  return new RungraphError('LIMIT_EXCEEDED', {
    limit: 'The number of groups',
    value,
    max: maxBuckets,
    remedy,
  })
}

/** Model calls that agree in what they are grouped by; the rest is null. */
export type UsageBucket = UsageGroup

export const UsageBucketObject = builder.objectRef<UsageBucket>('UsageBucket').implement({
  description: 'What a group of model calls used. What they are not grouped by is null.',
  fields: (t) => ({
    agent: t.field({
      type: Agent,
      description: 'The agent that made them.',
      nullable: true,
      resolve: ({ agentId }) => (agentId == null ? null : { id: agentId }),
    }),
    agentVersion: t.exposeInt('agentVersion', { description: 'The version of that agent.', nullable: true }),
    session: t.field({
      type: Session,
      description: 'The conversation that they belong to; null too for those that belong to none.',
      nullable: true,
      resolve: ({ sessionId }) => (sessionId == null ? null : { id: sessionId }),
    }),
    model: t.exposeString('model', { description: "The provider's name of the model.", nullable: true }),
    provider: t.exposeString('provider', { description: 'The provider.', nullable: true }),
    purpose: t.expose('purpose', {
      type: CallPurpose,
      description: 'What the model was asked for.',
      nullable: true,
    }),
    day: t.exposeString('day', {
      description: 'The day on which they began, in UTC: `2026-11-21`.',
      nullable: true,
    }),
    run: t.field({
      type: Run,
      description: 'The run that made them.',
      nullable: true,
      resolve: ({ runId }) => (runId == null ? null : { id: runId }),
    }),
    usage: t.expose('usage', { type: UsageObject, description: 'What they used.' }),
  }),
})

import { RungraphError } from '../../domain/errors.ts'
import type { Usage } from '../../domain/usage.ts'
import { Prisma, type CallPurpose as Purpose } from '../../generated/prisma/client.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { Agent } from '../objects/agent.ts'
import { agentIdOf } from '../objects/binding.ts'
import { CallPurpose } from '../objects/model-call.ts'
import { Run } from '../objects/run.ts'
import { Session } from '../objects/session.ts'
import { UsageObject } from '../objects/usage.ts'
import {
  noUsage,
  toUsage,
  type UsageRange,
  type UsageRow,
  used,
  usedColumns,
  within,
} from '../usage-statement.ts'

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

/** The columns of a bucket that each dimension fills. */
const columns: Readonly<Record<Dimension, readonly string[]>> = {
  AGENT: ['c."agentId"'],
  AGENT_VERSION: ['c."agentId"', 'c."agentVersion"'],
  SESSION: ['c."sessionId"'],
  MODEL: ['c.model'],
  PROVIDER: ['c.provider'],
  PURPOSE: ['c.purpose'],
  DAY: [`to_char(c."startedAt" at time zone 'UTC', 'YYYY-MM-DD') as day`],
  RUN: ['c."runId"'],
}

const maxBuckets = 10_000

interface UsageQuery extends UsageRange {
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
async function readReport(ctx: GraphQLContext, query: UsageQuery): Promise<readonly UsageBucket[]> {
  const grouped = [...new Set((query.groupBy ?? []).flatMap((dimension) => columns[dimension]))]
  const ofAgent =
    query.agent == null ? Prisma.empty : Prisma.sql`and c."agentId" = ${agentIdOf(ctx, query.agent)}`
  const rows = await ctx.prisma.$queryRaw<(UsageRow & Omit<UsageBucket, 'usage'>)[]>`
    select ${Prisma.raw(grouped.map((column) => `${column}, `).join(''))} ${usedColumns}
    from ${used}
    where c."projectId" = ${ctx.project.id}::uuid and ${within(query)} ${ofAgent}
    ${Prisma.raw(grouped.length > 0 ? `group by ${grouped.map((_, index) => index + 1).join(', ')}` : '')}
    order by sum(c."costUsd") desc nulls last, requests desc limit ${maxBuckets + 1}`
  if (rows.length > maxBuckets) throw tooMany(rows.length)
  // Without groups there is one row even where there is no call: all of its sums are null.
  return rows.map((row) => ({ ...row, usage: toUsage(row.costUsd === null ? noUsage : row) }))
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
export interface UsageBucket {
  readonly agentId?: string | null
  readonly agentVersion?: number | null
  readonly sessionId?: string | null
  readonly model?: string | null
  readonly provider?: string | null
  readonly purpose?: Purpose | null
  readonly day?: string | null
  readonly runId?: string | null
  readonly usage: Usage
}

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

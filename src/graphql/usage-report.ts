import { RungraphError } from '../domain/errors.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { agentIdOf } from './agent-id.ts'
import { builder } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { describedEnum } from './described-enum.ts'
import { type UsageBucket, UsageBucketObject } from './usage-bucket.ts'
import {
  noUsage,
  toUsage,
  type UsageRange,
  type UsageRow,
  used,
  usedColumns,
  within,
} from './usage-statement.ts'

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

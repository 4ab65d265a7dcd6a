import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { RungraphError } from '../../domain/errors.ts'
import { projectLimits } from '../../domain/limits.ts'
import { callPermission } from '../../domain/permission.ts'
import { checkProjectSettings, type ProjectSettings, projectChange } from '../../domain/project.ts'
import { type DaySpending, daySpending } from '../../domain/usage-reads.ts'
import { checkServerAdmin } from '../authorization.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { id } from '../fields.ts'
import { canBeName, isNameOf, toKey } from '../global-id.ts'
import { mutation } from '../mutation.ts'
import { rowObject } from '../row-object.ts'
import { enumOf, inputFields, objectOf } from '../shape.ts'
import { toPermission } from './policy.ts'

export const ProjectObject = rowObject(
  'Project',
  'Tenant. Everything that a caller sees belongs to its project. The type has the settings of the project and its spending of the day, and nothing of its agents and runs.',
  {
    slug: 'Short name of the project.',
    name: 'Display name of the project.',
    maxConcurrentRuns: 'Maximum number of runs that are RUNNING at once. 100 in a new project.',
    createdAt: 'Time when the project was created.',
    maxCostUsdPerDay:
      'Cost limit of all runs of the project in one day (UTC), in US dollars. Null is unlimited.',
    maxTokensPerDay: 'Token limit of all runs of the project in one day (UTC). Null is unlimited.',
    maxFileBytes: 'Maximum size of a file, in bytes. 20 MiB in a new project.',
    maxStoredFileBytes:
      'Maximum size of the contents of all files together, in bytes. The same bytes count once. 5 GiB in a new project.',
  },
  (t) => ({
    defaultLimits: t.field({
      type: objectOf(projectLimits),
      description: 'Limits for the runs of the project if neither the trigger nor the agent sets them.',
      select: {
        defaultMaxSteps: true,
        defaultTimeoutMs: true,
        defaultMaxCostUsd: true,
        defaultMaxTokens: true,
      },
      resolve: (project) => ({
        maxSteps: project.defaultMaxSteps,
        timeoutMs: project.defaultTimeoutMs,
        maxCostUsd: project.defaultMaxCostUsd?.toFixed() ?? null,
        maxTokens: project.defaultMaxTokens === null ? null : Number(project.defaultMaxTokens),
      }),
    }),
    defaultPermission: t.field({
      type: enumOf(callPermission),
      description: 'Permission of a call that no policy matches.',
      select: { defaultPermission: true },
      resolve: ({ defaultPermission }) => toPermission(defaultPermission),
    }),
    spentToday: t.field({
      type: objectOf(daySpending),
      description: 'Spending of the runs of the project since midnight (UTC).',
      resolve: ({ id }, _, ctx, info) =>
        ctx.loaders
          .ofField<string, DaySpending>(info, 'spending', (ids) => ctx.reads.spending(ids, new Date()))
          .load(id),
    }),
  }),
)

builder.queryField('project', (t) =>
  t.prismaField({
    type: ProjectObject,
    description: 'Project of the caller.',
    resolve: (query, _, __, ctx) =>
      ctx.prisma.project.findUniqueOrThrow({ ...query, where: { id: ctx.project.id } }),
  }),
)

mutation('updateProject', {
  description:
    'Changes the settings and limits of the project, or of another project of the server. The limits apply to model calls from now on.',
  argument: 'Changes to the project.',
  note: 'A field that you leave out stays unchanged. So does a field that is null, unless the field gives null another meaning.',
  input: {
    project: id(
      "Global id or slug of the project. Default: the caller's own. Only an administrator of the server may name another.",
    ),
    ...inputFields(projectChange),
  },
  result: ProjectObject,
  gives: 'Changed project, or the error.',
  errors: ['InvalidInput', 'NotFound'],
  resolve: async ({ project, ...settings }, ctx, info) =>
    update({ id: await changedProject(project, ctx), settings }, ctx, info),
})

/**
 * Id of the project that a caller changes. Another project is refused whether it exists or not, unless the caller administers the server.
 * @throws FORBIDDEN, NOT_FOUND
 */
async function changedProject(name: string | null | undefined, ctx: GraphQLContext): Promise<string> {
  if (name == null || isNameOf(ctx.project, name)) return ctx.project.id
  checkServerAdmin(ctx, 'updateProject of another project')
  const found = canBeName(name)
    ? await ctx.prisma.project.findUnique({ where: toKey('Project', name), select: { id: true } })
    : null
  if (found !== null) return found.id
  throw new RungraphError('NOT_FOUND', { kind: 'project', key: name })
}

/** @throws INVALID_INPUT */
async function update(
  { id, settings }: { readonly id: string; readonly settings: ProjectSettings },
  ctx: GraphQLContext,
  info: GraphQLResolveInfo,
) {
  checkProjectSettings(settings)
  const { select } = queryFromInfo({ context: ctx, info, typeName: 'Project', select: { id: true } })
  const project = await ctx.prisma.project.update({ select, data: toRow(settings), where: { id } })
  if (settings.defaultPermission !== undefined) await ctx.operations.policies.defaultPermissionChanged(id)
  return project
}

/** Undefined settings stay unchanged. */
function toRow({ defaultLimits: limits = {}, maxTokensPerDay, ...settings }: ProjectSettings) {
  const row = {
    ...settings,
    maxStoredFileBytes: toBigInt(settings.maxStoredFileBytes),
    maxTokensPerDay: toBigInt(maxTokensPerDay),
    defaultMaxSteps: limits.maxSteps,
    defaultTimeoutMs: limits.timeoutMs,
    defaultMaxCostUsd: limits.maxCostUsd,
    defaultMaxTokens: toBigInt(limits.maxTokens),
  }
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
}

function toBigInt(count: number | null | undefined): bigint | null | undefined {
  return typeof count === 'number' ? BigInt(count) : count
}

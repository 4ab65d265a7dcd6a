import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { checkServerAdmin } from '../authorization.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { isRowId, type ListCursor, readListCursor, toListCursor } from '../list-cursor.ts'
import { type Connection, connectionOf } from '../paging/connection.ts'
import { type PageArguments, readBounds, trim } from '../paging/page-arguments.ts'
import { Permission } from './policy.ts'
import { DefaultLimitsInput, Project, toSettings } from './project.ts'

const ProjectConnection = builder.connectionObject(
  { type: Project, name: 'ProjectConnection', description: 'Page of projects.' },
  { name: 'ProjectEdge', description: 'Project and its position in the list.' },
)

builder.queryField('projects', (t) =>
  t.field({
    type: ProjectConnection,
    description:
      'Projects of the server, in the order of their creation. Only an administrator of the server may read them.',
    args: t.arg.connectionArgs(),
    resolve: (_, args, ctx, info) => {
      checkServerAdmin(ctx, 'Reading the projects of the server')
      return projectsOf(args, ctx, info)
    },
  }),
)

interface ProjectRow {
  readonly id: string
}

/** Nothing is read before it is selected. @throws INVALID_INPUT, CURSOR_INVALID */
function projectsOf(
  args: PageArguments,
  context: GraphQLContext,
  info: GraphQLResolveInfo,
): Connection<ProjectRow> {
  const { prisma } = context
  const bounds = readBounds(args, (cursor) => readListCursor(cursor, projectCursor)[0])
  const { after, before } = bounds
  const page = async () => {
    const paths = [['edges', 'node'], ['nodes']]
    const { select } = queryFromInfo({ context, info, select: { id: true }, paths })
    const rows = await prisma.project.findMany({
      select,
      where: { id: { ...(after !== null && { gt: after }), ...(before !== null && { lt: before }) } },
      // Ids are in the order of the projects' creation.
      orderBy: { id: bounds.backward ? 'desc' : 'asc' },
      take: bounds.limit + 1,
    })
    const found = trim(bounds.backward ? rows.toReversed() : rows, bounds)
    const edges = found.map((node) => ({ cursor: toListCursor(projectCursor, [node.id]), node }))
    return { edges, found: rows.length }
  }
  return connectionOf(bounds, { page, count: () => prisma.project.count() })
}

const projectCursor: ListCursor<readonly [string]> = {
  name: 'project',
  otherwise: 'it does not come from a list of projects',
  parts: [isRowId],
}

const CreateProjectInput = builder.inputType('CreateProjectInput', {
  description: 'Input of `createProject`. A limit that you leave out has its default; null is unlimited.',
  fields: (t) => ({
    slug: t.string({
      description:
        'Short name of the project, unique on the server: 1 to 100 lower-case letters and digits, with hyphens between them.',
      required: true,
    }),
    name: t.string({ description: 'Display name of the project. Default: the slug.' }),
    keyName: t.string({
      description: 'Name of the caller that is to use the first key of the project. Default `admin`.',
    }),
    maxConcurrentRuns: t.int({
      description: 'Maximum number of runs that are RUNNING at once, at least 1. Default 100.',
    }),
    maxCostUsdPerDay: t.field({
      type: 'Decimal',
      description:
        'Cost limit of all runs of the project in one day (UTC), in US dollars. Default: unlimited.',
    }),
    maxTokensPerDay: t.field({
      type: 'SafeInt',
      description: 'Token limit of all runs of the project in one day (UTC). Default: unlimited.',
    }),
    defaultLimits: t.field({
      type: DefaultLimitsInput,
      description: 'Limits for the runs of the project if neither the trigger nor the agent sets them.',
    }),
    defaultPermission: t.field({
      type: Permission,
      description: 'Permission of a call that no policy matches. Default ALLOW.',
    }),
  }),
})

interface NewProject {
  readonly projectId: string
  readonly key: string
}

const CreatedProject = builder.objectRef<NewProject>('CreatedProject').implement({
  description: 'New project with its first API key.',
  fields: (t) => ({
    project: t.prismaField({
      type: Project,
      description: 'Project that was created.',
      resolve: (query, { projectId: id }, _, { prisma }) =>
        prisma.project.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    key: t.exposeString('key', {
      description:
        'Text of the first API key of the project, `rg_…`, with the role ADMIN. It is shown here and never again.',
    }),
  }),
})

const CreateProjectResult = resultOf('CreateProjectResult', CreatedProject, {
  description: 'New project, or the error.',
  errors: ['InvalidInput', 'Conflict'],
})

builder.mutationField('createProject', (t) =>
  t.field({
    type: CreateProjectResult,
    description:
      'Creates a project with its first API key. Only an administrator of the server may do so. After the first key of a server exists, all callers need one.',
    args: { input: t.arg({ type: CreateProjectInput, description: 'Project to create.', required: true }) },
    resolve: (_, { input }, ctx, info) =>
      outcome(info, () => {
        checkServerAdmin(ctx, 'createProject')
        const { slug, keyName, ...settings } = input
        return ctx.operations.projects.createProject({
          slug,
          keyName: keyName ?? undefined,
          settings: toSettings(settings),
          by: ctx.caller.name,
        })
      }),
  }),
)

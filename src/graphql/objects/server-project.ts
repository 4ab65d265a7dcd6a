import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { newProject } from '../../domain/project.ts'
import { checkServerAdmin } from '../authorization.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { string, valueObject } from '../fields.ts'
import { isRowId, type ListCursor, readListCursor, toListCursor } from '../list-cursor.ts'
import { mutation } from '../mutation.ts'
import { type Connection, connectionOf } from '../paging/connection.ts'
import { type PageArguments, readBounds } from '../paging/page-arguments.ts'
import { inputFields } from '../shape.ts'
import { ProjectObject } from './project.ts'

const ProjectConnection = builder.connectionObject(
  { type: ProjectObject, name: 'ProjectConnection', description: 'Page of projects.' },
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
  const { after, before, backward } = bounds
  return connectionOf(bounds, {
    rows: async () => {
      const paths = [['edges', 'node'], ['nodes']]
      const { select } = queryFromInfo({ context, info, select: { id: true }, paths })
      const rows = await prisma.project.findMany({
        select,
        where: { id: { ...(after !== null && { gt: after }), ...(before !== null && { lt: before }) } },
        // Ids are in the order of the projects' creation.
        orderBy: { id: backward ? 'desc' : 'asc' },
        take: bounds.limit + 1,
      })
      return backward ? rows.toReversed() : rows
    },
    cursorOf: ({ id }) => toListCursor(projectCursor, [id]),
    count: () => prisma.project.count(),
  })
}

const projectCursor: ListCursor<readonly [string]> = {
  name: 'project',
  otherwise: 'it does not come from a list of projects',
  parts: [isRowId],
}

interface NewProject {
  readonly projectId: string
  readonly key: string
}

const CreatedProject = valueObject<NewProject>(
  'CreatedProject',
  'New project with its first API key.',
  {
    key: string(
      'Text of the first API key of the project, `rg_…`, with the role ADMIN. It is shown here and never again.',
    ),
  },
  {
    fields: (t) => ({
      project: t.prismaField({
        type: ProjectObject,
        description: 'Project that was created.',
        resolve: (query, { projectId: id }, _, { prisma }) =>
          prisma.project.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  },
)

mutation('createProject', {
  description:
    'Creates a project with its first API key. Only an administrator of the server may do so. After the first key of a server exists, all callers need one.',
  argument: 'Project to create.',
  note: 'A limit that you leave out has its default; null is unlimited.',
  input: inputFields(newProject),
  result: CreatedProject,
  gives: 'New project, or the error.',
  errors: ['InvalidInput', 'Conflict'],
  resolve: ({ slug, keyName, ...settings }, ctx) => {
    checkServerAdmin(ctx, 'createProject')
    return ctx.operations.projects.createProject({ slug, keyName, settings, by: ctx.caller.name })
  },
})

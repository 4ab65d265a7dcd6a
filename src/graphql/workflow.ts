import { RungraphError } from '../domain/errors.ts'
import type { WorkflowKey } from '../domain/workflow.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { builder } from './builder.ts'
import { connect } from './connection.ts'
import type { GraphQLContext } from './context.ts'
import { parseGlobalId, readId, toGlobalId } from './global-id.ts'
import { byCreation, everything, type List } from './keyset.ts'
import { Run, RunConnection } from './run.ts'
import { runsOf } from './run-list.ts'
import { WorkflowVersion } from './workflow-version.ts'

export const Workflow = builder.prismaObject('Workflow', {
  description:
    'A stored plan with parameters, which agents execute as it stands. Each change makes a new, immutable version.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('Workflow', id) }),
    slug: t.exposeString('slug', { description: 'Its short name, unique in the project.' }),
    name: t.exposeString('name', { description: 'Its name for people.' }),
    description: t.exposeString('description', { description: 'What it is for.', nullable: true }),
    version: t.exposeInt('version', { description: 'The number of its newest version, from 1.' }),
    latest: t.field({
      type: WorkflowVersion,
      description: 'Its newest version.',
      select: (_args, _ctx, nested) => ({
        versions: nested({ orderBy: { version: 'desc' }, take: 1 }),
      }),
      resolve: ({ versions: [latest] }) => {
        if (!latest) throw new Error('A workflow has no version.')
        return latest
      },
    }),
    versions: t.relation('versions', {
      description: 'Its versions, newest first.',
      query: { orderBy: { version: 'desc' } },
    }),
    archivedAt: t.expose('archivedAt', {
      type: 'DateTime',
      description: 'When it was put away; null while it is in use.',
      nullable: true,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    runs: t.field({
      type: RunConnection,
      description: 'The runs that execute it, newest first.',
      args: t.arg.connectionArgs(),
      resolve: ({ id }, args, ctx, info) =>
        connect({ ctx, info, args }, runsOf(ctx, { column: 'workflowId', id }), (query, ids) =>
          ctx.prisma.run.findMany({ ...query, where: { id: { in: ids } } }),
        ),
    }),
  }),
})

builder.prismaObjectFields(Run, (t) => ({
  workflow: t.relation('workflow', {
    description: 'The stored workflow that it executes; null where its agent plans by itself.',
    nullable: true,
  }),
  workflowVersion: t.exposeInt('workflowVersion', {
    description: 'The version of the workflow that it is pinned to.',
    nullable: true,
  }),
}))

const WorkflowConnection = builder.connectionObject(
  { type: Workflow, name: 'WorkflowConnection', description: 'A page of workflows.' },
  { name: 'WorkflowEdge', description: 'A workflow and its place in the list.' },
)

builder.queryFields((t) => ({
  workflow: t.prismaField({
    type: Workflow,
    description: 'A workflow by its id or its slug; null where the project has none.',
    nullable: true,
    args: {
      id: t.arg.id({ description: 'Its global id.' }),
      slug: t.arg.string({ description: 'Its slug.' }),
    },
    resolve: (query, _, args, ctx) => ctx.prisma.workflow.findUnique({ ...query, where: toWhere(args, ctx) }),
  }),
  workflows: t.field({
    type: WorkflowConnection,
    description: 'The workflows of the project, in the order of their creation.',
    args: {
      ...t.arg.connectionArgs(),
      includeArchived: t.arg.boolean({ description: 'Also those that were put away. Default false.' }),
    },
    resolve: (_, args, ctx, info) =>
      connect({ ctx, info, args }, workflowsOf(ctx, args.includeArchived === true), (query, ids) =>
        ctx.prisma.workflow.findMany({ ...query, where: { id: { in: ids } } }),
      ),
  }),
}))

/** A global id, or else a slug. */
export function toWorkflowKey(workflow: string): WorkflowKey {
  const key = parseGlobalId(workflow)
  return key?.kind === 'Workflow' ? { id: key.id } : { slug: workflow }
}

function workflowsOf({ project }: GraphQLContext, all: boolean): List & { readonly of: string } {
  return {
    of: project.id,
    table: 'Workflow',
    parent: 'projectId',
    where: all ? everything : Prisma.sql`t."archivedAt" is null`,
    order: byCreation,
  }
}

interface Key {
  readonly id?: string | null | undefined
  readonly slug?: string | null | undefined
}

function toWhere({ id, slug }: Key, { project }: GraphQLContext) {
  if (id != null && slug == null) return { id: readId('Workflow', id, 'id'), projectId: project.id }
  if (slug != null && id == null) return { projectId_slug: { projectId: project.id, slug } }
  throw new RungraphError('INVALID_INPUT', { message: 'workflow takes either `id` or `slug`.', path: ['id'] })
}

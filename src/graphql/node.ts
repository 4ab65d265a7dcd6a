import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { RungraphError, tooMany } from '../domain/errors.ts'
import { toRunEvent } from '../domain/run-event.ts'
import { mayReadKeys } from './authorization.ts'
import { builder } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { isUuid, type NodeKey, type NodeKind, parseGlobalId } from './global-id.ts'
import { findRow } from './row-object.ts'
import { isNodeWithin } from './token-access.ts'

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    description:
      'Object with this global id. Null if the project has no such object. An administrator of the server also receives other projects. A UUID is refused, as it does not name a type: pass it to the field of its type, such as `run`.',
    nullable: true,
    args: { id: t.arg.id({ description: 'Global id of the object.', required: true }) },
    resolve: (_, { id }, ctx, info) => findNode(readKey(id, 'id'), ctx, info),
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    description:
      'Objects with these global ids, in the same order. Null for each object that `node` does not return, and, with its error, for each id that `node` refuses.',
    nullable: { list: false, items: true },
    args: { ids: t.arg.idList({ description: 'Global ids of the objects, at most 100.', required: true }) },
    resolve: (_, { ids }, ctx, info) =>
      checkedIds(ids).map(async (id) => findNode(readKey(id, 'ids'), ctx, info)),
  }),
}))

async function findNode(
  { kind, id }: NodeKey,
  ctx: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<object | null> {
  if (kind !== 'RunEvent') return findObject({ kind, id }, ctx, info)
  return (await isReached({ kind, id }, ctx)) ? findEvent(id, ctx) : null
}

type ObjectKey = NodeKey & { readonly kind: Exclude<NodeKind, 'RunEvent'> }

/** The object of a key, within the caller's project and the scope of its access token; null where there is none. */
export async function findObject(key: ObjectKey, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  if (!(await isReached(key, ctx))) return null
  const { kind, id } = key
  if (kind === 'ApiKey' && !mayReadKeys(ctx)) return null
  const row =
    kind === 'Project' ? await findProject(id, ctx, info) : await findRow(kind, { id }, { ctx, info })
  return row && { ...row, __typename: kind }
}

/** An administrator of the server reads every project with `projects`, and others their own alone. */
async function findProject(id: string, context: GraphQLContext, info: GraphQLResolveInfo) {
  if (id !== context.project.id && context.caller.isServerAdmin !== true) return null
  const { select } = queryFromInfo({ context, info, typeName: 'Project', select: { id: true } })
  return context.prisma.project.findUnique({ where: { id }, select })
}

async function isReached(key: NodeKey, ctx: GraphQLContext): Promise<boolean> {
  const { access } = ctx.caller
  return access === null || isNodeWithin(ctx, access.scope, key)
}

async function findEvent(id: string, { prisma, project }: GraphQLContext): Promise<object | null> {
  const [runId = '', seq, unstored] = id.split(':')
  if (unstored !== undefined) return null
  const row = await prisma.event.findFirst({
    where: { runId, lastSeq: { gte: Number(seq) }, seq: Number(seq), projectId: project.id },
  })
  return row && { ...toRunEvent(row), __typename: row.type }
}

const maxIds = 100

function checkedIds(ids: readonly string[]): readonly string[] {
  if (ids.length > maxIds)
    throw tooMany('ids', { value: ids.length, max: maxIds, remedy: 'Ask for the others with another query.' })
  return ids
}

function readKey(id: string, field: string): NodeKey {
  const key = parseGlobalId(id)
  if (key !== null) return key
  const isBare = isUuid(id.toLowerCase())
  throw new RungraphError('INVALID_ID', { field, value: id, expected: 'Node', isUuid: isBare, path: [field] })
}

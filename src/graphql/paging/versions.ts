import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { type DefinitionChange, definitionChanges } from '../../domain/definition-changes.ts'
import { toJson } from '../../domain/json.ts'
import type { VersionKey, VersionsOf } from '../../domain/reads.ts'
import type { GraphQLContext } from '../context.ts'
import { isWholeNumber, type ListCursor, readListCursor, toListCursor } from '../list-cursor.ts'
import { type Connection, connectionOf } from './connection.ts'
import { type PageArguments, readBounds } from './page-arguments.ts'

interface Field {
  readonly ctx: GraphQLContext
  readonly info: GraphQLResolveInfo
}

interface Selected {
  readonly select: { readonly version: true }
}

interface Versions<Row> {
  readonly of: VersionsOf['of']
  /** The agent or the workflow. */
  readonly id: string
  /** Reads the rows of these versions with the columns that a query selects. */
  readonly find: (query: Selected, keys: readonly VersionKey[]) => Promise<readonly (Row & VersionKey)[]>
}

/**
 * The connection of the versions of an agent or a workflow, newest first. The pages of all parents that have the field are read
 * together: one statement for the numbers and one for the rows. @throws INVALID_INPUT, CURSOR_INVALID
 */
export function connectVersions<Row>(
  { ctx, info, args }: Field & { readonly args: PageArguments },
  { of, id, find }: Versions<Row>,
): Connection<Row & VersionKey> {
  const bounds = readBounds(args, (cursor) => readListCursor(cursor, versionCursor)[0])
  const scope = { projectId: ctx.project.id, of }
  const pages = ctx.loaders.ofField<string, readonly number[]>(info, 'page', (ids) =>
    ctx.reads.versionPages(scope, ids, { ...bounds, limit: bounds.limit + 1 }),
  )
  const rows = ctx.loaders.ofField<VersionKey & Selected, Row & VersionKey>(info, 'rows', async (keys) => {
    // One field of the operation selects the same of all nodes.
    const { select } = keys[0] ?? { select: { version: true } }
    const found = new Map((await find({ select }, keys)).map((row) => [nameOf(row), row]))
    return keys.map((key) => found.get(nameOf(key)) ?? new Error(`There is no version ${nameOf(key)}.`))
  })
  const counts = ctx.loaders.ofField<string, number>(info, 'count', (ids) =>
    ctx.reads.versionCounts(scope, ids),
  )
  return connectionOf(bounds, {
    rows: async () => {
      const select = selectNodes(ctx, info)
      return Promise.all((await pages.load(id)).map((version) => rows.load({ id, version, select })))
    },
    cursorOf: ({ version }) => toListCursor(versionCursor, [version]),
    count: () => counts.load(id),
  })
}

/** Differences of a version from the one before; none for the first. `parse` reads a stored definition. */
export async function changesOfVersion(
  { of, parse }: { readonly of: VersionsOf['of']; readonly parse: (stored: unknown) => object },
  key: VersionKey,
  current: object | Promise<object>,
  { ctx, info }: Field,
): Promise<readonly DefinitionChange[]> {
  const earlier = ctx.loaders.ofField<VersionKey, unknown>(info, 'earlier', (keys) =>
    ctx.reads.earlierDefinitions({ projectId: ctx.project.id, of }, keys),
  )
  const [before, after] = await Promise.all([earlier.load(key), current])
  return before === null ? [] : definitionChanges(toJson(parse(before)), toJson(after))
}

/** The selection of the operation on the versions of the page, for each parent as in `connect`. */
function selectNodes(context: GraphQLContext, info: GraphQLResolveInfo) {
  return queryFromInfo({ context, info, select: { version: true }, paths: [['edges', 'node']] }).select
}

function nameOf({ id, version }: VersionKey): string {
  return `${id} ${version}`
}

const versionCursor: ListCursor<readonly [number]> = {
  name: 'VERSION',
  otherwise: 'it does not come from a list of versions',
  parts: [isWholeNumber],
}

import type { GraphQLResolveInfo } from 'graphql'
import { invalid } from '../../domain/errors.ts'
import { isCleanText } from '../../domain/json.ts'
import type { RelicEntryRow } from '../../domain/reads.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { moment, nullable, string, valueObject } from '../fields.ts'
import { type ListCursor, readListCursor, toListCursor } from '../list-cursor.ts'
import { type Connection, connectionOf } from '../paging/connection.ts'
import { type PageArguments, readBounds } from '../paging/page-arguments.ts'
import { Relic } from './relic.ts'

/** The longest key that an entry has. */
const maxKeyChars = 512

const RelicEntry = valueObject<RelicEntryRow>(
  'RelicEntry',
  'Entry of a KEY_VALUE relic.',
  {
    key: string('Key of the entry.'),
    expiresAt: nullable.moment('Time when the entry expires. Null if it stays until it is deleted.'),
    updatedAt: moment('Time when the value was stored.'),
  },
  {
    fields: (t) => ({
      value: t.field({
        type: 'JSON',
        description:
          'Value of the entry. It may contain what runs stored of secrets, so it is null for callers without the role OPERATOR.',
        nullable: true,
        resolve: async (entry, _, ctx, info) => {
          const stored = await ctx.loaders.read(info, 'relicValues').load(entry)
          return stored && ctx.operations.relics.shownValue({ caller: ctx.caller, value: stored.value })
        },
      }),
      sizeBytes: t.field({
        type: 'SafeInt',
        description: 'Size of the value as JSON, in bytes.',
        resolve: async (entry, _, ctx, info) =>
          (await ctx.loaders.read(info, 'relicValues').load(entry))?.bytes ?? 0,
      }),
    }),
  },
)

const RelicEntryConnection = builder.connectionObject(
  { type: RelicEntry, name: 'RelicEntryConnection', description: 'Page of entries of a relic.' },
  { name: 'RelicEntryEdge', description: 'Entry and its position in the relic.' },
)

builder.prismaObjectFields(Relic, (t) => ({
  entries: t.field({
    type: RelicEntryConnection,
    description:
      'Entries of a KEY_VALUE relic that have not expired, in the order of the code points of their keys. Empty for other kinds.',
    args: {
      ...t.arg.connectionArgs(),
      prefix: t.arg.string({ description: 'Only entries whose key begins with this text.' }),
    },
    select: { id: true },
    resolve: ({ id }, { prefix, ...args }, ctx, info) =>
      entriesOf({ relicId: id, prefix: prefix ?? '' }, args, { ctx, info }),
  }),
  entry: t.field({
    type: RelicEntry,
    description:
      'Entry of a KEY_VALUE relic with this key. Null if there is none or it has expired, and for other kinds.',
    nullable: true,
    args: { key: t.arg.string({ description: 'Key of the entry.', required: true }) },
    select: { id: true },
    resolve: ({ id: relicId }, { key }, ctx, info) =>
      ctx.loaders.read(info, 'relicEntry').load({ relicId, key: checkLength('key', key) }),
  }),
}))

interface Field {
  readonly ctx: GraphQLContext
  readonly info: GraphQLResolveInfo
}

/** The connection of a relic's entries. Nothing is read before it is selected. @throws INVALID_INPUT, CURSOR_INVALID */
function entriesOf(
  { relicId, prefix }: { readonly relicId: string; readonly prefix: string },
  args: PageArguments,
  { ctx, info }: Field,
): Connection<RelicEntryRow> {
  checkLength('prefix', prefix)
  const bounds = readBounds(args, (cursor) => readListCursor(cursor, entryCursor)[0])
  const pages = ctx.loaders.ofField<string, readonly RelicEntryRow[]>(info, 'entries', (ids) =>
    ctx.reads.relicEntries(ctx.project.id, ids, { ...bounds, prefix, limit: bounds.limit + 1 }),
  )
  const counts = ctx.loaders.ofField<string, number>(info, 'count', (ids) =>
    ctx.reads.relicEntryCounts(ctx.project.id, ids, prefix),
  )
  return connectionOf(bounds, {
    rows: () => pages.load(relicId),
    cursorOf: ({ key }) => toListCursor(entryCursor, [key]),
    count: () => counts.load(relicId),
  })
}

const entryCursor: ListCursor<readonly [string]> = {
  name: 'entry',
  otherwise: 'it does not come from a list of entries',
  parts: [isKey],
}

function isKey(part: unknown): part is string {
  return typeof part === 'string' && part.length <= maxKeyChars && isCleanText(part)
}

/** @throws INVALID_INPUT naming the argument */
function checkLength(argument: string, text: string): string {
  if (text.length <= maxKeyChars) return text
  throw invalid(argument, `has ${text.length} characters; keys have at most ${maxKeyChars}.`)
}

import type { Json } from '../../domain/json.ts'
import type { RelicEntryKey, RelicEntryReads, RelicEntryRow } from '../../domain/reads.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

/** Reads the entries of KEY_VALUE relics, for many relics with one statement each. Expired entries are left out. */
export function createRelicEntryReads(prisma: PrismaClient): RelicEntryReads {
  return {
    relicEntries: async (projectId, relicIds, { prefix, limit, backward, after, before }) => {
      const direction = Prisma.raw(backward ? 'desc' : 'asc')
      const rows = await prisma.$queryRaw<RelicEntryRow[]>`
        select e.* from unnest(${relicIds}::uuid[]) as relics(id)
        cross join lateral (
          select e."relicId", e.key, e."expiresAt", e."updatedAt" from "RelicEntry" e
          where e."relicId" = relics.id and ${isShown(projectId)} and ${beginsWith(prefix)} and ${isBeyond('>', after)} and ${isBeyond('<', before)}
          order by e.key collate "C" ${direction} limit ${limit}
        ) e
        order by e.key collate "C"`
      const byRelic = Map.groupBy(rows, (row) => row.relicId)
      return relicIds.map((id) => byRelic.get(id) ?? [])
    },

    relicEntryCounts: async (projectId, relicIds, prefix) => {
      const rows = await prisma.$queryRaw<{ relicId: string; count: number }[]>`
        select e."relicId", count(*)::int as count from "RelicEntry" e
        where e."relicId" = any(${relicIds}::uuid[]) and ${isShown(projectId)} and ${beginsWith(prefix)} group by 1`
      const counts = new Map(rows.map(({ relicId, count }) => [relicId, count]))
      return relicIds.map((id) => counts.get(id) ?? 0)
    },

    relicEntry: async (projectId, keys) => {
      const rows = await prisma.$queryRaw<RelicEntryRow[]>`
        select e."relicId", e.key, e."expiresAt", e."updatedAt" from ${inKeys(keys)} and ${isShown(projectId)}`
      return alignToKeys(keys, rows, (row) => row)
    },

    relicValues: async (projectId, keys) => {
      const rows = await prisma.$queryRaw<(RelicEntryKey & { value: Json; bytes: number })[]>`
        select e."relicId", e.key, e.value, octet_length(e.value::text) as bytes
        from ${inKeys(keys)} and ${isShown(projectId)}`
      return alignToKeys(keys, rows, ({ value, bytes }) => ({ value, bytes }))
    },
  }
}

function isBeyond(operator: '>' | '<', key: string | null): Prisma.Sql {
  return key === null ? Prisma.sql`true` : Prisma.sql`e.key collate "C" ${Prisma.raw(operator)} ${key}`
}

const lastCharacter = '\u{10ffff}'

const maxKeyChars = 512

function isShown(projectId: string): Prisma.Sql {
  return Prisma.sql`e."projectId" = ${projectId}::uuid and (e."expiresAt" is null or e."expiresAt" > clock_timestamp())`
}

/**
 * One range of the index of keys: no key with the prefix sorts after the prefix followed by as many of the last character as a key may
 * have.
 */
function beginsWith(prefix: string): Prisma.Sql {
  if (prefix === '') return Prisma.sql`true`
  return Prisma.sql`e.key collate "C" >= ${prefix} and e.key collate "C" < ${prefix + lastCharacter.repeat(maxKeyChars)} and starts_with(e.key, ${prefix})`
}

/** The entries e of the keys, of which `inOrder` picks the rows again. */
function inKeys(keys: readonly RelicEntryKey[]): Prisma.Sql {
  return Prisma.sql`unnest(${keys.map(({ relicId }) => relicId)}::uuid[], ${keys.map(({ key }) => key)}::text[]) as wanted("relicId", key)
    join "RelicEntry" e on e."relicId" = wanted."relicId" and e.key = wanted.key where true`
}

/** One result for each key; `null` where there is no such entry. */
function alignToKeys<Row extends RelicEntryKey, Result>(
  keys: readonly RelicEntryKey[],
  rows: readonly Row[],
  toResult: (row: Row) => Result,
): readonly (Result | null)[] {
  const nameOf = ({ relicId, key }: RelicEntryKey) => `${relicId} ${key}`
  const found = new Map(rows.map((row) => [nameOf(row), row]))
  return keys.map((key) => {
    const row = found.get(nameOf(key))
    return row === undefined ? null : toResult(row)
  })
}

import type { CompactedView, StoredMessage } from '../../domain/conversation.ts'
import type { AssistantMessage } from '../../domain/message.ts'
import type { ConversationKey, MessagePage, MessageReads } from '../../domain/reads.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

/** Reads pages of many conversations, with one statement each. */
export function createMessagePages(prisma: PrismaClient): MessageReads {
  return {
    messages: async (projectId, keys, page) => {
      const rows = await prisma.$queryRaw<(StoredMessage & Indexed)[]>`
        select keys.index::int as index, m.* from ${asTable(keys)}
        cross join lateral (
          select m."runId", m.position, m."stepNumber", m.content as message, m."createdAt", r."createdAt" as "runCreatedAt"
          from ${messagesOf(keys, projectId)} and ${inPage(page)}
          order by r."createdAt" ${direction(page)}, r.id ${direction(page)}, m.position ${direction(page)} limit ${page.limit}
        ) m
        order by keys.index, m."runCreatedAt", m."runId", m.position`
      return byKey(keys, rows)
    },

    messageCounts: async (projectId, keys) => {
      const rows = await prisma.$queryRaw<(Indexed & { count: number })[]>`
        select keys.index::int as index, m.count from ${asTable(keys)}
        cross join lateral (select count(*)::int as count from ${messagesOf(keys, projectId)}) m`
      return byKey(keys, rows).map(([row]) => row?.count ?? 0)
    },

    answers: async (projectId, keys) => {
      const rows = await prisma.$queryRaw<(Indexed & { message: AssistantMessage })[]>`
        select keys.index::int as index, m.content as message
        from unnest(${keys.map(({ runId }) => runId)}::uuid[], ${keys.map(({ stepNumber }) => stepNumber)}::int[])
          with ordinality as keys("runId", "stepNumber", index)
        join "Message" m on m."runId" = keys."runId" and m."stepNumber" = keys."stepNumber" and m.role = 'ASSISTANT' and m."projectId" = ${projectId}::uuid
        order by keys.index, m.position`
      return byKey(keys, rows).map((answers) => answers.map(({ message }) => message))
    },

    compactions: async (projectId, keys) => {
      const rows = await prisma.$queryRaw<(CompactedView & Indexed)[]>`
        select keys.index::int as index, c.strategies, c.view->'covered' as covered, c.view->>'summary' as summary, (c.view->>'dropped')::int as dropped,
          c.view->'cut' as cut, (c.view->>'cutTo')::int as "cutTo",
          (select coalesce(jsonb_agg(jsonb_build_object('runId', k->'runId', 'position', k->'position')), '[]') from jsonb_array_elements(c.view->'kept') k) as kept
        from ${asTable(keys)} cross join lateral (
          select c.* from (select r.id, r."createdAt", ${isOwn} as own from ${viewedRunsOf(keys)}) r
          join "Compaction" c on c."runId" = r.id and c."projectId" = ${projectId}::uuid and ${upToStep(keys)}
        ) c
        order by keys.index, c.number, c.id`
      return byKey(keys, rows)
    },
  }
}

/** A row with the number of its key, from 1. */
interface Indexed {
  readonly index: number
}

function byKey<Row extends Indexed>(
  keys: readonly unknown[],
  rows: readonly Row[],
): readonly (readonly Row[])[] {
  const found = Map.groupBy(rows, ({ index }) => index)
  return keys.map((_, index) => found.get(index + 1) ?? [])
}

/** The keys as the table `keys`, numbered from 1. */
function asTable(keys: readonly ConversationKey[]): Prisma.Sql {
  const column = <Value>(of: (key: ConversationKey) => Value) => keys.map(of)
  return Prisma.sql`unnest(
    ${column((key) => (key.kind === 'SESSION' ? null : key.runId))}::uuid[], ${column(({ sessionId }) => sessionId)}::uuid[],
    ${column((key) => (key.kind === 'STEP' ? key.stepNumber : null))}::int[]
  ) with ordinality as keys("runId", "sessionId", "stepNumber", index)`
}

const isOwn = Prisma.sql`r.id is not distinct from keys."runId"`

/** Messages `m` of a key, with their run `r`. */
function messagesOf(keys: readonly ConversationKey[], projectId: string): Prisma.Sql {
  const before = Prisma.sql`(not r.own or m.position < coalesce((
    select min(a.position) from "Message" a where a."runId" = keys."runId"
      and ((a."stepNumber" = keys."stepNumber" and a.role = 'ASSISTANT') or a."stepNumber" > keys."stepNumber")
  ), 2147483647))`
  return Prisma.sql`(select r.id, r."createdAt", ${isOwn} as own from ${runsOf(keys)}) r
    join "Message" m on m."runId" = r.id and m."projectId" = ${projectId}::uuid
    where ${kindOf(keys) === 'STEP' ? before : Prisma.sql`true`}`
}

/** Runs `r` with the messages of a key. Runs of a tree that is being removed are not part of a session any more. */
function runsOf(keys: readonly ConversationKey[]): Prisma.Sql {
  switch (kindOf(keys)) {
    case 'RUN':
      return Prisma.sql`"Run" r where r.id = keys."runId"`
    case 'SESSION':
      return Prisma.sql`"Run" r where r."sessionId" = keys."sessionId" and r."removedAt" is null`
    case 'STEP':
      return earlierRuns
  }
}

/** Runs `r` whose compactions apply to the messages of a key: those of a run in a session apply to the whole session. */
function viewedRunsOf(keys: readonly ConversationKey[]): Prisma.Sql {
  return kindOf(keys) === 'RUN'
    ? Prisma.sql`(select o.id, o."createdAt" from "Run" o where o.id = keys."runId" union
        select o.id, o."createdAt" from "Run" o where o."sessionId" = keys."sessionId" and o."removedAt" is null) r where true`
    : runsOf(keys)
}

/** A run and the runs of its session before it. */
const earlierRuns = Prisma.sql`(
  select o.id, o."createdAt" from "Run" o where o.id = keys."runId"
  union all
  select o.id, o."createdAt" from "Run" o join "Run" own on own.id = keys."runId"
  where o."sessionId" = keys."sessionId" and o."removedAt" is null and (o."createdAt", o.id) < (own."createdAt", own.id)
) r where true`

function upToStep(keys: readonly ConversationKey[]): Prisma.Sql {
  return kindOf(keys) === 'STEP'
    ? Prisma.sql`(not r.own or coalesce(c."stepNumber", 0) <= keys."stepNumber")`
    : Prisma.sql`true`
}

function kindOf([key]: readonly ConversationKey[]): ConversationKey['kind'] {
  return key?.kind ?? 'RUN'
}

function inPage({ from, backward }: MessagePage): Prisma.Sql {
  if (from === null) return Prisma.sql`true`
  const position = Prisma.sql`(${from.runCreatedAt}::timestamptz, ${from.runId}::uuid, ${from.position}::int)`
  return backward
    ? Prisma.sql`(r."createdAt", r.id, m.position) < ${position}`
    : Prisma.sql`(r."createdAt", r.id, m.position) > ${position}`
}

function direction({ backward }: MessagePage): Prisma.Sql {
  return backward ? Prisma.sql`desc` : Prisma.sql`asc`
}

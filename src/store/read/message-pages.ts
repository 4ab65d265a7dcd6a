import type { CompactedView, MessagePosition, StoredMessage } from '../../domain/conversation.ts'
import type { AssistantMessage } from '../../domain/message.ts'
import type { ConversationKey, MessagePage, MessageReads } from '../../domain/reads.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { inSessionOrder } from '../../sql/session-order.ts'

/** Reads pages of many conversations, with one statement each. */
export function createMessagePages(prisma: PrismaClient): MessageReads {
  return {
    messages: async (projectId, keys, page) => {
      const rows = await prisma.$queryRaw<(StoredMessage & Indexed)[]>`
        select keys.index::int as index, m.* from ${asTable(keys)}
        cross join lateral (
          select m."runId", m.position, m."stepNumber", m.content as message, m."createdAt", r."sessionNumber", r.own
          from ${messagesOf(keys, projectId)} and ${inPage(keys, page)}
          order by ${messageOrder(keys, page)} limit ${page.limit}
        ) m
        order by keys.index, ${ownLast(keys, 'm.own, ')} m."sessionNumber", m."runId", m.position`
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
          (select coalesce(jsonb_agg(jsonb_build_object('runId', k->'runId', 'position', k->'position')), '[]') from json_array_elements(c.view->'kept') k) as kept
        from ${asTable(keys)} cross join lateral (
          select c.* from (select r.*, ${isOwn} as own from ${viewedRunsOf(keys)}) r
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
  return Prisma.sql`(select r.*, ${isOwn} as own from ${runsOf(keys)}) r
    join "Message" m on m."runId" = r.id and m."projectId" = ${projectId}::uuid
    where ${kindOf(keys) === 'STEP' ? receivedInStep : Prisma.sql`true`}`
}

const largest = Prisma.sql`2147483647`

/** Of the messages of a run, those that answer a step of a key or belong to a later one. */
const fromAnswerOn = Prisma.sql`a."runId" = keys."runId"
  and ((a."stepNumber" = keys."stepNumber" and a.role = 'ASSISTANT') or a."stepNumber" > keys."stepNumber")`

const receivedInStep = Prisma.sql`case when r.own
  then m.position < coalesce((select min(a.position) from "Message" a where ${fromAnswerOn}), ${largest})
  else m.position <= coalesce(r."upTo", ${largest}) end`

/** What the owner that was given the answer of a step was shown of the session: it is stored with that answer, or with a message before it. */
const shownInStep = Prisma.sql`(
  select s.shown from "Message" s where s."runId" = keys."runId" and s.shown is not null and s.position < coalesce((
    select min(a.position + (a."stepNumber" = keys."stepNumber")::int) from "Message" a where ${fromAnswerOn}
  ), ${largest}) order by s.position desc limit 1)`

/** Runs `r` with the messages of a key. Runs of a tree that is being removed are not part of a session any more. */
function runsOf(keys: readonly ConversationKey[]): Prisma.Sql {
  switch (kindOf(keys)) {
    case 'RUN':
      return Prisma.sql`(select o.id, o."sessionNumber" from "Run" o where o.id = keys."runId") r where true`
    case 'SESSION':
      return Prisma.sql`(
        select o.id, o."sessionNumber" from "Run" o where o."sessionId" = keys."sessionId" and o."removedAt" is null) r where true`
    case 'STEP':
      return shownRuns
  }
}

/** Runs `r` whose compactions apply to the messages of a key: those of a run in a session apply to the whole session. */
function viewedRunsOf(keys: readonly ConversationKey[]): Prisma.Sql {
  return kindOf(keys) === 'RUN'
    ? Prisma.sql`(select o.id from "Run" o where o.id = keys."runId" union
        select o.id from "Run" o where o."sessionId" = keys."sessionId" and o."removedAt" is null) r where true`
    : runsOf(keys)
}

/** A run and the other runs of its session that it was shown in a step: up to which message of each, and which compactions. */
const shownRuns = Prisma.sql`(
  select o.id, o."sessionNumber", null::int as "upTo", null::int as views from "Run" o where o.id = keys."runId"
  union all
  select o.id, o."sessionNumber", (p.shown->'upTo'->>(o.id::text))::int, (p.shown->>'views')::int
  from (select ${shownInStep} as shown) p
  join "Run" o on o."sessionId" = keys."sessionId" and o.id <> keys."runId" and o."removedAt" is null
    and o."sessionNumber" <= (p.shown->>'runs')::int
) r where true`

function upToStep(keys: readonly ConversationKey[]): Prisma.Sql {
  return kindOf(keys) === 'STEP'
    ? Prisma.sql`case when r.own then coalesce(c."stepNumber", 0) <= keys."stepNumber" else c.number <= r.views end`
    : Prisma.sql`true`
}

function kindOf([key]: readonly ConversationKey[]): ConversationKey['kind'] {
  return key?.kind ?? 'RUN'
}

function inPage(keys: readonly ConversationKey[], { after, before }: MessagePage): Prisma.Sql {
  return Prisma.sql`${isBeyond(keys, '>', after)} and ${isBeyond(keys, '<', before)}`
}

function isBeyond(
  keys: readonly ConversationKey[],
  operator: '>' | '<',
  place: MessagePosition | null,
): Prisma.Sql {
  if (place === null) return Prisma.sql`true`
  const isOfOwn = Prisma.sql`(${place.runId}::uuid = keys."runId")`
  const position = Prisma.sql`${place.sessionNumber}::int, ${place.runId}::uuid, ${place.position}::int`
  return Prisma.sql`(${ownLast(keys, 'r.own, ')} r."sessionNumber", r.id, m.position)
    ${Prisma.raw(operator)} (${kindOf(keys) === 'STEP' ? Prisma.sql`${isOfOwn},` : Prisma.empty} ${position})`
}

/** In a step, the messages of the run itself come after those of the session, as its model received them: it may have been resumed. */
function ownLast(keys: readonly ConversationKey[], own: string): Prisma.Sql {
  return kindOf(keys) === 'STEP' ? Prisma.raw(own) : Prisma.empty
}

function messageOrder(keys: readonly ConversationKey[], { backward }: MessagePage): Prisma.Sql {
  const direction = backward ? 'desc' : 'asc'
  const own = ownLast(keys, `r.own ${direction}, `)
  return Prisma.sql`${own} ${Prisma.raw(inSessionOrder('r', direction))}, m.position ${Prisma.raw(direction)}`
}

import type pg from 'pg'
import type { Dispatch } from '../../domain/dispatch.ts'
import type { JsonObject } from '../../domain/json.ts'
import {
  type Delivered,
  type EventStore,
  eventJob,
  type FoundWait,
  type ReceivedEventRow,
  resolverOf,
  type TimePosition,
} from '../../domain/received-event.ts'
import { inTransaction } from '../../sql/transaction.ts'
import { type FoundRow, foundColumns, foundTables, toFoundGate } from './gate-store.ts'

/** The process that stored an event delivers it at once: the job is for the case that it dies. */
const jobDelayMs = 10_000

type StoredEvent = ReceivedEventRow & Delivered

/** The rows of events, in PostgreSQL. */
export function createEventStore(options: {
  readonly pool: pg.Pool
  readonly dispatch: Dispatch
}): EventStore {
  const { pool, dispatch } = options

  async function waits(condition: string, values: readonly unknown[]): Promise<readonly FoundWait[]> {
    const { rows } = await pool.query<WaitRow>(`${waitStatement} where ${isOpenWait} and ${condition}`, [
      ...values,
    ])
    return rows.map(({ runContext, ...row }) => ({ found: toFoundGate(row), runContext }))
  }

  return {
    insert: (event) =>
      inTransaction(pool, async (client, transaction) => {
        const { id, projectId, name, key, data, sealed, sentBy, receivedAt, expiresAt } = event
        const written = [
          id,
          projectId,
          name,
          key,
          JSON.stringify(data),
          sealed,
          sentBy,
          receivedAt,
          expiresAt,
        ]
        const { rowCount } = await client.query(insertStatement, written)
        if (rowCount === 1) {
          await dispatch.enqueue([eventJob(id, new Date(receivedAt.getTime() + jobDelayMs))], transaction)
          return { ...event, deliveredAt: null }
        }
        const { rows } = await client.query<StoredEvent>(
          `select ${eventColumns} from "ReceivedEvent" e where "projectId" = $1 and key = $2`,
          [projectId, key],
        )
        if (!rows[0]) throw new Error(`Event ${id} was neither inserted nor found under its key.`)
        return rows[0]
      }),

    findUndelivered: async (eventId) => {
      const { rows } = await pool.query<ReceivedEventRow>(
        `select ${eventColumns} from "ReceivedEvent" e where id = $1 and "deliveredAt" is null`,
        [eventId],
      )
      return rows[0] ?? null
    },

    waitsFor: (event, after, limit) => {
      const { projectId, name, receivedAt } = event
      return waits(
        `g."projectId" = $1 and g.context->>'event' = $2 and (g.context->>'since')::timestamptz <= $3
         and (g."createdAt", g.id) > ($4, $5) and not ${wasGiven('$7')}
         order by g."createdAt", g.id limit $6`,
        [projectId, name, receivedAt, ...positionOf(after), limit, resolverOf(event)],
      )
    },

    waitOf: async (gateId) => (await waits('g.id = $1', [gateId]))[0] ?? null,

    eventsFor: async ({ found: { gate } }, after, limit) => {
      const { rows } = await pool.query<ReceivedEventRow>(
        `select ${eventColumns} from "ReceivedEvent" e, "Gate" g
         where g.id = $1 and e."projectId" = g."projectId" and e.name = g.context->>'event'
           and e."receivedAt" >= (g.context->>'since')::timestamptz
           and (e."receivedAt", e.id) > ($2, $3) and not ${wasGiven(`'event:' || e.id`)}
         order by e."receivedAt", e.id limit $4`,
        [gate.id, ...positionOf(after), limit],
      )
      return rows
    },

    settle: async (eventId, at, startedRunIds) => {
      await pool.query(
        `update "ReceivedEvent" set "deliveredAt" = $2, "startedRunIds" = $3 where id = $1 and "deliveredAt" is null`,
        [eventId, at, startedRunIds],
      )
    },

    undelivered: async (before, limit) => {
      const { rows } = await pool.query<{ id: string }>({
        name: 'rungraph-undelivered-events',
        text: `select id from "ReceivedEvent" where "deliveredAt" is null and "receivedAt" < $1 order by "receivedAt", id limit $2`,
        values: [before, limit],
      })
      return rows.map(({ id }) => id)
    },
  }
}

type WaitRow = FoundRow & { readonly runContext: JsonObject | null }

const eventColumns = `e.id, e."projectId", e.name, e.key, e.data, e.sealed, e."sentBy", e."receivedAt", e."deliveredAt", e."expiresAt"`

const insertStatement = `
insert into "ReceivedEvent" (id, "projectId", name, key, data, sealed, "sentBy", "receivedAt", "expiresAt")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict ("projectId", key) do nothing`

/** The context of a run may be large: it is read where a filter speaks of it. */
const waitStatement = `
select ${foundColumns}, case when g.context->>'filter' like '%context%' then r.context end as "runContext" from ${foundTables}`

const isOpenWait = `g.kind = 'EVENT' and g.status = 'OPEN'`

/**
 * Whether the run of gate g was given an event before, in another step or in this call. By the log and not by clocks: calls of one step may
 * wait for the same event.
 */
function wasGiven(resolver: string): string {
  return `exists (
    select 1 from "Gate" o
    where o.kind = 'EVENT' and o."resolvedBy" = ${resolver} and o."runId" = g."runId"
      and (o."actionId" = g."actionId" or o."stepId" is distinct from g."stepId"))`
}

const first: TimePosition = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' }

function positionOf(after: TimePosition | null): readonly [Date, string] {
  const { at, id } = after ?? first
  return [at, id]
}

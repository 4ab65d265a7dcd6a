import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type pg from 'pg'
import {
  type Batch,
  type BatchCall,
  type BatchStore,
  batchPosition,
  type DueBatches,
  type EndedCall,
} from '../domain/batch-store.ts'
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import type { BatchResponse } from '../domain/model-batch.ts'
import type { Vault } from '../domain/redaction.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** A request is part of so many batches at most. */
const maxSends = 3

/** The run goes on at the full price when its deadline is nearer than this: no batch would be answered by then. */
const leastAheadMs = 60_000

/** Most characters of an error of a provider. */
const maxErrorChars = 2_000

/** The rows of batches, in PostgreSQL. What is said to a model, and what it says, is sealed. */
export function createBatchStore({
  pool,
  vault,
}: {
  readonly pool: pg.Pool
  readonly vault: Vault
}): BatchStore {
  const seal = async (value: Json) => vault.sealBytes(await compress(Buffer.from(JSON.stringify(value))))
  const open = async (sealed: Buffer): Promise<Json> => {
    const bytes = vault.openBytes(sealed)
    return bytes === null ? null : JSON.parse(String(await decompress(bytes)))
  }

  return {
    add: async (call) => {
      const { id, projectId, runId, gateId, provider, model, profile, position, request, deadlineAt } = call
      const ofRun = [id, projectId, runId, gateId, provider, model, profile, JSON.stringify(position)]
      const bytes = Buffer.byteLength(JSON.stringify(request))
      await pool.query(
        `insert into "BatchCall" (id, "projectId", "runId", "gateId", provider, model, profile, position, request, "requestBytes", "deadlineAt", "createdAt")
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp())`,
        [...ofRun, await seal(request), bytes, deadlineAt],
      )
    },

    find: async (callId) => {
      const { rows } = await pool.query<StoredCall & { readonly response: Buffer | null }>(
        `select ${callColumns}, c.response from "BatchCall" c where id = $1`,
        [callId],
      )
      if (!rows[0]) return null
      const { response, position, ...row } = rows[0]
      const opened = response && toResponse(await open(response))
      return { ...row, position: batchPosition.parse(position), response: opened }
    },

    due: async ({ everyMs }) => {
      const { rows } = await pool.query<DueBatches>({
        name: 'rungraph-due-batches',
        text: dueStatement,
        values: [everyMs],
      })
      return rows[0] ?? { collect: false, settle: false, batchIds: [] }
    },

    groups: async ({ everyMs }) => {
      const { rows } = await pool.query(groupsStatement, [everyMs])
      return rows
    },

    collect: async ({ provider, model, profile }, { id, holdMs, maxRequests, maxBytes }) => {
      const values = [id, provider, model, profile, maxRequests, maxBytes, holdMs]
      const { rows } = await pool.query<Batch>(collectStatement, values)
      return rows[0] ?? null
    },

    take: async (batchId, holdMs) => {
      const { rows } = await pool.query<Batch>(
        `update "Batch" b set "nextLookAt" = ${inMs('$2')}, looks = looks + 1
         where id = $1 and state <> 'ENDED' and "nextLookAt" <= clock_timestamp() returning ${batchColumns}`,
        [batchId, holdMs],
      )
      return rows[0] ?? null
    },

    requests: async (batchId) => {
      const { rows } = await pool.query<{ id: string; request: Buffer }>(
        `select id, request from "BatchCall"
         where "batchId" = $1 and state = 'SENT' and request is not null order by "createdAt", id`,
        [batchId],
      )
      const requests: { id: string; request: JsonObject }[] = []
      for (const { id, request: sealed } of rows) {
        const request = await open(sealed)
        if (isJsonObject(request)) requests.push({ id, request })
        else await pool.query(failStatement, [batchId, 'its request cannot be decrypted any more', id])
      }
      const ids = requests.map(({ id }) => id)
      await pool.query(`update "Batch" set "callIds" = $2::uuid[] where id = $1`, [batchId, ids])
      return requests
    },

    sent: async (batchId, providerBatchId, lookAfterMs) => {
      await pool.query(
        `update "Batch" set state = 'SENT', "providerBatchId" = $2, looks = 0, "nextLookAt" = ${inMs('$3')}, "sentAt" = clock_timestamp()
         where id = $1 and state = 'CREATING'`,
        [batchId, providerBatchId, lookAfterMs],
      )
    },

    lookAgain: async (batchId, afterMs) => {
      await pool.query(`update "Batch" set "nextLookAt" = ${inMs('$2')} where id = $1 and state <> 'ENDED'`, [
        batchId,
        afterMs,
      ])
    },

    isWanted: async (batchId) => {
      const { rows } = await pool.query<{ isWanted: boolean }>(
        `select exists (
           select 1 from "BatchCall" c join "Gate" g on g.id = c."gateId"
           where c."batchId" = $1 and c.state = 'SENT' and g.status = 'OPEN'
         ) as "isWanted"`,
        [batchId],
      )
      return rows[0]?.isWanted ?? false
    },

    cancelled: async (batchId) => {
      await pool.query(`update "Batch" set "cancelledAt" = clock_timestamp() where id = $1`, [batchId])
    },

    save: async (batchId, results) => {
      // Of two answers to a request the first counts, here as in the rows.
      const answered = new Map<string, Buffer>()
      for (const { id, response } of results)
        if (response && isUuid(id) && !answered.has(id))
          answered.set(id, await seal({ status: response.status, body: response.body }))
      if (answered.size === 0) return
      await pool.query(
        `update "BatchCall" c set state = 'ANSWERED', response = u.sealed, request = null, "endedAt" = clock_timestamp()
         from unnest($2::uuid[], $3::bytea[]) as u(id, sealed)
         where c.id = u.id and c."batchId" = $1 and c.state = 'SENT'`,
        [batchId, [...answered.keys()], [...answered.values()]],
      )
    },

    end: async (batchId) => {
      await pool.query(endStatement, [batchId, maxSends, leastAheadMs])
    },

    fail: async (batchId, why) => {
      await pool.query(
        `with failed as (${failStatement}) update "Batch" set state = 'ENDED', "endedAt" = clock_timestamp() where id = $1`,
        [batchId, why.slice(0, maxErrorChars), null],
      )
    },

    cancelUnwanted: async () => {
      await pool.query(cancelStatement)
    },

    ended: async (limit) => {
      const { rows } = await pool.query<StoredCall & Pick<EndedCall, 'gateStatus'>>(
        `select ${callColumns}, g.status as "gateStatus" from "BatchCall" c left join "Gate" g on g.id = c."gateId"
         where c.state in ('ANSWERED', 'FAILED', 'CANCELLED') and c."settledAt" is null order by c."createdAt", c.id limit $1`,
        [limit],
      )
      return rows.map(({ position, ...row }) => ({ ...row, position: batchPosition.parse(position) }))
    },

    settle: async (callId) => {
      const { rowCount } = await pool.query(
        `update "BatchCall" set "settledAt" = clock_timestamp() where id = $1 and "settledAt" is null`,
        [callId],
      )
      return rowCount === 1
    },

    purge: async () => {
      await pool.query(purgeCallsStatement)
      await pool.query(
        `delete from "Batch" where state = 'ENDED' and "endedAt" < clock_timestamp() - interval '7 days'`,
      )
    },
  }
}

interface StoredCall extends Omit<BatchCall, 'response' | 'position'> {
  readonly position: unknown
}

const callColumns = `c.id, c."projectId", c."runId", c."gateId", c.provider, c.model, c.profile, c.position, c.state, c.error, c."createdAt", c."deadlineAt"`

const batchColumns = `b.id, b.provider, b.model, b.profile, b.state, b."providerBatchId", b."callIds", b.looks, b."createdAt", b."cancelledAt"`

function toResponse(opened: Json): BatchResponse | null {
  if (!isJsonObject(opened) || typeof opened.status !== 'number') return null
  return { status: opened.status, body: opened.body ?? null }
}

function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
}

/** SQL: the time so many milliseconds ahead. */
function inMs(parameter: string): string {
  return `clock_timestamp() + ${parameter}::int * interval '1 millisecond'`
}

const isWaiting = `c.state = 'QUEUED' and c."settledAt" is null and g.status = 'OPEN'`

const hasWaited = `c."createdAt" <= clock_timestamp() - $1::int * interval '1 millisecond'`

/** The row of a request is there before its gate; where that never came, its run did not live to wait. */
const isUnwanted = `c.state = 'QUEUED' and c."settledAt" is null
  and (g.status <> 'OPEN' or g.id is null and c."createdAt" < clock_timestamp() - interval '1 hour')`

/** So many that wait are sent before their time. */
const manyCalls = 1_000

const dueStatement = `
select
  exists (select 1 from "BatchCall" c join "Gate" g on g.id = c."gateId" where ${isWaiting} and ${hasWaited})
  or exists (select 1 from "BatchCall" c left join "Gate" g on g.id = c."gateId" where ${isUnwanted})
  or exists (
    select 1 from "BatchCall" c where c.state = 'QUEUED' and c."settledAt" is null offset ${manyCalls - 1}
  ) as collect,
  exists (
    select 1 from "BatchCall" c where c.state in ('ANSWERED', 'FAILED', 'CANCELLED') and c."settledAt" is null
  ) as settle,
  array(
    select b.id from "Batch" b where b.state <> 'ENDED' and b."nextLookAt" <= clock_timestamp() order by b."nextLookAt", b.id limit 100
  ) as "batchIds"`

const groupsStatement = `
select c.provider, c.model, c.profile from "BatchCall" c join "Gate" g on g.id = c."gateId" where ${isWaiting}
group by c.provider, c.model, c.profile having bool_or(${hasWaited}) or count(*) >= ${manyCalls}
order by c.provider, c.model, c.profile limit 100`

/** The first request is taken whatever its size. */
const collectStatement = `
with found as (
  select c.id, c."requestBytes", c."createdAt" from "BatchCall" c join "Gate" g on g.id = c."gateId"
  where ${isWaiting} and c.provider = $2 and c.model = $3 and c.profile = $4
  order by c."createdAt", c.id limit $5 for update of c skip locked
), measured as (
  select id, sum("requestBytes") over (order by "createdAt", id) as bytes, row_number() over (order by "createdAt", id) as place
  from found
), taken as (
  update "BatchCall" c set state = 'SENT', "batchId" = $1, "sentAt" = clock_timestamp(), sends = c.sends + 1
  from measured m where c.id = m.id and (m.place = 1 or m.bytes <= $6) returning c.id
)
insert into "Batch" as b (id, provider, model, profile, calls, "nextLookAt", "createdAt")
select $1::uuid, $2, $3, $4, count(*), ${inMs('$7')}, clock_timestamp() from taken having count(*) > 0
returning ${batchColumns}`

/** Of one request (`$3`), or of all of a batch. */
const failStatement = `update "BatchCall" set state = 'FAILED', error = $2, request = null, "endedAt" = clock_timestamp()
where "batchId" = $1 and state = 'SENT' and ($3::uuid is null or id = $3)`

const endStatement = `
with again as (
  update "BatchCall" c set state = 'QUEUED', "batchId" = null, "sentAt" = null
  from "Gate" g
  where c."batchId" = $1 and c.state = 'SENT' and g.id = c."gateId" and g.status = 'OPEN' and c.sends < $2
    and c."deadlineAt" > ${inMs('$3')}
  returning c.id
), failed as (
  update "BatchCall" c set state = 'FAILED', error = 'its batch ended without an answer', request = null, "endedAt" = clock_timestamp()
  where c."batchId" = $1 and c.state = 'SENT' and c.id not in (select id from again)
)
update "Batch" set state = 'ENDED', "endedAt" = clock_timestamp() where id = $1`

const cancelStatement = `
update "BatchCall" set state = 'CANCELLED', request = null, "endedAt" = clock_timestamp()
where id in (
  select c.id from "BatchCall" c left join "Gate" g on g.id = c."gateId" where ${isUnwanted} for update of c skip locked
)`

/** An owner may take long to come: it finds the answer until its call is recorded, or its run is over. */
const purgeCallsStatement = `
delete from "BatchCall" c using "Run" r
where r.id = c."runId" and c."settledAt" < clock_timestamp() - interval '1 hour' and (
  r.status in ('COMPLETED', 'FAILED', 'CANCELLED') or c.state <> 'ANSWERED'
  or exists (select 1 from "ModelCall" m where m."runId" = c."runId" and m."messageId" = c.id::text)
)`

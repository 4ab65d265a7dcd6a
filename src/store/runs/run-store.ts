import type pg from 'pg'
import { RungraphError } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import type { FilePart } from '../../domain/message.ts'
import type { RunStatus } from '../../domain/run.ts'
import { filesOfInput, type ReceivedInput, type RunInput } from '../../domain/run-input.ts'
import type { ChildOutcome, LocalSlots, RunStore, RunSummary } from '../../domain/run-store.ts'
import type { DrawnVersion } from '../../domain/version-traffic.ts'
import { topics } from '../../domain/wakeups.ts'
import { createHistoryStore } from '../../log/fold/history-store.ts'
import { createSecretStore } from '../../log/fold/insert-fork-state.ts'
import { readOpenWork, readUsage, restore } from '../../log/fold/restore.ts'
import { bringUp } from '../../log/project/project-rows.ts'
import { againAfterDeadlock, inTransaction } from '../../sql/transaction.ts'
import { linkFiles } from '../files/run-files.ts'
import { AcceptGroup } from './accept-group.ts'
import { type AcceptOptions, findByKey } from './accept-run.ts'
import { createBindingStore } from './binding-store.ts'
import { createEventStore } from './event-store.ts'
import { createGateStore } from './gate-store.ts'
import { updateLabels } from './run-labels.ts'
import { createRunOwnership } from './run-ownership.ts'
import { readRunScope } from './run-scope.ts'

interface RunStoreOptions extends AcceptOptions {
  /** Absent: no worker is in this process. */
  readonly slots?: LocalSlots
}

/** The rows of runs, in PostgreSQL. */
export function createRunStore(options: RunStoreOptions): RunStore {
  const { pool, wakeups, slots, newId } = options
  const group = new AcceptGroup(options)
  return {
    insert: async (run) => {
      const slot = run.startAt === undefined ? (slots?.reserve() ?? null) : null
      try {
        const { inserted, claimed } = await group.accept(run, slot !== null)
        wakeups.publish(claimed ? topics.runs(run.projectId) : topics.queue)
        if (claimed) slot?.begin(claimed)
        else slot?.free()
        return inserted
      } catch (error) {
        slot?.abandon({ runId: run.id, epoch: 1 })
        throw error
      }
    },

    find: async (projectId, runId) => {
      await bringUp(pool, [runId])
      const { rows } = await pool.query<Omit<RunSummary, 'requests' | 'tokens'>>(summaryStatement, [
        projectId,
        runId,
      ])
      return rows[0] ? { ...rows[0], ...(await readUsage(pool, runId)) } : null
    },

    known: (projectId, idempotencyKey) => findByKey(pool, { projectId, idempotencyKey }),

    scope: (projectId, runId) => readRunScope(pool, projectId, runId),

    updateLabels: (projectId, runId, change) => updateLabels(pool, { projectId, runId }, change),

    ...createRunOwnership(options),

    requestAbort: async (runId, reason, by = null) => {
      const mark = () =>
        pool.query<{ id: string; status: 'RUNNING' | 'WAITING' }>(abortStatement, [runId, reason, by])
      // A growing tree has many rows, which are locked in another order than by other commits. PostgreSQL then ends one of the two
      // transactions.
      const { rows } = await againAfterDeadlock(mark)
      wakeups.publish(topics.control(runId))
      for (const { id } of rows) if (id !== runId) wakeups.publish(topics.control(id))
      return rows.find(({ id }) => id === runId)?.status ?? null
    },

    restore: (run) => restore(pool, run),

    childOutcome: async (runId) => {
      const { rows } = await pool.query<ChildOutcome>(outcomeStatement, [runId])
      if (!rows[0]) throw new Error(`There is no child run ${runId}.`)
      return rows[0]
    },

    openWork: async (runId) => {
      await bringUp(pool, [runId])
      return readOpenWork(pool, runId)
    },

    hasMade: async (runId, { type, target }) => {
      await bringUp(pool, [runId])
      const { rowCount } = await pool.query(
        `select 1 from "Action" where "runId" = $1 and type::text = $2 and target = $3 and status = 'SUCCEEDED' limit 1`,
        [runId, type, target],
      )
      return rowCount === 1
    },

    liveDescendants: async (rootId, runId) => {
      const { rows } = await pool.query<{ id: string }>(liveStatement, [rootId, runId])
      return rows.map(({ id }) => id)
    },

    sendInput: async (runId, input, statuses) => {
      const isSent = await sendInput(pool, { runId, input, statuses })
      wakeups.publish(topics.control(runId))
      return isSent
    },

    readInputs: async (runId, consumed) => {
      const { rows } = await pool.query<InputRow>(
        `select kind, text, files, "sentBy", "createdAt" from "RunInput" where "runId" = $1 and number > $2 order by number`,
        [runId, consumed],
      )
      return rows.map(toReceivedInput)
    },

    readOutput: async (runId, actionId) => {
      await bringUp(pool, [runId])
      const { rows } = await pool.query<{ output: Json }>(outputStatement, [runId, actionId])
      const output = rows[0]?.output ?? null
      return output === null || typeof output === 'string' ? output : JSON.stringify(output)
    },

    bindings: createBindingStore(pool),
    sessions: {
      remember: async (projectId, key, memory) => {
        const { rows } = await pool.query<{ sessionId: string }>(rememberStatement, [
          newId(),
          projectId,
          key,
          memory,
        ])
        if (!rows[0]) throw new Error(`Session ${key} was neither inserted nor found.`)
        return rows[0]
      },
      lastVersion: async (projectId, { key, agentId }) => {
        const { rows } = await pool.query<DrawnVersion>(lastVersionStatement, [projectId, key, agentId])
        return rows[0] ?? null
      },
    },
    gates: createGateStore(pool),
    events: createEventStore(options),
    history: createHistoryStore(pool),
    secrets: createSecretStore(pool),
  }
}

interface InputRow {
  readonly kind: RunInput['kind']
  readonly text: string
  readonly files: readonly FilePart[] | null
  readonly sentBy: string | null
  readonly createdAt: Date
}

function toReceivedInput({ kind, text, files, sentBy, createdAt: receivedAt }: InputRow): ReceivedInput {
  const sent = { receivedAt, ...(sentBy !== null && { sentBy }) }
  return kind === 'MESSAGE' ? { ...sent, kind, text, ...(files && { files }) } : { ...sent, kind }
}

interface SentInput {
  readonly runId: string
  readonly input: RunInput
  readonly statuses: readonly RunStatus[]
}

/** False where the run is in none of the statuses. @throws NOT_FOUND where a file of the message is gone */
async function sendInput(pool: pg.Pool, { runId, input, statuses }: SentInput): Promise<boolean> {
  const text = input.kind === 'MESSAGE' ? input.text : ''
  const files = filesOfInput(input)
  const given = files.length === 0 ? null : JSON.stringify(files)
  const values = [runId, input.kind, text, statuses, input.sentBy ?? null, given]
  if (files.length === 0) return (await pool.query(inputStatement, values)).rowCount === 1
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ projectId: string; rootId: string }>(inputStatement, values)
    if (!rows[0]) return false
    if (await linkFiles(client, { ...rows[0], files })) return true
    throw new RungraphError('NOT_FOUND', { kind: 'file' })
  })
}

const summaryStatement = `
select r.id, r."parentId", r."rootId", r.status, r."stepCount", r."actionCount", r."costUsd"::text, r."activeMs", r."startedAt", r."effectiveLimits", r."sessionId",
  r."abortRequestedAt", r."abortReason", r."abortedBy", (r."nextSeq" - 1)::int as "lastSeq",
  (select coalesce(max(m.position), -1) + 1 from "Message" m where m."runId" = r.id) as "nextPosition",
  (select w.slug from "Workflow" w where w.id = r."workflowId") as workflow
from "Run" r where r."projectId" = $1 and r.id = $2`

/** The run's row is locked by the update, so that numbers are dense and no ending passes the message by. */
const inputStatement = `
with counted as (
  update "Run" set "inputsReceived" = "inputsReceived" + 1 where id = $1 and status::text = any($4::text[])
  returning id, "projectId", "rootId", "inputsReceived"
), sent as (
  insert into "RunInput" ("runId", "projectId", number, kind, text, "sentBy", files)
  select id, "projectId", "inputsReceived", $2, $3, $5, $6::jsonb from counted
)
select "projectId", "rootId" from counted`

/** The history of a run that is made from another refers to the outputs of that one's actions, and so on (RUN-9). */
const outputStatement = `
with recursive line as (
  select id, "projectId", "sessionId", "forkedFromId", "replayOfId" from "Run" where id = $1
  union
  select o.id, o."projectId", o."sessionId", o."forkedFromId", o."replayOfId" from line l
  join "Run" o on o.id = coalesce(l."forkedFromId", l."replayOfId")
)
select a.output from "Action" a join "Run" o on o.id = a."runId"
where a.id = $2 and exists (
  select 1 from line l where a."projectId" = l."projectId" and (o.id = l.id or o."sessionId" = l."sessionId")
)`

/**
 * The whole tree below it at once: the reach of an abort does not grow with the depth (RUN-4), and a run that is claimed late does nothing.
 */
const abortStatement = `
with tree as (
  select id from "Run" where (id = $1 and status in ('RUNNING', 'WAITING'))
  or ("rootId" = (select "rootId" from "Run" where id = $1) and $1 = any("ancestorIds") and status in ('QUEUED', 'RUNNING', 'WAITING'))
  order by id for no key update
)
update "Run" r set "abortRequestedAt" = coalesce(r."abortRequestedAt", clock_timestamp()), "abortReason" = case when r."abortRequestedAt" is null then $2 else r."abortReason" end,
  "abortedBy" = case when r."abortRequestedAt" is null then $3 else r."abortedBy" end
from tree where r.id = tree.id and r.status in ('QUEUED', 'RUNNING', 'WAITING')
returning r.id, r.status`

const outcomeStatement = `
select r.status, r."terminationReason" as reason, r.summary, r."errorCode", r."errorMessage",
  r."workflowId" is not null or json_typeof(v.definition->'outputSchema') = 'object' as "isData", r."loopState"->>'unmet' as unmet
from "Run" r join "AgentVersion" v on v."agentId" = r."agentId" and v.version = r."agentVersion" where r.id = $1`

const liveStatement = `
select id from "Run"
where "rootId" = $1 and $2 = any("ancestorIds") and status in ('QUEUED', 'RUNNING', 'WAITING')
order by depth, id`

const lastVersionStatement = `
select r."agentVersion" as version, r."canaryId" from "Session" s join "Run" r on r."sessionId" = s.id
where s."projectId" = $1 and s.key = $2 and r."agentId" = $3 and r."forkedFromId" is null and r."replayOfId" is null
order by r."sessionNumber" desc limit 1`

const rememberStatement = `
insert into "Session" (id, "projectId", key, memory) values ($1, $2, $3, $4)
on conflict ("projectId", key) do update set memory = excluded.memory returning id as "sessionId"`

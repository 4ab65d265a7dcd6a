import type pg from 'pg'
import type { EventTriggerRow, EventTriggerStore } from '../domain/event-trigger.ts'
import { lockProject } from '../sql/lock-spaces.ts'
import { inTransaction } from '../sql/transaction.ts'

/** The rows of event triggers, in PostgreSQL. */
export function createEventTriggerStore(pool: pg.Pool): EventTriggerStore {
  return {
    save: (trigger, max) =>
      inTransaction(pool, async (client) => {
        // The count is exact, as the triggers of a project are saved one after another.
        await lockProject(client, 'eventTriggers', trigger.projectId)
        const { rows } = await client.query<{ id: string }>(saveStatement, [...valuesOf(trigger), max])
        return rows[0]?.id ?? null
      }),

    find: async (projectId, name) => {
      const { rows } = await pool.query<EventTriggerRow>(
        `select ${columns} from "EventTrigger" where "projectId" = $1 and name = $2`,
        [projectId, name],
      )
      return rows[0] ?? null
    },

    delete: async (projectId, triggerId) => {
      const { rowCount } = await pool.query('delete from "EventTrigger" where "projectId" = $1 and id = $2', [
        projectId,
        triggerId,
      ])
      return rowCount === 1
    },

    enabledFor: async (projectId, event) => {
      const { rows } = await pool.query<EventTriggerRow>({
        name: 'rungraph-event-triggers',
        text: `select ${columns} from "EventTrigger" where "projectId" = $1 and event = $2 and enabled order by id`,
        values: [projectId, event],
      })
      return rows
    },

    fired: async (triggerId, at, error) => {
      await pool.query({
        name: `rungraph-event-trigger-${error === null ? 'started' : 'failed'}`,
        text: error === null ? startedStatement : failedStatement,
        values: error === null ? [triggerId, at] : [triggerId, error],
      })
    },
  }
}

/** Many events may start runs at once: the row is written once a second, and whenever the trigger works again. */
const startedStatement = `
update "EventTrigger" set "lastError" = null, "lastAt" = greatest("lastAt", $2::timestamptz)
where id = $1 and ("lastError" is not null or "lastAt" is null or "lastAt" <= $2::timestamptz - interval '1 second')`

const failedStatement = `update "EventTrigger" set "lastError" = $2 where id = $1 and "lastError" is distinct from $2`

const columns = `id, "projectId", name, event, condition, "agentId", input, "sessionKey", tags, metadata, pricing, "batchDeadlineMs", enabled`

function valuesOf(trigger: EventTriggerRow): readonly unknown[] {
  const { id, projectId, name, event, condition, agentId, input, sessionKey, tags, metadata, enabled } =
    trigger
  return [
    id,
    projectId,
    name,
    event,
    condition,
    agentId,
    input,
    sessionKey,
    tags,
    JSON.stringify(metadata),
    trigger.pricing,
    trigger.batchDeadlineMs,
    enabled,
  ]
}

const saveStatement = `
insert into "EventTrigger" (${columns}, "createdAt")
select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, clock_timestamp()
where (select count(*) from "EventTrigger" where "projectId" = $2 and name <> $3) < $14
on conflict ("projectId", name) do update set event = excluded.event, condition = excluded.condition, "agentId" = excluded."agentId",
  input = excluded.input, "sessionKey" = excluded."sessionKey", tags = excluded.tags, metadata = excluded.metadata,
  pricing = excluded.pricing, "batchDeadlineMs" = excluded."batchDeadlineMs", enabled = excluded.enabled
returning id`

import type pg from 'pg'
import type { EventSourceRow, EventSourceStore } from '../domain/event-source.ts'
import { partsOfKey } from '../domain/object-key.ts'
import { lockProject } from '../sql/lock-spaces.ts'
import { inTransaction } from '../sql/transaction.ts'

/** The rows of event sources, in PostgreSQL. */
export function createEventSourceStore(pool: pg.Pool): EventSourceStore {
  return {
    save: (source, max) =>
      inTransaction(pool, async (client) => {
        // The count is exact, as the sources of a project are saved one after another.
        await lockProject(client, 'eventSources', source.projectId)
        const { rows } = await client.query<{ id: string }>(saveStatement, [...valuesOf(source), max])
        return rows[0]?.id ?? null
      }),

    find: async (projectId, slug) => {
      const { rows } = await pool.query<EventSourceRow>(
        `select ${columns} from "EventSource" where "projectId" = $1 and slug = $2`,
        [projectId, slug],
      )
      return rows[0] ?? null
    },

    findByAddress: async (project, slug) => {
      const { column, value } = partsOfKey(project)
      const { rows } = await pool.query<EventSourceRow>({
        name: `rungraph-event-source-${column}`,
        text: `select ${columns} from "EventSource"
          where "projectId" = (select p.id from "Project" p where p.${column} = $1) and slug = $2`,
        values: [value, slug],
      })
      return rows[0] ?? null
    },

    countSince: async (projectId, sentBy, since, max) => {
      const { rows } = await pool.query<{ count: number }>({
        name: 'rungraph-events-of-source',
        text: `select count(*)::int as count from (
          select from "ReceivedEvent" where "projectId" = $1 and "receivedAt" >= $3 and "sentBy" = $2 limit $4) recent`,
        values: [projectId, sentBy, since, max],
      })
      return rows[0]?.count ?? 0
    },

    delete: async (projectId, sourceId) => {
      const { rowCount } = await pool.query('delete from "EventSource" where "projectId" = $1 and id = $2', [
        projectId,
        sourceId,
      ])
      return rowCount === 1
    },
  }
}

const names = [
  ...['id', 'projectId', 'slug', 'scheme', 'secret', 'previousSecret', 'previousSecretUntil'],
  ...[
    'signatureHeader',
    'signatureEncoding',
    'eventName',
    'nameAt',
    'idAt',
    'toleranceSeconds',
    'maxPerMinute',
  ],
] as const satisfies readonly (keyof EventSourceRow)[]

const columns = names.map((name) => `"${name}"`).join(', ')

function valuesOf(source: EventSourceRow): readonly unknown[] {
  return names.map((name) => source[name])
}

const changed = names.filter((name) => !['id', 'projectId', 'slug'].includes(name))

const saveStatement = `
insert into "EventSource" (${columns}, "createdAt")
select ${names.map((_, nth) => `$${nth + 1}`).join(', ')}, clock_timestamp()
where (select count(*) from "EventSource" where "projectId" = $2 and slug <> $3) < $${names.length + 1}
on conflict ("projectId", slug) do update set ${changed.map((name) => `"${name}" = excluded."${name}"`).join(', ')}
returning id`

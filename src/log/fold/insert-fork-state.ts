import type pg from 'pg'
import { RungraphError } from '../../domain/errors.ts'
import type { SecretRow } from '../../domain/run-log.ts'
import type { NewRun, SecretStore } from '../../domain/run-store.ts'
import { recordRows } from '../project/project-rows.ts'

/** Writes the history that a new run takes over from another, and the messages sent to it before its start (RUN-9). */
export async function insertForkState(
  client: pg.PoolClient,
  { id, projectId, beginning }: NewRun,
  newId: () => string,
): Promise<void> {
  if (!beginning) return
  const { messages, view, inputs, forkedFromId, replayOf } = beginning
  const originId = forkedFromId ?? replayOf?.runId ?? null
  await keepOrigin(client, originId)
  if (originId !== null) await client.query(copySecretsStatement, [id, originId])
  if (messages.length > 0) {
    const rows = messages.map(({ message, stepNumber }, position) => ({
      position,
      stepNumber,
      role: message.role.toUpperCase(),
      content: message,
    }))
    await client.query(messagesStatement, [id, projectId, JSON.stringify(rows)])
  }
  if (view !== null) await client.query(viewStatement, [newId(), projectId, id, JSON.stringify(view)])
  if (inputs.length > 0) {
    const rows = inputs.map((input, index) => ({ number: index + 1, text: '', ...input }))
    await client.query(inputsStatement, [id, projectId, JSON.stringify(rows)])
  }
  if (messages.length > 0 || view !== null) await recordRows(client, [id])
}

/**
 * The origin of a run stays as long as that run. Retention locks the roots of the runs that it removes: either it locks after this and
 * sees the new run, or before, and then the history that was read may be incomplete. @throws NOT_FOUND
 */
async function keepOrigin(client: pg.PoolClient, originId: string | null): Promise<void> {
  if (originId === null) return
  const { rowCount } = await client.query(
    `select 1 from "Run" root where root.id = (select "rootId" from "Run" where id = $1) and root."removedAt" is null for key share`,
    [originId],
  )
  if (rowCount === 0) throw new RungraphError('NOT_FOUND', { kind: 'run' })
}

const messagesStatement = `
insert into "Message" ("runId", "projectId", position, "stepNumber", role, content, "createdAt")
select $1, $2, m.position, m."stepNumber", m.role, m.content, clock_timestamp()
from json_to_recordset($3::json) as m(position int, "stepNumber" int, role "MessageRole", content json)`

/** Inserts the context view of the original. The strategies and token counts stay with the run whose compaction made the view. */
const viewStatement = `
insert into "Compaction" (id, "projectId", "runId", number, view, strategies, "tokensBefore", "tokensAfter", "createdAt")
values ($1, $2, $3, 1, $4, '{}', 0, 0, clock_timestamp())`

const inputsStatement = `
insert into "RunInput" ("runId", "projectId", number, kind, text, files)
select $1, $2, i.number, i.kind, i.text, i.files from jsonb_to_recordset($3::jsonb) as i(number int, kind text, text text, files jsonb)`

/** Creates the store of the secrets behind marks, in PostgreSQL (TAS-7). */
export function createSecretStore(pool: pg.Pool): SecretStore {
  return {
    async ofRun({ projectId, rootId, sessionId }) {
      const { rows } = await pool.query<SecretRow>(
        `select ${secretFields} from "Secret" s where ${inScope} order by s."createdAt" desc, s.id limit 2000`,
        [projectId, rootId, sessionId],
      )
      return rows
    },

    async find({ projectId, rootId, sessionId }, ids) {
      const { rows } = await pool.query<SecretRow>(
        `select ${secretFields} from "Secret" s where ${inScope} and s.id = any($4)`,
        [projectId, rootId, sessionId, ids],
      )
      return rows
    },
  }
}

const secretFields = 's."rootId", s.id, s."projectId", s.sealed'

/** Trees that are being removed are excluded. */
const inScope = `s."projectId" = $1 and s."rootId" in (
  select root.id from "Run" root where root."removedAt" is null and (root.id = $2 or root.id in (
    select r."rootId" from "Run" r where $3::uuid is not null and r."sessionId" = $3)))`

/** Gives the tree of a new run the secrets of a tree that it takes rows over from, and of that one's session. */
const copySecretsStatement = `
insert into "Secret" ("rootId", id, "projectId", sealed)
select distinct on (s.id) $1::uuid, s.id, s."projectId", s.sealed
from "Run" origin
join "Run" source on source.id = origin.id or (origin."sessionId" is not null and source."sessionId" = origin."sessionId")
join "Secret" s on s."rootId" = source."rootId"
where origin.id = $2
on conflict do nothing`

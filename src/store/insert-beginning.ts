import type pg from 'pg'
import type { NewRun } from '../domain/run-store.ts'

/** Writes the history that a new run takes over from another, and what was sent to it ahead of its start (RUN-9). */
export async function insertBeginning(
  client: pg.PoolClient,
  { id, projectId, beginning }: NewRun,
  newId: () => string,
): Promise<void> {
  if (!beginning) return
  const { messages, view, inputs } = beginning
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
    const rows = inputs.map((input, place) => ({ number: place + 1, text: '', ...input }))
    await client.query(inputsStatement, [id, projectId, JSON.stringify(rows)])
  }
}

const messagesStatement = `
insert into "Message" ("runId", "projectId", position, "stepNumber", role, content, "createdAt")
select $1, $2, m.position, m."stepNumber", m.role, m.content, clock_timestamp()
from jsonb_to_recordset($3::jsonb) as m(position int, "stepNumber" int, role "MessageRole", content jsonb)`

/** The view that was in force; what it was made by, and what that saved, is told in the run that it was made in. */
const viewStatement = `
insert into "Compaction" (id, "projectId", "runId", view, strategies, "tokensBefore", "tokensAfter", "createdAt")
values ($1, $2, $3, $4, '{}', 0, 0, clock_timestamp())`

const inputsStatement = `
insert into "RunInput" ("runId", "projectId", number, kind, text)
select $1, $2, i.number, i.kind, i.text from jsonb_to_recordset($3::jsonb) as i(number int, kind text, text text)`

import type pg from 'pg'
import type { Binding, BindingStore, NewBinding, Origin, SavedBinding } from '../../domain/binding.ts'
import { lockProject } from '../../sql/lock-spaces.ts'
import { inTransaction } from '../../sql/transaction.ts'

/** The rows of bindings, in PostgreSQL. */
export function createBindingStore(pool: pg.Pool): BindingStore {
  return {
    matching: async (projectId, origin) => {
      const { rows } = await pool.query<Binding>(matchingStatement, [projectId, ...fieldsOf(origin)])
      return rows
    },
    save: (projectId, binding) => inTransaction(pool, (client) => saveBinding(client, projectId, binding)),
    delete: async (projectId, bindingId) => {
      const { rowCount } = await pool.query(`delete from "Binding" where "projectId" = $1 and id = $2`, [
        projectId,
        bindingId,
      ])
      return rowCount === 1
    },
  }
}

async function saveBinding(
  client: pg.PoolClient,
  projectId: string,
  binding: NewBinding,
): Promise<SavedBinding> {
  // No index of the table holds nulls equal: one writer at a time sees whether the fields are taken.
  await lockProject(client, 'bindings', projectId)
  const { rows } = await client.query<{ id: string }>(sameFieldsStatement, [
    projectId,
    ...fieldsOf(binding),
    binding.id,
  ])
  if (rows[0]) return { kind: 'taken', bindingId: rows[0].id }
  const statement = binding.replaces ? replaceStatement : insertStatement
  const values = [projectId, ...fieldsOf(binding), binding.id, binding.agentId]
  const { rowCount } = await client.query(statement, values)
  return { kind: rowCount === 1 ? 'saved' : 'missing' }
}

function fieldsOf({ channel, accountId, guildId, peer }: Origin): readonly (string | null)[] {
  return [channel, accountId, guildId, peer]
}

const matchingStatement = `
select id, "agentId", channel, "accountId", "guildId", peer, "createdAt" from "Binding"
where "projectId" = $1 and (channel is null or channel = $2) and ("accountId" is null or "accountId" = $3)
  and ("guildId" is null or "guildId" = $4) and (peer is null or peer = $5)`

const sameFieldsStatement = `
select id from "Binding"
where "projectId" = $1 and channel is not distinct from $2 and "accountId" is not distinct from $3
  and "guildId" is not distinct from $4 and peer is not distinct from $5 and id <> $6`

const insertStatement = `
insert into "Binding" ("projectId", channel, "accountId", "guildId", peer, id, "agentId", "createdAt")
values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())`

const replaceStatement = `
update "Binding" set channel = $2, "accountId" = $3, "guildId" = $4, peer = $5, "agentId" = $7
where "projectId" = $1 and id = $6`

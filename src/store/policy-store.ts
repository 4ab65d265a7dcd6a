import type pg from 'pg'
import {
  maxPolicies,
  type NewPolicy,
  type Permission,
  type Policy,
  type PolicyStore,
  type SavedPolicy,
} from '../domain/permission.ts'
import { lockProject } from '../sql/lock-spaces.ts'
import { inTransaction } from '../sql/transaction.ts'

/** The rows of policies, in PostgreSQL. */
export function createPolicyStore(pool: pg.Pool): PolicyStore {
  return {
    of: async (projectId) => {
      const { rows } = await pool.query<PolicyRow>({
        name: 'rungraph-policies',
        text: ofProjectStatement,
        values: [projectId],
      })
      const [first] = rows
      if (!first) throw new Error(`There is no project ${projectId}.`)
      return { policies: rows.flatMap(toPolicy), fallback: first.fallback }
    },
    save: (projectId, policy) => inTransaction(pool, (client) => save(client, projectId, policy)),
    delete: async (projectId, policyId) => {
      const { rowCount } = await pool.query(`delete from "Policy" where "projectId" = $1 and id = $2`, [
        projectId,
        policyId,
      ])
      return rowCount === 1
    },
    // It holds nothing.
    changed: async () => undefined,
  }
}

/** A project with one of its policies; without an id, one that has none. */
type PolicyRow = { readonly fallback: Permission } & (Policy | { readonly id: null })

function toPolicy({ fallback: _fallback, ...policy }: PolicyRow): readonly Policy[] {
  return policy.id === null ? [] : [policy]
}

async function save(client: pg.PoolClient, projectId: string, policy: NewPolicy): Promise<SavedPolicy> {
  // No index of the table holds nulls equal: one writer at a time sees whether another speaks of the same calls.
  await lockProject(client, 'policies', projectId)
  const { id, agentId, appliesTo, type, target, operation, condition } = policy
  const { permission, reason, replaces } = policy
  const calls = [projectId, agentId, type, target, operation, condition]
  const conflict = await client.query<{ id: string }>(sameCallsStatement, [...calls, id])
  if (conflict.rows[0]) return { kind: 'taken', policyId: conflict.rows[0].id }
  if (!replaces && (await countOf(client, projectId)) >= maxPolicies) return { kind: 'full' }
  const statement = replaces ? replaceStatement : insertStatement
  const { rowCount } = await client.query(statement, [...calls, id, permission, reason, appliesTo])
  return { kind: rowCount === 1 ? 'saved' : 'missing' }
}

async function countOf(client: pg.PoolClient, projectId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from "Policy" where "projectId" = $1`,
    [projectId],
  )
  return rows[0]?.count ?? 0
}

const ofProjectStatement = `
select p."defaultPermission" as fallback, y.id, y."agentId", y."appliesTo", y.type, y.target, y.operation, y.condition, y.permission, y.reason
from "Project" p left join "Policy" y on y."projectId" = p.id where p.id = $1`

const sameCallsStatement = `
select id from "Policy"
where "projectId" = $1 and "agentId" is not distinct from $2 and type is not distinct from $3
  and target is not distinct from $4 and operation is not distinct from $5 and condition is not distinct from $6 and id <> $7`

const insertStatement = `
insert into "Policy" ("projectId", "agentId", type, target, operation, condition, id, permission, reason, "appliesTo", "createdAt")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp())`

const replaceStatement = `
update "Policy" set "agentId" = $2, type = $3, target = $4, operation = $5, condition = $6, permission = $8, reason = $9, "appliesTo" = $10
where "projectId" = $1 and id = $7`

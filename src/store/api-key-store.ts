import type pg from 'pg'
import type { ApiKeyStore, KnownKey, NewApiKey, RevokeKey } from '../domain/api-key.ts'
import type { Role } from '../domain/caller.ts'
import { isDatabaseUnavailable } from '../domain/database-unavailable.ts'
import { lockProject } from '../sql/lock-spaces.ts'
import { inTransaction } from '../sql/transaction.ts'

/** The rows of API keys, in PostgreSQL. The database's clock decides whether a key is valid, the same for all processes. */
export function createApiKeyStore(pool: pg.Pool): ApiKeyStore {
  return {
    insert: (key, max) => inTransaction(pool, (client) => insertLimited(client, key, max)),
    installNamed: (key) => inTransaction(pool, (client) => installNamed(client, key)),
    revoke: (call) => inTransaction(pool, (client) => revoke(client, call)),
    find: async (secretHash) => {
      const { rows } = await pool.query<KeyRow>({
        name: 'rungraph-key',
        text: findStatement,
        values: [secretHash],
      })
      const [row] = rows
      if (!row) return null
      if (row.isStale) await noteUse(pool, row.id)
      return toKnownKey(row)
    },
    ended: async (keyIds) => {
      const { rows } = await pool.query<{ id: string }>(endedStatement, [keyIds])
      return rows
    },
    exist: async () => {
      const { rowCount } = await pool.query({
        name: 'rungraph-keys-exist',
        text: 'select 1 from "ApiKey" limit 1',
      })
      return rowCount === 1
    },
  }
}

/** A server that takes no writes answers those who read: the use is noted at a later one. */
async function noteUse(pool: pg.Pool, keyId: string): Promise<void> {
  try {
    await pool.query(useStatement, [keyId])
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
  }
}

/** The count is exact, and one key is the first, as the keys of a project are added one after another. */
async function insertLimited(
  client: pg.PoolClient,
  key: NewApiKey,
  max: number,
): Promise<'inserted' | 'taken' | 'limitExceeded' | 'powerless'> {
  const { projectId, name, role, expiresAt } = key
  await lockProject(client, 'keys', projectId)
  const { rows } = await client.query<{ inForce: number; admins: number; isTaken: boolean }>(
    standingStatement,
    [projectId, name],
  )
  const { inForce = 0, admins = 0, isTaken = false } = rows[0] ?? {}
  if (isTaken) return 'taken'
  if (inForce >= max) return 'limitExceeded'
  if (admins === 0 && (role !== 'ADMIN' || expiresAt !== null)) return 'powerless'
  await insertKey(client, key)
  return 'inserted'
}

/** One after another: of two administrators who revoke each other's keys, one keeps theirs. */
async function revoke(
  client: pg.PoolClient,
  { projectId, keyId, by, force = false }: RevokeKey,
): ReturnType<ApiKeyStore['revoke']> {
  await lockProject(client, 'keys', projectId)
  if (!force) {
    const { rows } = await client.query<{ name: string }>(lastStatement, [projectId, keyId])
    if (rows[0]) return { last: rows[0].name }
  }
  const { rowCount } = await client.query(revokeStatement, [projectId, keyId, by])
  return rowCount === 1 ? 'revoked' : 'missing'
}

/** One process after another, so that one of them makes it. */
async function installNamed(
  client: pg.PoolClient,
  key: NewApiKey,
): Promise<'inserted' | 'replaced' | 'present' | 'revoked'> {
  const { projectId, secretHash, createdBy } = key
  await lockProject(client, 'keys', projectId)
  const { rows } = await client.query<{ isRevoked: boolean }>(
    'select "revokedAt" is not null as "isRevoked" from "ApiKey" where "secretHash" = $1',
    [secretHash],
  )
  if (rows[0]) return rows[0].isRevoked ? 'revoked' : 'present'
  const { rowCount } = await client.query(revokeMadeByStatement, [projectId, createdBy])
  await insertKey(client, { ...key, name: await freeName(client, key) })
  return rowCount === 0 ? 'inserted' : 'replaced'
}

/** Names are given once: the second has the number 2. */
async function freeName(client: pg.PoolClient, { projectId, name }: NewApiKey): Promise<string> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from "ApiKey" where "projectId" = $1 and (name = $2 or name ~ ('^' || $2 || ' [0-9]+$'))`,
    [projectId, name],
  )
  const count = rows[0]?.count ?? 0
  return count === 0 ? name : `${name} ${count + 1}`
}

/** The row of a new key. */
export async function insertKey(client: pg.PoolClient, key: NewApiKey): Promise<void> {
  const { id, projectId, name, role, isServerAdmin = false, secretHash, expiresAt, createdBy } = key
  const values = [id, projectId, name, role, secretHash, expiresAt, createdBy, isServerAdmin]
  await client.query(insertStatement, values)
}

interface KeyRow {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly isServerAdmin: boolean
  readonly projectId: string
  readonly slug: string
  readonly expiresAt: Date | null
  readonly isStale: boolean
}

function toKnownKey({ id, name, role, isServerAdmin, projectId, slug, expiresAt }: KeyRow): KnownKey {
  return { id, name, role, isServerAdmin, project: { id: projectId, slug }, expiresAt }
}

const isInForce = (alias: string) =>
  `${alias}."revokedAt" is null and (${alias}."expiresAt" is null or ${alias}."expiresAt" > clock_timestamp())`

const standingStatement = `
select count(*) filter (where ${isInForce('k')})::int as "inForce",
  count(*) filter (where ${isInForce('k')} and k.role = 'ADMIN')::int as admins,
  coalesce(bool_or(k.name = $2), false) as "isTaken"
from "ApiKey" k where k."projectId" = $1`

const insertStatement = `
insert into "ApiKey" (id, "projectId", name, role, "secretHash", "expiresAt", "createdBy", "isServerAdmin", "createdAt")
values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp())`

/** The key, if it administers its project and no other one does. */
const lastStatement = `
select k.name from "ApiKey" k where k."projectId" = $1 and k.id = $2 and k.role = 'ADMIN' and ${isInForce('k')}
  and not exists (select from "ApiKey" o where o."projectId" = $1 and o.id <> $2 and o.role = 'ADMIN' and ${isInForce('o')})`

const revokeStatement = `
update "ApiKey" set "revokedAt" = coalesce("revokedAt", clock_timestamp()), "revokedBy" = coalesce("revokedBy", $3)
where "projectId" = $1 and id = $2`

const revokeMadeByStatement = `
update "ApiKey" set "revokedAt" = clock_timestamp(), "revokedBy" = $2
where "projectId" = $1 and "createdBy" = $2 and "revokedAt" is null`

const findStatement = `
select k.id, k.name, k.role, k."isServerAdmin", k."projectId", p.slug, k."expiresAt",
  k."lastUsedAt" is null or k."lastUsedAt" < clock_timestamp() - interval '1 minute' as "isStale"
from "ApiKey" k join "Project" p on p.id = k."projectId"
where k."secretHash" = $1 and ${isInForce('k')}`

/** The holder of the row's lock notes the same. */
const useStatement = `
update "ApiKey" set "lastUsedAt" = clock_timestamp()
where id = (select id from "ApiKey" where id = $1 for update skip locked)`

const endedStatement = `
select asked.id from unnest($1::uuid[]) as asked(id)
left join "ApiKey" k on k.id = asked.id and ${isInForce('k')}
where k.id is null`

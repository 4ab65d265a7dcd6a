import type pg from 'pg'
import { askOwnDatabase } from './relic-kind.ts'

/** Which databases of the server that Rungraph's own one is on SQL relics may reach. */
export type OwnServerRule = 'off' | 'other-databases' | 'all'

export interface SqlRules {
  /** Rungraph's own database. */
  readonly own: pg.Pool
  readonly ownServer: OwnServerRule
  /** The operator lets its role have rights on the server's machine. */
  readonly allowsUnsafeRole: boolean
}

/** Whom a connection leads to, as the server says in each transaction: a pooler or a proxy may lead it elsewhere meanwhile. */
export interface ConnectedServer {
  readonly server: string
  readonly session: string
  readonly role: string
}

export const serverColumns =
  'pg_postmaster_start_time()::text as server, session_user::text as session, current_user::text as role'

const checked = new WeakMap<pg.ClientBase, string>()

/**
 * Refuses Rungraph's own server, and roles that reach the machine of a server, change roles or see all rows: a transaction that only reads
 * keeps nobody from running programs. Asked once for each connection and place.
 */
export async function checkConnection(
  client: pg.ClientBase,
  connected: ConnectedServer,
  rules: SqlRules,
): Promise<void> {
  const key = JSON.stringify(connected)
  if (checked.get(client) === key) return
  await checkServer(client, rules)
  if (!rules.allowsUnsafeRole) await checkRole(client, connected)
  checked.set(client, key)
}

async function checkServer(client: pg.ClientBase, { own, ownServer }: SqlRules): Promise<void> {
  if (ownServer === 'all') return
  const asking = async <Row extends pg.QueryResultRow>(sql: string) => (await client.query<Row>(sql)).rows
  const askingOwn = <Row extends pg.QueryResultRow>(sql: string) => askOwnDatabase<Row>(own, sql)
  const [there, here] = await Promise.all([identityOf(asking), identityOf(askingOwn)])
  const isSame = there.startedAt === here.startedAt || (there.system !== null && there.system === here.system)
  if (!isSame) return
  if (ownServer === 'off') throw new Error(ownServerRefused)
  if (there.database === here.database) throw new Error(ownDatabaseRefused)
}

const ownServerRefused =
  "this is the PostgreSQL server of Rungraph's own database, or a copy of it, which relics do not reach. Use another server; or set RUNGRAPH_RELICS_OWN_SERVER=other-databases to let relics reach the other databases of this one"
const ownDatabaseRefused =
  "this is Rungraph's own database, which relics do not reach. Use another one; or, with a role that may read only what agents may see, set RUNGRAPH_RELICS_OWN_SERVER=all"

interface Identity {
  readonly startedAt: string
  readonly database: string
  /** It stays through restarts, and replicas have it too; `null` where the role may not read it. */
  readonly system: string | null
}

type Ask = <Row extends pg.QueryResultRow>(sql: string) => Promise<readonly Row[]>

/** In no form that a setting of the session changes, as a zone or a style of times would. */
async function identityOf(ask: Ask): Promise<Identity> {
  const [row] = await ask<Omit<Identity, 'system'> & { readonly readable: boolean }>(
    `select (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint::text as "startedAt", current_database()::text as database,
       has_function_privilege('pg_control_system()', 'execute') as readable`,
  )
  if (!row) throw new Error('the server does not say who it is')
  const { startedAt, database: name, readable } = row
  return { startedAt, database: name, system: readable ? await systemOf(ask) : null }
}

async function systemOf(ask: Ask): Promise<string | null> {
  const [row] = await ask<{ system: string }>(
    'select system_identifier::text as system from pg_control_system()',
  )
  return row?.system ?? null
}

/** A login may have switched to another role by its options, and can switch back: the role that it logged in as counts, too. */
async function checkRole(client: pg.ClientBase, { session, role }: ConnectedServer): Promise<void> {
  const names = [session, role, 'user' in client ? String(client.user) : session]
  const { rows } = await client.query<{ name: string; right: string }>(rightsStatement, [names])
  const [found] = rows
  if (!found) return
  const more = rows.length > 1 ? ` and has ${rows.length - 1} more rights of that kind` : ''
  throw new Error(
    `the role "${found.name}" ${found.right}${more}, which SQL relics refuse. Use a role that has only the rights that agents need; or, to let agents have all rights of this role, name its variable in RUNGRAPH_RELICS_UNSAFE_ROLES`,
  )
}

/**
 * Rights of the roles, directly or through any role that they can switch to. Functions are checked if a right on them may have been granted
 * individually; dblink grants it to all.
 */
const rightsStatement = `
with login as (
  select oid, rolname, rolsuper from pg_roles where rolname = any($1)
), reached as (
  select login.rolname as name, r.* from login join pg_roles r
    on r.oid = login.oid or (not login.rolsuper and pg_has_role(login.oid, r.oid, 'member'))
), outside as (
  select p.oid, p.proname from pg_proc p where p.pronamespace = 'pg_catalog'::regnamespace
    and p.proname in ('pg_read_file', 'pg_read_binary_file', 'pg_stat_file', 'pg_ls_dir', 'lo_import', 'lo_export')
  union all
  select p.oid, p.proname from pg_extension e
    join pg_depend d on d.refclassid = 'pg_extension'::regclass and d.refobjid = e.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e'
    join pg_proc p on p.oid = d.objid
  where e.extname in ('dblink', 'adminpack', 'file_fdw') and p.prorettype <> 'fdw_handler'::regtype
    and p.proname not in ('file_fdw_validator', 'dblink_fdw_validator')
), rights as (
  select name, 1 as weight, 'is a superuser' as "right" from reached where rolsuper
  union select name, 2, 'may run programs on the machine of the server' from reached where rolname = 'pg_execute_server_program'
  union select name, 3, 'may read files of the server' from reached where rolname = 'pg_read_server_files'
  union select name, 4, 'may write files of the server' from reached where rolname = 'pg_write_server_files'
  union select name, 5, 'may give itself other roles (CREATEROLE)' from reached where rolcreaterole
  union select name, 6, 'may replicate' from reached where rolreplication or rolname = 'pg_create_subscription'
  union select name, 7, 'passes by row-level security (BYPASSRLS)' from reached where rolbypassrls
  union select name, 8, 'may call ' || proname || '()' from reached, outside
    where not rolsuper and has_function_privilege(reached.oid, outside.oid, 'execute')
)
select name, "right" from rights order by weight, name`

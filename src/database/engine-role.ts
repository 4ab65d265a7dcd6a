import { randomBytes } from 'node:crypto'
import { chown, rename, rm, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { database, superuser } from './create-cluster.ts'
import { clusterOwner, type DataDir, dataDirError, readEnginePassword, readPassword } from './data-dir.ts'
import { prepareStanding } from './prepare-session.ts'

/** Owns the database of the private server, and is no superuser: it reaches no file and no program of the machine. */
const engineRole = 'rungraph_engine'

/**
 * Where the engine connects to. The first time, the role is created and given the database. Any number of processes may call it at once.
 * @throws those of `pg`, and DATA_DIR_UNUSABLE
 */
export async function engineAddress(dir: DataDir, port: number): Promise<string> {
  const password = (await readEnginePassword(dir)) ?? (await prepareRole(dir, port))
  return addressOf({ role: engineRole, password, port })
}

interface Login {
  readonly role: string
  readonly password: string
  readonly port: number
}

function addressOf({ role, password, port }: Login): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

const preparing = 72_707_370

async function prepareRole(dir: DataDir, port: number): Promise<string> {
  const connectionString = addressOf({ role: superuser, password: await readPassword(dir), port })
  const client = new pg.Client({ connectionString, application_name: 'rungraph preparing' })
  client.on('error', () => {})
  try {
    await client.connect()
    await prepareStanding(client)
    // Until the end of the connection.
    await client.query('SELECT pg_advisory_lock($1)', [preparing])
    const known = await readEnginePassword(dir)
    if (known !== undefined) return known
    const password = randomBytes(24).toString('base64url')
    await client.query(roleStatements(password))
    // Last: where the file is, the role is.
    await storePassword(dir, password)
    return password
  } finally {
    await client.end().catch(() => {})
  }
}

/** One text is one transaction. The password is base64url and needs no quoting. */
function roleStatements(password: string): string {
  return `
do $$ begin
  if not exists (select from pg_roles where rolname = '${engineRole}') then create role ${engineRole}; end if;
end $$;
alter role ${engineRole} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}';
alter database ${database} owner to ${engineRole};`
}

/** Whole or not at all, and readable by the one who runs Rungraph alone. */
async function storePassword(dir: DataDir, password: string): Promise<void> {
  const draft = `${dir.enginePasswordFile}.${process.pid}`
  try {
    await writeFile(draft, password, { mode: 0o600 })
    const owner = process.getuid?.() === 0 ? await clusterOwner(dir) : undefined
    if (owner) await chown(draft, owner.uid, owner.gid)
    await rename(draft, dir.enginePasswordFile)
  } catch (error) {
    await rm(draft, { force: true })
    throw dataDirError(dir, error)
  }
}

import { whileOpen } from '../../app/disposer.ts'
import { openDatabase } from '../../database/connect.ts'
import { dataDirAt, hasCluster } from '../../database/data-dir.ts'
import { type DatabaseFacts, examineDatabase } from '../../database/examine-database.ts'
import { findPostgresBinaries } from '../../database/postgres-binaries.ts'
import { startPrivatePostgres } from '../../database/private-postgres.ts'
import { checkSameDatabase, directSetting } from '../../database/same-database.ts'
import { isRungraphError } from '../../domain/errors.ts'
import {
  countWorkers,
  describeWaiting,
  isNobodyAlive,
  lostWorkers,
  nameWorkers,
  type WorkerSight,
} from '../../domain/worker-sight.ts'
import type { Config, ServerAddress } from '../../settings/config.ts'
import { lookAtWorkers } from '../../store/runs/queue-depth.ts'
import { clockFinding } from './check-machine.ts'
import { checkSealed } from './check-sealed.ts'
import { broken, type DoctorFinding, type Findings, off, ok, warning } from './finding.ts'

/** The database of the settings: whether it is there, and whether this version can use it. Changes nothing in it. */
export async function findDatabase(config: Config): Promise<Findings> {
  const { database } = config
  if ('url' in database) return checkServer(database, config)
  const { version, major } = await findPostgresBinaries()
  if (!(await hasCluster(dataDirAt(database.dataDir), major)))
    return [ok('database', `The first start makes a private PostgreSQL ${version} in ${database.dataDir}.`)]
  return whileOpen(async (closing) => {
    const server = await startPrivatePostgres({ dataDir: database.dataDir, log: () => undefined })
    closing.add(() => server.close())
    const findings = await checkServer(
      { url: server.connectionString, directUrl: server.connectionString },
      config,
    )
    return [ok('database', `Private PostgreSQL in ${database.dataDir}`), ...findings]
  })
}

async function checkServer({ url, directUrl }: ServerAddress, config: Config): Promise<Findings> {
  const facts = await examineDatabase(directUrl, directSetting({ url, directUrl }))
  const { version, database, role, connections, clockAheadMs } = facts
  return [
    ok(
      'database',
      `PostgreSQL ${version}, database ${database}, role ${role}, ${connections.used} of ${connections.most} connections`,
    ),
    ...settingsFindings(facts),
    ...privileges(facts),
    migrations(facts),
    ...(await pooler({ url, directUrl }, facts)),
    clockFinding(clockAheadMs),
    keys(facts, config),
    ...(facts.migrations.kind === 'upToDate' ? await checkContent(directUrl, config) : []),
  ]
}

/** Those of its sessions, and those of the server by which a crash of its machine loses what was committed. */
function settingsFindings({ unusable, unsafe }: DatabaseFacts): Findings {
  const lossy = unsafe.map((name) =>
    warning(
      'database settings',
      `${name} = off: a crash of the machine of the database can lose or damage what was committed.`,
      `As an administrator: ALTER SYSTEM SET ${name} = on; SELECT pg_reload_conf();`,
    ),
  )
  return unusable ? [broken('database settings', unusable.message), ...lossy] : lossy
}

function privileges({ missing, readOnly, role }: DatabaseFacts): Findings {
  if (readOnly) return [broken('privileges', readOnly.message)]
  if (missing.length === 0) return [ok('privileges', 'The role may create what migrations need.')]
  const grants = missing.map((grant) => `GRANT ${grant} TO ${role};`).join(' ')
  return [
    broken(
      'privileges',
      `The role may not migrate the schema: it lacks ${missing.join(' and ')}.`,
      `As the owner of the database: ${grants}`,
    ),
  ]
}

function migrations({ migrations: state }: DatabaseFacts): DoctorFinding {
  switch (state.kind) {
    case 'upToDate':
      return ok('migrations', 'The schema is up to date.')
    case 'behind':
      return warning(
        'migrations',
        `${state.pending.length} migrations are pending.`,
        'The next start applies them, as does `npx rungraph migrate`.',
      )
    case 'refused':
      return broken('migrations', `The schema cannot be used: ${state.reason}`)
    default:
      return state satisfies never
  }
}

async function pooler(address: ServerAddress, { isPooled }: DatabaseFacts): Promise<Findings> {
  if (isPooled)
    return [
      warning(
        'pooler',
        'Migrations, wakeups and locks would go through a connection pooler.',
        'Set DATABASE_DIRECT_URL to the server itself (docs/deployment.md).',
      ),
    ]
  if (address.url === address.directUrl) return []
  try {
    await checkSameDatabase(address)
    return [ok('pooler', 'DATABASE_URL and DATABASE_DIRECT_URL lead to the same database.')]
  } catch (error) {
    if (!isRungraphError(error)) throw error
    return [broken('pooler', error.message)]
  }
}

/** A server that has had a key is never open again, also when none is in force. */
function keys({ keys: { all, inForce } }: DatabaseFacts, { identityProvider }: Config): DoctorFinding {
  if (inForce > 0) return ok('api keys', `${inForce} in force`)
  if (identityProvider !== null) return ok('api keys', 'None; callers have tokens of the identity provider.')
  if (all > 0)
    return warning(
      'api keys',
      `None in force: all ${all} are revoked or expired, and nobody may call.`,
      'Create one with `npx rungraph keys create <name> --role ADMIN`.',
    )
  return off(
    'api keys',
    'None: everyone on this machine may call, and nobody else.',
    'Create one with `npx rungraph keys create <name> --role ADMIN`.',
  )
}

/** Whether this platform can have a private PostgreSQL, where the settings do not use one. */
export async function checkPrivatePostgres({ database }: Config): Promise<Findings> {
  if (!('url' in database)) return []
  try {
    const { version } = await findPostgresBinaries()
    return [
      ok(
        'private database',
        `Possible on this machine (PostgreSQL ${version}); not used, as DATABASE_URL is set.`,
      ),
    ]
  } catch (error) {
    if (!isRungraphError(error)) throw error
    return [
      off(
        'private database',
        'Not possible on this machine, and not needed, as DATABASE_URL is set.',
        error.message,
      ),
    ]
  }
}

/**
 * What a database whose schema is up to date has: workers, which are alive, which are lost, and whether runs wait for one; and encrypted
 * values.
 */
async function checkContent(directUrl: string, config: Config): Promise<Findings> {
  const database = await openDatabase(directUrl, directUrl, { max: 1 })
  try {
    return [workersFinding(await lookAtWorkers(database.pool)), ...(await checkSealed(database.pool, config))]
  } finally {
    await database.close()
  }
}

const start = 'Start a worker: `npx rungraph start`, or `npx rungraph worker`.'

/**
 * Broken where every worker was lost: new runs would wait. Before a start, and after an orderly end, nobody is alive, either. A worker that was
 * lost while others live is a warning for as long as its row is kept.
 */
function workersFinding({ workers, queue }: WorkerSight): DoctorFinding {
  const { ACTIVE, DRAINING } = countWorkers(workers)
  const lost = lostWorkers(workers)
  const names = lost.length === 0 ? '' : ` Lost: ${nameWorkers(lost)}.`
  const waiting = describeWaiting(queue)
  const waits = waiting === null ? '' : ` ${waiting}.`
  if (isNobodyAlive(workers)) {
    const text = `No worker is alive.${waits}${names}`
    if (lost.length === 0)
      return waiting === null ? off('workers', text, start) : warning('workers', text, start)
    return broken('workers', text, `${start} See the logs of the lost ones.`)
  }
  const alive = DRAINING === 0 ? `${ACTIVE} alive.` : `${ACTIVE} alive, ${DRAINING} draining.`
  const text = `${alive}${waits}${names}`
  if (lost.length === 0) return ok('workers', text)
  return warning('workers', text, 'Others take over the runs. See the logs of the lost ones.')
}

import { PostgresServer } from '../chaos/servers/postgres.ts'
import { Replica } from '../chaos/servers/replica.ts'
import { TcpProxy } from '../chaos/servers/tcp-proxy.ts'
import { createTestDatabase } from './database.ts'

/** A database that stops to take writes while programs are connected to it, and takes them again. */
export interface TurningDatabase {
  readonly connectionString: string
  becomeReadOnly(): Promise<void>
  becomeWritable(): Promise<void>
  close(): Promise<void>
}

/** By a setting of the database: every connection ends, and new ones take no writes. */
export async function openTurningBySetting(): Promise<TurningDatabase> {
  const { connectionString, pool, drop } = await createTestDatabase()
  const name = new URL(connectionString).pathname.slice(1)
  return {
    connectionString,
    becomeReadOnly: async () => {
      await pool.query(`alter database ${name} set default_transaction_read_only = on`)
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name like 'rungraph%' and pid <> pg_backend_pid()`,
      )
    },
    // New connections take writes again; those of before do not.
    becomeWritable: async () => {
      const client = await pool.connect()
      await client.query('set session characteristics as transaction read write')
      await client.query(`alter database ${name} reset default_transaction_read_only`)
      client.release(true)
    },
    close: async () => {
      await pool.query(`alter database ${name} reset all`)
      await drop()
    },
  }
}

/** By a reload of the configuration of the server, which reaches open connections. */
export async function openTurningByReload(): Promise<TurningDatabase> {
  const server = await PostgresServer.open(async () => undefined)
  const name = await server.createDatabase({ isEmpty: true })
  return {
    connectionString: server.url(name),
    becomeReadOnly: () => server.reload({ default_transaction_read_only: 'on' }),
    becomeWritable: () => server.reload({ default_transaction_read_only: 'off' }),
    close: () => server.close(),
  }
}

/** By a failover: the primary stops, its address leads to a standby, and that is promoted. Once. */
export async function openTurningByFailover(): Promise<TurningDatabase> {
  const primary = await PostgresServer.open(async () => undefined)
  const replica = await Replica.open(primary)
  const proxy = await TcpProxy.open(primary.port)
  const name = await primary.createDatabase({ isEmpty: true })
  return {
    connectionString: primary.url(name, proxy.port),
    // A primary that is stopped in order sends the end of its WAL first.
    becomeReadOnly: async () => {
      await primary.stop('fast')
      proxy.leadTo(replica.port)
    },
    becomeWritable: () => replica.promote(),
    close: async () => {
      proxy.close()
      await replica.close()
      await primary.close()
    },
  }
}

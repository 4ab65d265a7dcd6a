import { Socket } from 'node:net'
import pg from 'pg'
import type { SqlSettings } from '../domain/relic-settings.ts'
import type { AddressGuard } from '../net/address-guard.ts'
import { type Reach, readVariable } from './relic-kind.ts'

/** Address of a server, and the parts of it that must not be shown. */
interface SqlTarget {
  readonly config: pg.ClientConfig
  /** Identifies a target. */
  readonly id: string
  readonly secrets: readonly string[]
}

const connectWithinMs = 10_000

/**
 * The server of a relic. A URL from the environment is the operator's and goes anywhere; one from the settings is a caller's of the
 * API, and obeys the rules for addresses (TAS-6).
 */
export function sqlTarget({ env, url }: SqlSettings, { environment, guardOf }: Reach): SqlTarget {
  const common = {
    application_name: 'rungraph-relic',
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
  }
  if (env !== null) {
    const connectionString = readVariable(environment, env)
    const secrets = [connectionString, ...passwordsOf(connectionString)]
    if (!URL.canParse(connectionString))
      throw new Error(`the variable ${env} holds no URL of a PostgreSQL server`)
    return { config: { ...common, connectionString }, id: `${env} ${connectionString}`, secrets }
  }
  const address = new URL(url ?? '')
  const guard = guardOf({ allowPrivate: true })
  // The guard takes web addresses; it checks the host.
  guard.check(new URL(`http://${address.hostname}:${address.port || '5432'}`))
  return { config: { ...common, ...guardedConfig(address, guard) }, id: address.href, secrets: [] }
}

/** Part by part: from a whole URL `pg` would fill in the password of the server's own environment. */
function guardedConfig(url: URL, guard: AddressGuard): pg.ClientConfig {
  const mode = url.searchParams.get('sslmode') ?? 'disable'
  return {
    host: decodeURIComponent(url.hostname).replace(/^\[|\]$/g, ''),
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username) || 'postgres',
    database: decodeURIComponent(url.pathname.slice(1)) || 'postgres',
    // One that is empty `pg` does not send: it gives up and leaves the connection open.
    password: () => 'none',
    ssl: mode === 'disable' ? false : { rejectUnauthorized: mode !== 'no-verify' },
    stream: () => guardedSocket(guard),
  }
}

/** As it is written, and as it is meant. */
function passwordsOf(connectionString: string): readonly string[] {
  const password = URL.parse(connectionString)?.password ?? ''
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}

/** Connects to the address that was checked: `pg` gives a socket the name only. */
function guardedSocket({ lookupAt }: AddressGuard): Socket {
  const socket = new Socket()
  const connect = socket.connect.bind(socket)
  return Object.assign(socket, {
    connect: (port: number, host: string) => connect({ port, host, lookup: lookupAt(port) }),
  })
}

/** The connections of all SQL relics: as many pools as there are relics, servers and limits. One without connections is forgotten. */
export function createSqlPools() {
  const open = new Map<string, pg.Pool>()
  return {
    of: (target: string, config: pg.ClientConfig, max: number): pg.Pool => {
      const id = `${max} ${target}`
      const known = open.get(id)
      if (known) return known
      const pool = new pg.Pool({ ...config, max, idleTimeoutMillis: 10_000, allowExitOnIdle: true })
      // The loss of an idle connection: the pool drops it.
      pool.on('error', () => undefined)
      pool.on('connect', (client) => {
        // The loss of one in use: its statement fails by it. Unheard, it would end the process.
        client.on('error', () => undefined)
        boundMessages(client)
      })
      pool.on('remove', () => {
        if (pool.totalCount === 0 && open.get(id) === pool) open.delete(id)
      })
      open.set(id, pool)
      return pool
    },
    close: async (): Promise<void> => {
      await Promise.all([...open.values()].map((pool) => pool.end()))
      open.clear()
    },
  }
}

/**
 * Maximum size of one message of a server, such as a row or an error. `pg` holds a message whole, and fails outside of the statement at a
 * text that is too long.
 */
const maxMessageBytes = 16 * 1024 * 1024

/** Ends a connection whose server begins to send a larger message. To be called once, when the connection is ready. */
function boundMessages({ connection: { stream } }: Pick<pg.Client, 'connection'>): void {
  const isBeyond = createMeter()
  stream.prependListener('data', (chunk: Buffer) => {
    if (isBeyond(chunk)) stream.destroy(new Error(tooLarge))
  })
}

const tooLarge =
  'one row or one error of the answer is more than 16 MiB, so the connection was closed. Ask for fewer columns, or for parts of long values: substring(…)'

/** The kind of a message in one byte, and how long it is in four, which count themselves. */
const headerBytes = 5

/** Whether a message that is too large begins in a chunk. */
function createMeter(): (chunk: Buffer) => boolean {
  const header = Buffer.alloc(headerBytes)
  let known = 0
  let bytesLeft = 0
  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (bytesLeft > 0) {
        const byteCount = Math.min(bytesLeft, chunk.length - at)
        bytesLeft -= byteCount
        at += byteCount
        continue
      }
      const byteCount = chunk.copy(header, known, at, at + headerBytes - known)
      known += byteCount
      at += byteCount
      if (known < headerBytes) continue
      known = 0
      bytesLeft = header.readUInt32BE(1) - 4
      if (bytesLeft > maxMessageBytes) return true
    }
    return false
  }
}

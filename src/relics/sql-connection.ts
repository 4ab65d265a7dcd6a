import { Socket } from 'node:net'
import type pg from 'pg'
import type { SqlSettings } from '../domain/relic-settings.ts'
import { type Environment, readVariable } from './environment.ts'
import type { RelicGuard } from './relic-guard.ts'

/** Address of a server, and the parts of it that must not be shown. */
export interface SqlTarget {
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
export function sqlTarget({ env, url }: SqlSettings, environment: Environment, guard: RelicGuard): SqlTarget {
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
  guard.check(webAddressOf(address))
  return { config: { ...common, ...guardedConfig(address, guard) }, id: address.href, secrets: [] }
}

/** Part by part: from a whole URL `pg` would fill in the password of the server's own environment. */
function guardedConfig(url: URL, guard: RelicGuard): pg.ClientConfig {
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

/** The guard takes web addresses; it checks the host. */
function webAddressOf({ hostname, port }: URL): URL {
  return new URL(`http://${hostname}:${port || '5432'}`)
}

/** Connects to the address that was checked: `pg` gives a socket the name only. */
function guardedSocket({ lookupAt }: RelicGuard): Socket {
  const socket = new Socket()
  const connect = socket.connect.bind(socket)
  return Object.assign(socket, {
    connect: (port: number, host: string) => connect({ port, host, lookup: lookupAt(port) }),
  })
}

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Wakeups } from '../domain/wakeups.ts'
import { createCarriedWakeups, defaultTiming, type WakeupTiming } from './carried-wakeups.ts'
import type { Carrier, CarrierEvents } from './carrier.ts'

const channel = 'rungraph'
/** PostgreSQL refuses payloads of 8,000 bytes. */
const maxPayloadBytes = 7_500
/** NOTIFY takes a lock of the whole database at commit, so hints of this long go out together. */
const coalesceMs = 20

export interface PostgresWakeupsOptions {
  /** Leads to the server itself: a pooler that pools by transaction takes a LISTEN and forgets it. */
  readonly connectionString: string
  readonly timing?: Partial<WakeupTiming>
  readonly log: (message: string) => void
}

/** Wake-ups between processes over PostgreSQL's NOTIFY: topics only, coalesced, on a connection of their own. */
export function createPostgresWakeups(options: PostgresWakeupsOptions): Promise<Wakeups> {
  const timing = { ...defaultTiming, coalesceMs, ...options.timing }
  const line = {
    connectionString: options.connectionString,
    sender: randomUUID().slice(0, 8),
    withinMs: timing.openWithinMs,
  }
  return createCarriedWakeups({
    open: (_topics, events) => openLine(line, events),
    name: 'NOTIFY',
    deaf: 'nothing is heard on their connection. Where a pooler lies between, DATABASE_DIRECT_URL must lead past it',
    timing,
    log: options.log,
  })
}

interface Line {
  readonly connectionString: string
  /** The first word of what this process sends. */
  readonly sender: string
  /** How long connecting may take, and each query. */
  readonly withinMs: number
}

async function openLine(line: Line, events: CarrierEvents): Promise<Carrier> {
  const client = new pg.Client({
    connectionString: line.connectionString,
    keepAlive: true,
    connectionTimeoutMillis: line.withinMs,
    query_timeout: line.withinMs,
    application_name: 'rungraph wakeups',
  })
  const drop = () => client.connection.stream.destroy()
  client.on('notification', (message) => receive(message.payload ?? '', line.sender, events))
  client.on('error', (error) => events.onLost(error))
  client.once('end', () => events.onLost(new Error('the connection ended')))
  try {
    await client.connect()
    await client.query(`${endsWhenSilent}; listen ${channel}`)
  } catch (error) {
    drop()
    throw error
  }
  return carryOver(client, line.sender, drop)
}

/** A client that is gone without a word must not stay in the server's list of listeners: the queue of NOTIFY grows behind it. */
const endsWhenSilent =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 25000'

function carryOver(client: pg.Client, sender: string, drop: () => void): Carrier {
  let before: Promise<unknown> = Promise.resolve()
  /** One after the other: a client takes a query only when it has none. */
  const notify = (payload: string): Promise<unknown> => {
    const sent = before.then(() => client.query(notifyStatement, [channel, payload]))
    before = sent.catch(() => undefined)
    return sent
  }
  return {
    send: async (topics) => {
      for (const payload of inPayloads(topics, sender)) await notify(payload)
    },
    sendNote: async () => {
      await notify(sender)
    },
    // Every process hears of all topics.
    attend: () => undefined,
    leave: () => undefined,
    end: () => client.end(),
    drop,
  }
}

/**
 * Hints need no fsync: losing one in a crash costs one poll. For this transaction alone, so that a session that others use after it
 * waits for its commits.
 */
const notifyStatement = `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`

/** What this process sent itself is a note, hints too: it heard them when it published them. */
function receive(payload: string, self: string, events: CarrierEvents): void {
  const [sender, ...topics] = payload.split(' ')
  if (sender === self) events.onNote()
  else for (const topic of topics) events.onHint(topic)
}

function* inPayloads(topics: readonly string[], sender: string): Generator<string> {
  let payload = sender
  for (const topic of topics) {
    if (payload.length + topic.length + 1 > maxPayloadBytes) {
      yield payload
      payload = sender
    }
    payload += ` ${topic}`
  }
  if (payload !== sender) yield payload
}

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Wakeups } from '../domain/wakeups.ts'
import {
  createPubSubWakeups,
  defaultTiming,
  type PubSubTransport,
  type TransportEvents,
  type WakeupTiming,
} from './pub-sub-wakeups.ts'

const channel = 'rungraph'
/** PostgreSQL refuses payloads of 8,000 bytes. */
const maxPayloadBytes = 7_500
/** NOTIFY takes a lock of the whole database at commit, so wakeups within this time go out together. */
const coalesceMs = 20

export interface PostgresWakeupsOptions {
  /** Leads to the server itself: a pooler that pools by transaction takes a LISTEN and forgets it. */
  readonly connectionString: string
  /** Gives a new session the settings that it needs: without a limit of its idle time above all. */
  readonly prepare: (client: pg.ClientBase) => Promise<unknown>
  readonly timing?: Partial<WakeupTiming>
  readonly log: (message: string) => void
}

/** Wake-ups between processes over PostgreSQL's NOTIFY: topics only, coalesced, on connections of their own. */
export function createPostgresWakeups(options: PostgresWakeupsOptions): Promise<Wakeups> {
  const timing = { ...defaultTiming, coalesceMs, ...options.timing }
  const line = {
    connectionString: options.connectionString,
    prepare: options.prepare,
    sender: randomUUID().slice(0, 8),
    withinMs: timing.openWithinMs,
  }
  return createPubSubWakeups({
    open: (_topics, events) => openLine(line, events),
    name: 'NOTIFY',
    silenceReason:
      'their connection receives nothing. Behind a pooler, set DATABASE_DIRECT_URL to the address of the server itself',
    timing,
    log: options.log,
  })
}

interface Line extends Pick<PostgresWakeupsOptions, 'connectionString' | 'prepare'> {
  /** The first word of the notifications of this process. */
  readonly sender: string
  /** Time limit for connecting and for each query, in milliseconds. */
  readonly withinMs: number
}

/**
 * One connection listens and another one notifies. Behind a pooler that pools by transaction, a connection receives its own
 * notifications, but none of others.
 */
async function openLine(line: Line, events: TransportEvents): Promise<PubSubTransport> {
  const [listener, notifier] = [createClient(line, events, 'in'), createClient(line, events, 'out')]
  const drop = () => {
    for (const { connection } of [listener, notifier]) connection.stream.destroy()
  }
  listener.on('notification', (message) => receive(message.payload ?? '', line.sender, events))
  try {
    await Promise.all([listener.connect(), notifier.connect()])
    await Promise.all([line.prepare(listener), line.prepare(notifier)])
    await listener.query(`${endsWhenSilent}; listen ${channel}`)
  } catch (error) {
    drop()
    throw error
  }
  const notify = (payload: string) => notifier.query({ ...notifyQuery, values: [channel, payload] })
  // One after the other: a client takes a query only when it has none.
  let before: Promise<unknown> = Promise.resolve()
  const speak = async (payloads: Iterable<string>) => {
    const turn = before.then(async () => {
      for (const payload of payloads) await notify(payload)
    })
    before = turn.catch(() => undefined)
    await turn
  }
  return {
    send: (topics) => speak(inPayloads(topics, line.sender)),
    sendNote: () => speak([line.sender]),
    // Every process receives all topics.
    attend: () => undefined,
    leave: () => undefined,
    end: async () => {
      await Promise.all([listener.end(), notifier.end()])
    },
    drop,
  }
}

function createClient(line: Line, events: TransportEvents, direction: 'in' | 'out'): pg.Client {
  const client = new pg.Client({
    connectionString: line.connectionString,
    keepAlive: true,
    connectionTimeoutMillis: line.withinMs,
    query_timeout: line.withinMs,
    application_name: `rungraph wakeups ${direction}`,
  })
  client.on('error', (error) => events.onLost(error))
  client.once('end', () => events.onLost(new Error('the connection ended')))
  return client
}

/** A client that has left without closing must not stay in the server's list of listeners: the queue of NOTIFY grows behind it. */
const endsWhenSilent =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 25000'

/**
 * Wakeups need no fsync: losing one in a crash costs one poll. For this transaction alone, so that a session that others use after it
 * waits for its commits.
 */
const notifyQuery = {
  name: 'rungraph-notify',
  text: `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`,
}

/** A message from this process itself is a note, wakeups too: their listeners were called when they were published. */
function receive(payload: string, self: string, events: TransportEvents): void {
  const [sender, ...topics] = payload.split(' ')
  if (sender === self) events.onNote()
  else for (const topic of topics) events.onWakeup(topic)
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

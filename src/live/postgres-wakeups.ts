import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Wakeups } from '../domain/wakeups.ts'
import { createLocalWakeups } from './local-wakeups.ts'

const channel = 'rungraph'
/** NOTIFY takes a lock of the whole database at commit, so hints of this long go out together. */
const coalesceMs = 20
const reconnectMs = 500
const connectWithinMs = 5_000
/** PostgreSQL refuses payloads of 8,000 bytes. */
const maxPayloadBytes = 7_500

/** Wake-ups between processes over PostgreSQL's NOTIFY: topics only, coalesced, on a connection of their own. */
export async function createPostgresWakeups(options: {
  readonly connectionString: string
  readonly log: (message: string) => void
}): Promise<Wakeups> {
  const wakeups = new PostgresWakeups(options)
  await wakeups.connect()
  return wakeups
}

class PostgresWakeups implements Wakeups {
  readonly #options: { readonly connectionString: string; readonly log: (message: string) => void }
  readonly #local = createLocalWakeups()
  readonly #sender = randomUUID().slice(0, 8)
  readonly #outgoing = new Set<string>()
  #client: pg.Client | null = null
  #sendTimer: NodeJS.Timeout | null = null
  #sending: Promise<void> = Promise.resolve()
  #reconnectTimer: NodeJS.Timeout | null = null
  #reconnecting: Promise<void> = Promise.resolve()
  #closed = false

  constructor(options: { readonly connectionString: string; readonly log: (message: string) => void }) {
    this.#options = options
  }

  publish(topic: string): void {
    this.#local.publish(topic)
    this.#outgoing.add(topic)
    this.#schedule()
  }

  listen(topic: string, wake: () => void): () => void {
    return this.#local.listen(topic, wake)
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#sendTimer) clearTimeout(this.#sendTimer)
    if (this.#reconnectTimer) clearTimeout(this.#reconnectTimer)
    await this.#reconnecting
    // What was published last tells others of what this process gave back.
    this.#startSending()
    await this.#sending
    await this.#client?.end().catch(() => undefined) // a broken connection is as good as an ended one
    await this.#local.close()
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.connectionString,
      keepAlive: true,
      connectionTimeoutMillis: connectWithinMs,
      application_name: 'rungraph wakeups',
    })
    client.on('notification', (message) => this.#receive(message.payload ?? ''))
    client.on('error', () => undefined) // 'end' follows
    client.once('end', () => this.#lost(client))
    try {
      await client.connect()
      // Hints need no fsync: losing one in a crash costs one poll.
      await client.query(`set synchronous_commit = off; listen ${channel}`)
      this.#client = client
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
  }

  #receive(payload: string): void {
    const [sender, ...received] = payload.split(' ')
    if (sender === this.#sender) return
    for (const topic of received) this.#local.publish(topic)
  }

  #schedule(): void {
    if (this.#sendTimer || this.#closed) return
    this.#sendTimer = setTimeout(() => {
      this.#sendTimer = null
      this.#startSending()
    }, coalesceMs)
    this.#sendTimer.unref()
  }

  #startSending(): void {
    this.#sending = this.#sending.then(() => this.#send())
  }

  async #send(): Promise<void> {
    const client = this.#client
    if (!client) return
    const payloads = [...inPayloads([...this.#outgoing], this.#sender)]
    this.#outgoing.clear()
    try {
      for (const payload of payloads) await client.query('select pg_notify($1, $2)', [channel, payload])
    } catch (error) {
      // A lost hint costs its reader one poll.
      this.#options.log(`Wake-ups were not sent: ${String(error)}`)
    }
  }

  #lost(client: pg.Client): void {
    // One that never listened is tried again by whoever opened it.
    if (this.#client !== client) return
    this.#client = null
    this.#reconnectLater()
  }

  #reconnectLater(): void {
    if (this.#closed) return
    this.#reconnectTimer = setTimeout(() => {
      this.#reconnecting = this.#reconnect()
    }, reconnectMs)
    this.#reconnectTimer.unref()
  }

  async #reconnect(): Promise<void> {
    try {
      await this.connect()
      // Hints sent while nobody listened are gone: let everyone look.
      this.#local.publishAll()
    } catch (error) {
      this.#options.log(`Wake-ups are down, readers poll: ${String(error)}`)
      this.#reconnectLater()
    }
  }
}

function* inPayloads(outgoing: readonly string[], sender: string): Generator<string> {
  let payload = sender
  for (const topic of outgoing) {
    if (payload.length + topic.length + 1 > maxPayloadBytes) {
      yield payload
      payload = sender
    }
    payload += ` ${topic}`
  }
  if (payload !== sender) yield payload
}

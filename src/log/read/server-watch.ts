import type pg from 'pg'

/**
 * The server process of PostgreSQL that answers, as the time of its start in microseconds since 1970. One process has one history. Another
 * one may have another: a replica that was promoted lacks the last transactions, and a restored backup many (EVT-10). It is read by each
 * statement that must know, as one connection of a pooler may lead to several servers in succession.
 */
export const serverId = `(extract(epoch from pg_postmaster_start_time()) * 1000000)::float8`

const watches = new WeakMap<pg.Pool, ServerWatch>()

/** The watch over the servers that the connections of a pool lead to. */
export function serversOf(pool: pg.Pool): ServerWatch {
  const known = watches.get(pool)
  if (known !== undefined) return known
  const watch = new ServerWatch()
  pool.on('connect', () => watch.doubt())
  watches.set(pool, watch)
  return watch
}

/** Knows the server that the log was read from last. */
export class ServerWatch {
  readonly #listeners: (() => void)[] = []
  #last: number | null = null
  #current: number | null = null

  /** The server that statements of this moment reach; `null` where that is not known. */
  get current(): number | null {
    return this.#current
  }

  /** Takes the server that a statement reached. */
  note(server: number): void {
    const isAnother = this.#last !== null && this.#last !== server
    this.#last = server
    this.#current = server
    if (isAnother) for (const listener of this.#listeners) listener()
  }

  /** A new connection may lead to another server: the next statement tells. */
  doubt(): void {
    this.#current = null
  }

  /** Calls `listener` whenever a statement has reached another server than the one before. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }
}

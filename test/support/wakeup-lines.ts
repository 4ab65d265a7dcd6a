import pg from 'pg'
import { prepareStanding } from '../../src/database/prepare-session.ts'
import type { Wakeups } from '../../src/domain/wakeups.ts'
import { createPostgresWakeups } from '../../src/live/postgres-wakeups.ts'
import type { WakeupTiming } from '../../src/live/pub-sub-wakeups.ts'
import { createRedisWakeups } from '../../src/live/redis-wakeups.ts'
import { createTestDatabase } from './database.ts'
import { createTestRedis } from './redis-server.ts'
import { openSilentLine } from './silent-line.ts'

/** Transport of wakeups between processes that a test controls. */
export interface WakeupLine {
  /** Wake-ups of one more process. */
  open(options?: LineOptions): Promise<Wakeups>
  /** Returns the number of connected processes. */
  connections(): Promise<number>
  /** Breaks every connection; new ones are taken. */
  cut(): Promise<void>
  /** Every connection stays, and nothing passes. */
  silence(): void
  /** New connections pass again. */
  restore(): void
  close(): Promise<void>
}

export interface LineOptions {
  readonly timing?: Partial<WakeupTiming>
  readonly log?: (message: string) => void
}

export async function openPostgresLine(): Promise<WakeupLine> {
  const database = await createTestDatabase()
  const way = await openSilentLine(database.connectionString)
  // Not the pool's: that sets timers, which one test counts.
  const watcher = new pg.Client({ connectionString: database.connectionString })
  await watcher.connect()
  const ours = `from pg_stat_activity where datname = current_database() and application_name like 'rungraph wakeups %'`
  return {
    open: ({ timing = {}, log = () => undefined } = {}) =>
      createPostgresWakeups({
        connectionString: way.connectionString,
        prepare: prepareStanding,
        timing,
        log,
      }),
    connections: async () => {
      const { rows } = await watcher.query<{ count: number }>(`select count(*)::int ${ours}`)
      // One to hear, one to speak.
      return (rows[0]?.count ?? -1) / 2
    },
    cut: async () => {
      await watcher.query(`select pg_terminate_backend(pid) ${ours}`)
    },
    silence: way.silence,
    restore: () => {
      way.restore()
      way.bury()
    },
    close: async () => {
      way.close()
      await watcher.end()
      await database.drop()
    },
  }
}

export async function openRedisLine(): Promise<WakeupLine> {
  const redis = await createTestRedis()
  await redis.start()
  return {
    open: ({ timing = {}, log = () => undefined } = {}) =>
      createRedisWakeups({ url: redis.url, timing, log }),
    connections: async () => (await redis.lines()).length,
    cut: async () => {
      await redis.command('CLIENT', 'KILL', 'TYPE', 'pubsub')
    },
    silence: redis.freeze,
    restore: redis.thaw,
    close: redis.kill,
  }
}

import type { Wakeups } from '../domain/wakeups.ts'
import { createPostgresWakeups } from './postgres-wakeups.ts'

export interface WakeupsOptions {
  /** `null`: wakeups go over NOTIFY. */
  readonly redisUrl: string | null
  /** Leads to PostgreSQL itself. */
  readonly connectionString: string
  readonly log: (message: string) => void
}

/** Wake-ups between the processes that share a database. The client of Redis is loaded only where it is used (DUR-3). */
export async function createWakeups({ redisUrl, connectionString, log }: WakeupsOptions): Promise<Wakeups> {
  if (redisUrl === null) return createPostgresWakeups({ connectionString, log })
  const { createRedisWakeups } = await import('./redis-wakeups.ts')
  return createRedisWakeups({ url: redisUrl, log })
}

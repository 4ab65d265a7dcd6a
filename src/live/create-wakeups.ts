import type { Wakeups } from '../domain/wakeups.ts'
import { createPostgresWakeups, type PostgresWakeupsOptions } from './postgres-wakeups.ts'

export interface WakeupsOptions extends Omit<PostgresWakeupsOptions, 'timing'> {
  /** `null`: wakeups go over NOTIFY. */
  readonly redisUrl: string | null
}

/** Wake-ups between the processes that share a database. The client of Redis is loaded only where it is used (DUR-3). */
export async function createWakeups({ redisUrl, ...options }: WakeupsOptions): Promise<Wakeups> {
  if (redisUrl === null) return createPostgresWakeups(options)
  const { createRedisWakeups } = await import('./redis-wakeups.ts')
  return createRedisWakeups({ url: redisUrl, log: options.log })
}

import type pg from 'pg'
import { whileOpen } from '../../app/disposer.ts'
import { bringUpToDate } from '../../app/open-database.ts'
import { connectWithRetry } from '../../database/connect-with-retry.ts'
import type { Config } from '../../settings/config.ts'

/** The database of the settings, on a connection that may take its time. */
export async function withConnection<Result>(
  config: Config,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  return whileOpen(async (closing) => {
    const { directUrl } = await bringUpToDate(config, closing, () => undefined)
    const pool = await connectWithRetry(directUrl)
    closing.add(() => pool.end())
    return await work(pool)
  })
}

import type { Logger } from 'pino'
import type { Database } from '../database/connect.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import type { Config } from '../settings/config.ts'
import { applyRetention, type Retired } from '../store/retention/retention.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/** Removes data past its retention periods, in one process at a time; ends early where the signal aborts (EVT-7). */
export type Retire = (signal?: AbortSignal) => Promise<Retired>

interface RetentionParts {
  readonly config: Config
  readonly database: Database
  readonly metrics: Pick<Metrics, 'retired'>
  readonly logger: Pick<Logger, 'info'>
}

/** Counts the removed runs, and logs one line for each pass that removed anything. */
export function createRetention(
  { clock, files }: Pick<EngineServices, 'clock' | 'files'>,
  { config, database, metrics, logger }: RetentionParts,
): Retire {
  return async (signal = new AbortController().signal) => {
    const pool = database.sessions
    const retired = await applyRetention({ pool, now: clock.now(), keep: config.keep, signal })
    metrics.retired(retired)
    const { deltas, runs, droppedPartitions } = retired
    if (deltas + runs + droppedPartitions > 0) logger.info(retired, 'Retention removed data.')
    await files.erase()
    return retired
  }
}

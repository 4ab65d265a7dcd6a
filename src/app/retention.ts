import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { applyRetention, type Retired } from '../store/retention/retention.ts'

/** Removes data past its retention periods, in one process at a time; ends early where the signal aborts (EVT-7). */
export type Retire = (signal?: AbortSignal) => Promise<Retired>

export function createRetention(
  { clock }: Pick<EngineServices, 'clock'>,
  { config, database }: { readonly config: Config; readonly database: Database },
): Retire {
  return (signal = new AbortController().signal) =>
    applyRetention({ pool: database.sessions, now: clock.now(), keep: config.keep, signal })
}

import type { Clock } from '../domain/clock.ts'

/**
 * Lengths of a cool-down in milliseconds: longer each time that the same key fails again right after. The rungs of OpenClaw's auth
 * profiles.
 */
const durationsMs = [60_000, 300_000, 1_500_000, 3_600_000] as const
const longestMs = 3_600_000
/** Maximum time for which a provider's retry-after is honoured: a date far in the future is a fault of the provider. */
const longestAskedMs = 86_400_000

export type CoolDowns = ReturnType<typeof createCoolDowns>

/**
 * Models and credentials that just failed, avoided for a while (MOD-5). Each process has its own, as they are only an optimisation: a
 * missing one costs one more failed request at worst.
 */
export function createCoolDowns(clock: Pick<Clock, 'elapsed'>) {
  const cooling = new Map<string, { readonly until: number; readonly failures: number }>()
  return {
    /** When it should be asked again, by `Clock.elapsed`; a past time if it has no cool-down. */
    until: (key: string) => cooling.get(key)?.until ?? 0,
    /** Starts a cool-down of the next length, or of the time that the provider asked for if that is longer, a day at most. */
    start(key: string, leastMs = 0): void {
      const now = clock.elapsed()
      const before = cooling.get(key)
      // A failure long after the last one is a first one again.
      const failures = before && now < before.until + longestMs ? before.failures : 0
      const durationMs = Math.max(durationsMs[failures] ?? longestMs, Math.min(leastMs, longestAskedMs))
      cooling.set(key, { until: now + durationMs, failures: failures + 1 })
    },
    /** It answered. */
    clear: (key: string) => void cooling.delete(key),
  }
}

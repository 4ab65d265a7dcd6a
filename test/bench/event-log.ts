import { type Bench, type Competitor, compete, perSecond } from './compete.ts'
import type { Result } from './result.ts'

const competitors: readonly Competitor[] = [
  {
    name: 'bare group commit',
    role: 'bound',
    file: 'contenders/bare-event-log.ts',
    // One producer's goal is in latency: at most 1.5 bare commits.
    goals: { 1: 1 / 1.5, 50: 0.6, 500: 0.6 },
    shares: true,
  },
  { name: 'Rungraph', role: 'rungraph', file: 'contenders/rungraph-event-log.ts', shares: true },
]

/** B. Small events from many producers, each waiting for its own to be durable, against a bare multi-row insert. */
export function benchEventLog(bench: Bench): Promise<readonly Result[]> {
  return compete(bench, {
    competitors,
    sizes: [1, 50, 500].map((size) => ({
      work: `B: event log, ${size} ${size === 1 ? 'producer' : 'producers'}`,
      size,
      unit: 'events/s',
      better: 'higher',
      per: 'event',
      figure: perSecond,
    })),
  })
}

import { type Bench, type Competitor, compete, usEach } from './compete.ts'
import type { Result } from './result.ts'

const schedulers: readonly Competitor[] = [
  {
    name: 'bare dataflow',
    role: 'bound',
    file: 'contenders/bare-dataflow.ts',
    goals: { 1000: 1 / 4, 10000: 1 / 4 },
  },
  { name: 'Rungraph', role: 'rungraph', file: 'contenders/rungraph-schedule.ts' },
  { name: 'p-graph', role: 'peer', file: 'peers/p-graph.ts', goals: { 1000: 1, 10000: 1 } },
]

const checkers: readonly Competitor[] = [
  { name: 'names and order only', role: 'bound', file: 'contenders/bare-plan-check.ts' },
  { name: 'Rungraph', role: 'rungraph', file: 'contenders/rungraph-plan-check.ts' },
]

/** E. The scheduler with actions that do nothing, at most 64 at a time; and the check of a plan before it runs. */
export async function benchScheduler(bench: Bench): Promise<readonly Result[]> {
  const scheduled = await compete(bench, {
    ...{ competitors: schedulers, isPure: true },
    sizes: [1_000, 10_000].map((size) => ({
      ...{ work: `E: schedule ${size.toLocaleString('en')} actions`, size, unit: 'µs/action' },
      ...{ better: 'lower', per: 'action', figure: usEach },
    })),
  })
  const size = 10_000
  const checked = await compete(bench, {
    ...{ competitors: checkers, isPure: true },
    sizes: [
      {
        ...{ work: 'E: check a plan of 10,000 actions', size, unit: 'ms', better: 'lower', per: 'action' },
        ...{ atMost: 200, figure: (done) => (usEach(done) * size) / 1_000 },
      },
    ],
  })
  return [...scheduled, ...checked]
}

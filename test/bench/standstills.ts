import type { Bench } from './compete.ts'
import { livePlan } from './plan-life.ts'
import type { Result } from './result.ts'

const actions = 10_000
/** The longest time that the event loop may stand still, in milliseconds. */
const atMost = 50

/**
 * E. Time for which a large plan blocks the event loop, from the trigger to the reading of the finished run. In processor time, because
 * other work runs on the machine.
 */
export async function benchStandstills({ database }: Bench): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const [phase, { cpuMs }] of await livePlan(database, actions))
    results.push({
      work: `E: longest standstill with ${actions.toLocaleString('en')} actions, ${phase}`,
      ...{ unit: 'ms', better: 'lower', per: 'phase', atMost },
      entries: [{ name: 'Rungraph', role: 'rungraph', figures: [cpuMs], cpuUs: [], serverCpuUs: [] }],
    })
  return results
}

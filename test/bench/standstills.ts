import type { Bench } from './compete.ts'
import { livePlans, phases } from './plan-life.ts'
import type { Result } from './result.ts'

const actions = 10_000
/** The longest time that the event loop may stand still, in milliseconds. */
const atMost = 50

/**
 * E. Time for which a large plan blocks the event loop, from the trigger to the reading of the finished run. In processor time, because
 * other work runs on the machine.
 */
export async function benchStandstills({ database, rounds }: Bench): Promise<readonly Result[]> {
  const seen = await livePlans(database, { count: actions, runs: rounds })
  return phases.flatMap((phase) => {
    const figures = (seen.get(phase) ?? []).map(({ cpuMs }) => cpuMs)
    if (figures.length === 0) {
      console.error(`E: no standstill of the phase "${phase}": it was over before the phase before it was`)
      return []
    }
    return {
      work: `E: longest standstill with ${actions.toLocaleString('en')} actions, ${phase}`,
      ...{ unit: 'ms', better: 'lower', per: 'phase', atMost },
      entries: [{ name: 'Rungraph', role: 'rungraph', figures, cpuUs: [], serverCpuUs: [] }],
    }
  })
}

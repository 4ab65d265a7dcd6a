import { eventually } from '../eventually.ts'
import type { RungraphProcess } from '../servers/rungraph.ts'

/** Output that no process may print. Its log is lines of JSON; a bare stack is an error that nobody caught. */
const faults =
  /unhandledRejection|uncaughtException|A promise was rejected|FATAL ERROR|Warning: Possible|^\s+at .+:\d+|"level":60/m

const healthyWithinMs = 10_000

/** A process that should live lives, is ready, and has reported no error. */
export async function processViolations(observed: RungraphProcess): Promise<readonly string[]> {
  const { name, isAlive, wasEnded, healthUrl } = observed
  return [
    ...printedFaults(name, observed.stderr),
    ...(isAlive || wasEnded ? [] : [`${name} ended by itself`]),
    ...(isAlive ? await readiness(name, healthUrl) : []),
  ]
}

function printedFaults(name: string, stderr: string): readonly string[] {
  const fault = faults.exec(stderr)
  if (fault === null) return []
  const excerpt = stderr.slice(Math.max(0, fault.index - 200), fault.index + 400)
  return [`${name} printed what it should have caught:\n${excerpt}`]
}

async function readiness(name: string, url: string): Promise<readonly string[]> {
  const what = `${name} says that it is ready`
  try {
    await eventually(async () => (await fetch(`${url}/health/ready`)).ok, {
      ...{ what, withinMs: healthyWithinMs, everyMs: 100 },
    })
    return []
  } catch (error) {
    return [String(error)]
  }
}

import { eventually } from '../eventually.ts'
import type { RungraphProcess } from '../servers/rungraph.ts'

/** What no process may say, whatever happens around it. Its log is lines of JSON; anything else is a fault that nobody caught. */
const faults =
  /unhandledRejection|uncaughtException|A promise was rejected|FATAL ERROR|Warning: Possible|^\s+at .+:\d+|"level":60/m

const healthyWithinMs = 10_000

/** A process that should live lives, is ready, and has lost no error on the way. */
export async function processViolations(process: RungraphProcess): Promise<readonly string[]> {
  const { name, stderr } = process
  const fault = faults.exec(stderr)
  const place = fault === null ? '' : stderr.slice(Math.max(0, fault.index - 200), fault.index + 400)
  return [
    ...(fault === null ? [] : [`${name} printed what it should have caught:\n${place}`]),
    ...(process.isAlive || process.wasEnded ? [] : [`${name} ended by itself`]),
    ...(process.isAlive && process.url !== null ? await readiness(name, process.url) : []),
  ]
}

async function readiness(name: string, url: string): Promise<readonly string[]> {
  const what = `${name} says that it is ready`
  try {
    await eventually(async () => (await fetch(`${url}/health/ready`)).ok, {
      what,
      withinMs: healthyWithinMs,
      everyMs: 100,
    })
    return []
  } catch (error) {
    return [String(error)]
  }
}

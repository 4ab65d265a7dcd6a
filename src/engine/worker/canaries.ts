import { type CanaryRow, type CanaryStore, lookAtCanary } from '../../domain/canary.ts'
import { toWordId } from '../../domain/word-id.ts'
import type { EngineServices } from '../run/run-context.ts'

/** So many canaries are looked at in one turn. */
const limit = 100

/**
 * Looks at the running canaries of all projects, and ends those that are decided (VER-2). Any number of processes may: a decision is written
 * once. One that cannot be looked at is reported and holds up no other; its shares stay as they are.
 */
export async function lookAtCanaries(
  canaries: CanaryStore,
  report: EngineServices['report'],
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (const canary of await canaries.running(limit)) {
    if (signal.aborted) return
    try {
      await look(canary, canaries)
    } catch (error) {
      report(`The canary ${toWordId('canary', canary.id)} could not be looked at; trying again.`, error)
    }
  }
}

async function look(canary: CanaryRow, canaries: CanaryStore): Promise<void> {
  const { version, baseline } = await canaries.runsOf(canary)
  await canaries.record(canary, lookAtCanary(canary, version, baseline))
}

import { topics } from '../../domain/wakeups.ts'
import type { EngineServices } from '../run-context.ts'

type Services = Pick<EngineServices, 'runs' | 'log' | 'wakeups'>

/**
 * Sends on every WAITING run of a tree, or of all, that has something to go on with, and then those above, which wait for these.
 * Whoever comes second changes nothing.
 */
export async function wakeWaiting(rootId: string | null, services: Services): Promise<void> {
  while (await wakeLevel(rootId, services));
}

/** False where there is nobody to wake. */
async function wakeLevel(rootId: string | null, { runs, log, wakeups }: Services): Promise<boolean> {
  const waiting = await runs.gates.wakeable(rootId)
  const woken = await Promise.all(
    waiting.map((runId) =>
      log.commit({
        runId,
        epoch: null,
        from: ['WAITING'],
        // Its time runs from the moment of the claim.
        run: { status: 'RUNNING', terminationReason: null, resumedAt: null },
        events: [{ type: 'RunContinued', stepNumber: null, data: {} }],
      }),
    ),
  )
  const isAny = woken.some(({ kind }) => kind === 'written')
  if (isAny) wakeups.publish(topics.queue)
  return isAny
}

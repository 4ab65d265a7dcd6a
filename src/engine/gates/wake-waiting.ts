import { topics } from '../../domain/wakeups.ts'
import type { EngineServices } from '../run-context.ts'

/** Sends on every WAITING run of a tree, or of all, that has something to go on with. Whoever comes second changes nothing. */
export async function wakeWaiting(
  rootId: string | null,
  { runs, log, wakeups }: Pick<EngineServices, 'runs' | 'log' | 'wakeups'>,
): Promise<void> {
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
  if (woken.some(({ kind }) => kind === 'written')) wakeups.publish(topics.queue)
}

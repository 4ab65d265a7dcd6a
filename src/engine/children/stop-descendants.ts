import { isRungraphError } from '../../domain/errors.ts'
import { abortRun } from '../abort-run.ts'
import type { RunContext } from '../run-context.ts'
import { stopOf } from '../stop.ts'

/**
 * Ends every run below this one that has not ended, and resolves when all are at rest: before this run's own last event, so that
 * nothing of its tree comes after it (SUB-3). PAUSED ones stay as they are: nobody resumes a child.
 */
export async function stopDescendants(reason: string, ctx: RunContext): Promise<void> {
  const { run, runs } = ctx
  // Those that wait are taken up to be ended: a place must be free for them.
  await ctx.away(async () => {
    for (;;) {
      const live = await runs.liveDescendants(run.rootId, run.id)
      if (live.length === 0 || stopOf(ctx.signal)?.kind === 'LOST') return
      await Promise.all(live.map((runId) => abortOne(runId, reason, ctx)))
    }
  })
}

async function abortOne(runId: string, reason: string, ctx: RunContext): Promise<void> {
  try {
    await abortRun({ projectId: ctx.run.projectId, runId, reason }, ctx)
  } catch (error) {
    // It came to its end by itself meanwhile.
    if (!isRungraphError(error) || error.code !== 'ILLEGAL_TRANSITION') throw error
  }
}

import type { AgentDefinition } from '../../domain/agent.ts'
import { abortDescendants } from '../abort-run.ts'
import type { RunContext } from '../run-context.ts'
import { stopOf } from '../stop.ts'

/** Whether all below is at rest; or why the run is left to another owner before. */
export type Below = 'at rest' | 'released' | 'lost'

/**
 * Ends every run below this one that has not ended, and resolves when all are at rest: before this run's own last event, so that
 * nothing of its tree comes after it (SUB-3). From here on the run starts no others. Its place is another's meanwhile: the owner of
 * a descendant may be dead, and whoever takes that up needs one.
 */
export async function stopDescendants(reason: string, ctx: RunContext): Promise<Below> {
  const { run, births, away, draining } = ctx
  if (!mayHaveChildren(run.agent.definition)) return 'at rest'
  await births.close()
  const call = { projectId: run.projectId, runId: run.id, rootId: run.rootId, reason }
  const isLost = () => stopOf(ctx.signal)?.kind === 'LOST'
  // What a process let go that is about to end, it does not take up again.
  const isOver = () => isLost() || draining.aborted
  if (await away(() => abortDescendants(call, ctx, isOver))) return 'at rest'
  return isLost() ? 'lost' : 'released'
}

function mayHaveChildren({ subagents, specialists, workflows }: AgentDefinition): boolean {
  return subagents.length + specialists.length + workflows.length > 0
}

import { isSettled } from '../../domain/action.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { endUndecided } from '../resolve-gate.ts'
import type { RunContext } from '../run-context.ts'
import { gateOf } from './held.ts'

/**
 * Closes the gates of actions that ended before anybody decided: by a stop, or with a plan that failed. Whoever comes later reads
 * that there is nothing to decide any more, and no decision is taken that nothing would be done about (JDG-4).
 */
export async function closeGates(actions: readonly ActionRow[], ctx: RunContext): Promise<void> {
  const ended = new Set(actions.flatMap((action) => (isSettled(action.status) ? (gateOf(action) ?? []) : [])))
  if (ended.size === 0) return
  await ctx.journal.durable()
  await ctx.background.journal.durable()
  for (;;) {
    const undecided = await ctx.runs.gates.undecided(ctx.run.id)
    const found = undecided.find(({ gate }) => ended.has(gate.id))
    if (!found) return
    await endUndecided('CANCELLED', found, ctx)
  }
}

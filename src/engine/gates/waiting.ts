import type { ActionRow } from '../../domain/run-log.ts'
import type { Ending } from '../conclude.ts'
import { abandonAction } from '../run-action.ts'
import type { RunContext } from '../run-context.ts'
import { type OpenStep, partialSummary, type RunState } from '../run-state.ts'
import type { Stop } from '../stop.ts'
import { gateOf, holdsUpRun } from './held.ts'

/** How the run rests while everything that is left of its step waits; `null`: nothing does. */
export function waitingEnding(step: OpenStep, state: RunState): Ending | null {
  const held = (step.actions ?? []).filter(holdsUpRun)
  if (held.length === 0) return null
  const gates = held.filter((action) => gateOf(action) !== null).length
  return {
    status: 'WAITING',
    reason: null,
    summary: partialSummary(state),
    gates: [],
    held: { gates, childRuns: held.length - gates },
    isMidStep: true,
  }
}

/** Ends what waits in a step that is to close: nobody decides about it any more. */
export function abandonHeld(step: OpenStep, stop: Stop, ctx: RunContext): void {
  const end = (action: ActionRow) =>
    holdsUpRun(action) ? abandonAction(action, stop, step.row.number, ctx) : action
  step.actions = step.actions?.map(end) ?? null
}

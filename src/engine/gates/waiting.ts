import type { Ending } from '../conclude.ts'
import { type OpenStep, partialSummary, type RunState } from '../run-state.ts'
import { gateOf, isHeld } from './held.ts'

/** How the run rests while everything that is left of its step waits; `null`: nothing does. */
export function waitingEnding(step: OpenStep, state: RunState): Ending | null {
  const held = (step.actions ?? []).filter(isHeld)
  if (held.length === 0) return null
  const gates = held.filter((action) => gateOf(action) !== null).length
  return {
    status: 'WAITING',
    reason: null,
    summary: partialSummary(state),
    gates: [],
    held: { gates, childRuns: held.length - gates },
  }
}

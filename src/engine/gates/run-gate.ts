import { describe } from '../../domain/errors.ts'
import type { GateRow } from '../../domain/gate.ts'
import { type Ending, waitingAsWhole } from '../conclude.ts'
import type { RunContext } from '../run-context.ts'
import { addMessage, type RunState, toLoopState } from '../run-state.ts'
import { type GateOutcome, gateOutcome } from './gate-outcome.ts'

/**
 * Takes up what was decided at the gate about the whole run that it waited at (JDG-4): a note reaches the model as a message, a
 * refusal ends the run. Gives how the run rests where nobody has decided yet.
 */
export async function meetRunGate(state: RunState, ctx: RunContext): Promise<Ending | null> {
  const { runGate } = state.humans
  if (runGate === null) return null
  const [gate] = await ctx.runs.gates.decided([runGate])
  const outcome = gate ? gateOutcome(gate, ctx) : null
  if (!gate || !outcome) return waitingAsWhole(state)
  state.humans = { ...state.humans, runGate: null }
  if (outcome.kind === 'refused') state.fault = refusalOf(gate, outcome)
  const said = outcome.kind === 'refused' ? null : outcome.note
  const messages = said === null ? [] : [addMessage(state, ctx.run, { role: 'user', text: said }, null)]
  ctx.journal.write({ messages, run: { loopState: toLoopState(state) } })
  return null
}

/** A gate that expired is no refusal by a human. */
export function refusalOf(
  { reason }: GateRow,
  { isExpired, note }: GateOutcome & { kind: 'refused' },
): RunState['fault'] {
  return isExpired
    ? { reason: 'TIMEOUT', code: 'GATE_EXPIRED', error: describe('GATE_EXPIRED', { reason }) }
    : { reason: 'GATE_REJECTED', code: 'GATE_REJECTED', error: describe('GATE_REJECTED', { reason, note }) }
}

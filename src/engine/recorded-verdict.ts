import { judge, type Verdict } from './judge.ts'
import { atRest } from './judgement.ts'
import { continuedAnew } from './partial-answer.ts'
import type { RunContext } from './run-context.ts'
import type { RunState } from './run-state.ts'

/**
 * The judge's verdict. A replay passes by the pauses that the recorded run went on after, as whoever let it go on had seen what it
 * rested for. With live tools its gates open anew. With recorded ones it passes by those as well, and no gate opens in it: at one
 * where the record ends it throws REPLAY_DIVERGED (RUN-9).
 */
export function verdictOn(state: RunState, { recording, clock }: RunContext): Verdict | undefined {
  const verdict = judge(state, clock.elapsed())
  if (!recording || (verdict?.kind !== 'gate' && verdict?.kind !== 'soft-stop')) return verdict
  if (verdict.kind === 'gate' && recording.tools === 'LIVE') return verdict
  if (!recording.goesOnAfter(state.stepCount)) {
    if (verdict.kind === 'soft-stop') return verdict
    throw recording.diverge(state.stepCount, 'a gate')
  }
  state.judgement = atRest(state.judgement)
  state.partialAnswer = continuedAnew(state.partialAnswer)
  state.escalation = null
  state.budgetSpent = null
  return judge(state, clock.elapsed())
}

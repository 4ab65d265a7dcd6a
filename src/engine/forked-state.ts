import { type Json, toJson } from '../domain/json.ts'
import type { RunOverrides } from '../domain/run-history.ts'
import { areMet } from './criteria.ts'
import { noCalls } from './doom-loop.ts'
import { nothingDecided } from './humans.ts'
import { atRest } from './judgement.ts'
import { continuedAnew } from './partial-answer.ts'
import { type LoopState, loopState } from './run-state.ts'

/** What a fork changes. */
export interface ForkChanges extends RunOverrides {
  readonly input?: string | undefined
}

/** Whether nothing is left to do after a checkpoint: the run has its answer. */
export function isAnswered(
  stored: Json,
  { terminateOnGoalAchieved }: { terminateOnGoalAchieved: boolean },
): boolean {
  const { answer, judgement } = loopState.parse(stored)
  return answer !== null || (terminateOnGoalAchieved && areMet(judgement.criteria))
}

/** The codes of failures that a human decided, or nobody in time. */
const decided: ReadonlySet<string> = new Set(['GATE_REJECTED', 'GATE_EXPIRED', 'PERMISSION_BLOCKED'])

/** What was decided ended the original; of its gates a fork has none, and is asked about itself (JDG-4). */
function undecided({ fault, humans, ...state }: LoopState): LoopState {
  return {
    ...state,
    fault: fault && decided.has(fault.code) ? null : fault,
    humans: { ...nothingDecided, denials: humans.denials },
  }
}

/**
 * What the loop of a fork remembers (RUN-9). A fork that changes something begins with a clean sheet where the run is judged: what
 * stood against the original is not held against it. A new message withdraws the answer that was given before it.
 */
export function forkedState(stored: Json, changes: ForkChanges): Json {
  const before = undecided({ ...loopState.parse(stored), lastWord: null, announced: null, backoff: null })
  const partialAnswer = continuedAnew(before.partialAnswer)
  if (Object.values(changes).every((change) => change === undefined))
    return toJson({ ...before, partialAnswer })
  const judgement = atRest(before.judgement)
  const anew = {
    ...before,
    partialAnswer,
    judgement,
    doomLoop: noCalls,
    words: noCalls,
    modelInUse: changes.model ? null : before.modelInUse,
  }
  if (changes.input === undefined) return toJson(anew)
  return toJson({
    ...anew,
    answer: null,
    partialAnswer: null,
    outputRepairs: 0,
    guardRounds: 0,
    judgement: { ...judgement, criteria: null },
  })
}

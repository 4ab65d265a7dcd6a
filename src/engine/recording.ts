import type { BudgetRefusal } from '../domain/budget.ts'
import type { RungraphError } from '../domain/errors.ts'
import type { ModelQuestion } from '../domain/model.ts'
import type { RecordedGate, ReplayTools } from '../domain/run-history.ts'
import type { RunInput } from '../domain/run-input.ts'
import type { ActionAttemptRow, ActionRow } from '../domain/run-log.ts'

/** The record of the run that is executed again (RUN-9). */
export interface Recording {
  readonly tools: ReplayTools
  /** Whether the recorded run took steps after this one. */
  goesOnAfter(stepNumber: number): boolean
  /** The recorded action, with its whole output. */
  action(stepNumber: number, name: string): Promise<ActionRow | null>
  /** The attempts of a recorded action that another followed, in order. */
  attempts(actionId: string): Promise<readonly ActionAttemptRow[]>
  /** The gates that opened in a step, and what they came to. */
  gates(stepNumber: number): Promise<readonly RecordedGate[]>
  /** The limit that had no room for a question that nobody answered; `null` where another reason kept it from being asked. */
  unpaid(question: ModelQuestion): Promise<BudgetRefusal['reason'] | null>
  /** The limit of tokens or cost at which the recorded run stopped after a step; `null` where it did not. */
  stoppedBy(stepNumber: number): Promise<BudgetRefusal['reason'] | null>
  /** Those of the waiting messages that were read ahead of the step; `taken` were read before them. */
  due(waiting: readonly RunInput[], taken: number, stepNumber: number): readonly RunInput[]
  /** Notes that nothing recorded fits: the run fails with this, whatever else catches it. */
  diverge(stepNumber: number, what: string): RungraphError
  /** Where the replay first left the record. */
  divergence(): RungraphError | null
}

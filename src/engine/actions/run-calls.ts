import { isSettled } from '../../domain/action.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { flatPlan } from '../plan/checked-plan.ts'
import type { RecordedAction } from '../plan/readiness.ts'
import { isHeld } from '../run/held.ts'
import type { StepContext } from '../run/step-context.ts'
import { isHandover, Stop, stopOf } from '../stop.ts'
import { settleOutput, skipAction } from './end-action.ts'
import { executeAction } from './execute-action.ts'
import { performCall } from './perform-action.ts'
import { outcomeOf, runActions } from './run-actions.ts'

/**
 * Performs the calls of a turn: a flat plan, whose actions depend on nothing. When one throws, the others run to their ends: the
 * step ends with their results. @throws the Stop of a run that another owner continues, or BudgetSpent
 */
export async function runCalls(ctx: StepContext): Promise<void> {
  const actions = ctx.step.actions ?? []
  if (actions.length === 0) return
  await runActions(
    {
      checked: flatPlan(actions),
      recorded: recordedOf(actions),
      endsAtThrow: false,
      perform: async (_order, { row, onChanged }, own) => {
        const stop = stopOf(own.stepSignal)
        if (stop && isHandover(stop)) throw stop
        const perform = (begun: ActionRow) => performCall(begun, own)
        return settleOutput(await executeAction(row, { perform, onChanged }, own), own)
      },
      // A call that waits for a human is ended with the step.
      recordEnd: (_order, row, own) =>
        isHeld(row) ? row : skipAction(row, stopOf(own.stepSignal) ?? stopping, own),
    },
    ctx,
  )
}

const stopping = new Stop('ABORTED', 'The run stopped.')

function recordedOf(actions: readonly ActionRow[]): ReadonlyMap<string, RecordedAction> {
  const begun = actions.filter(({ status }) => status !== 'PENDING')
  return new Map(
    begun.map((row) => [row.name, isSettled(row.status) ? outcomeOf(row) : { status: 'RUNNING' }]),
  )
}

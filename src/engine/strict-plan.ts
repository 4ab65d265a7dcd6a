import { RungraphError } from '../domain/errors.ts'
import type { RunContext } from './run-context.ts'
import type { OpenStep } from './run-state.ts'
import { asText } from './tool-result.ts'

/** Whether the run ends with the plan of this step, whatever came of it (LOOP-7). */
export function endsWithPlan({ plan, error }: OpenStep, { run }: RunContext): boolean {
  return plan !== undefined && error === undefined && run.agent.definition.protocolMode === 'STRICT'
}

/** What a plan executed as it stands came to: the output of the last action that gave one. */
export function answerOfPlan({ actions }: OpenStep): string {
  const last = actions?.findLast(
    ({ mode, status, output }) => mode !== 'FIRE_AND_FORGET' && status === 'SUCCEEDED' && output !== null,
  )
  return last ? asText(last.output) : ''
}

/** Throws PLAN_FAILED where an action failed that its plan cannot do without. */
export function refuseFailedPlan({ plan, actions }: OpenStep): void {
  const mayFail = new Set(plan?.plan.actions.flatMap(({ name, skipOnError }) => (skipOnError ? [name] : [])))
  const failed = (actions ?? []).filter(
    ({ name, mode, status }) =>
      (status === 'FAILED' || status === 'DENIED') && mode !== 'FIRE_AND_FORGET' && !mayFail.has(name),
  )
  if (failed.length === 0) return
  throw new RungraphError('PLAN_FAILED', {
    failed: failed.map(({ name, error }) => `${name}: ${error?.replace(/\.$/, '')}`),
  })
}

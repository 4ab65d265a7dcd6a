import { describe, RungraphError } from '../domain/errors.ts'
import { workflowOutput } from '../domain/workflow.ts'
import type { Fault } from './judge.ts'
import type { RunContext } from './run-context.ts'
import type { OpenStep, RunState } from './run-state.ts'
import { asText } from './tool-result.ts'

/** Whether the run ends with the plan of this step, whatever came of it (LOOP-7). */
export function endsWithPlan({ plan, error }: OpenStep, { run }: RunContext): boolean {
  return plan !== undefined && error === undefined && run.agent.definition.protocolMode === 'STRICT'
}

/** What a plan executed as it stands came to: what its workflow gives as JSON, or the output of the last action that gave one. */
export function answerOfPlan({ actions }: OpenStep, { context }: RunState, { run }: RunContext): string {
  if (run.workflow) return JSON.stringify(workflowOutput(run.workflow.definition, context))
  const last = actions?.findLast(
    ({ mode, status, output }) => mode !== 'FIRE_AND_FORGET' && status === 'SUCCEEDED' && output !== null,
  )
  return last ? asText(last.output) : ''
}

/** What is to be told of a plan that came to nothing, though nothing ended it: that its answer is none; else `null`. */
export function emptinessOfPlan(step: OpenStep, ctx: RunContext): string | null {
  if (!endsWithPlan(step, ctx)) return null
  const waitedFor = (step.actions ?? []).filter(({ mode }) => mode !== 'FIRE_AND_FORGET')
  if (waitedFor.length === 0 || waitedFor.some(({ status }) => status === 'SUCCEEDED')) return null
  const first = waitedFor[0]
  return `No action of the plan succeeded, so the answer is empty. ${first && inWords(first.name, first.error ?? first.status)}.`
}

/** PLAN_FAILED, where the run ends with this plan and an action failed that the plan cannot do without; else `null`. */
export function faultOfPlan(step: OpenStep, ctx: RunContext): Fault | null {
  const failed = endsWithPlan(step, ctx) ? failuresOf(step) : []
  if (failed.length === 0) return null
  return { reason: 'ERROR', code: 'PLAN_FAILED', error: describe('PLAN_FAILED', { failed }) }
}

/** A workflow's plan is executed once: its failure stays one, whoever goes on with the run. @throws PLAN_FAILED */
export function refuseSecondPlan({ stepCount, judgement: { failure } }: RunState, { run }: RunContext): void {
  if (!run.workflow || stepCount === 0) return
  throw new RungraphError('PLAN_FAILED', {
    failed: [failure ? inWords(failure.action, failure.error) : 'it was stopped before its end'],
  })
}

/** The failures of actions that their plan cannot do without, in words. */
function failuresOf({ plan, actions }: OpenStep): readonly string[] {
  const mayFail = new Set(plan?.plan.actions.flatMap(({ name, skipOnError }) => (skipOnError ? [name] : [])))
  const failed = (actions ?? []).filter(
    ({ name, mode, status }) =>
      (status === 'FAILED' || status === 'DENIED') && mode !== 'FIRE_AND_FORGET' && !mayFail.has(name),
  )
  return failed.map(({ name, error }) => inWords(name, error ?? ''))
}

function inWords(action: string, error: string): string {
  return `${action}: ${error.replace(/\.$/, '')}`
}

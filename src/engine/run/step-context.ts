import type { RunContext } from './run-context.ts'
import type { OpenStep, RunState } from './run-state.ts'

/** One step of a run, with the services and state that all code for it needs. */
export interface StepContext extends RunContext {
  readonly step: OpenStep
  readonly state: RunState
  /** Aborted when the work of the step is to end: with the run, when its time is up, or when its plan stops it. */
  readonly stepSignal: AbortSignal
}

/** `stepSignal`: by default the step ends when the run does. */
export function stepContext(
  step: OpenStep,
  state: RunState,
  ctx: RunContext,
  stepSignal: AbortSignal = ctx.signal,
): StepContext {
  return { ...ctx, step, state, stepSignal }
}

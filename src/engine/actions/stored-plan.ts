import { RungraphError } from '../../domain/errors.ts'
import { inSlices, type Sliced } from '../../domain/in-slices.ts'
import { type Plan, readPlan } from '../../domain/plan.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { planSurroundings, renderProblem } from '../plan/check-given-plan.ts'
import { checkSliced } from '../plan/check-plan.ts'
import type { CheckedPlan, PlanSurroundings } from '../plan/checked-plan.ts'
import type { RunCore } from '../run/run-context.ts'
import type { LiveRun } from '../run/run-state.ts'

/** A plan that was checked before it was stored: by the trigger, or by the owner that recorded it. */
export async function readStoredPlan(
  plan: ActionRow['parameters'],
  state: LiveRun,
  ctx: RunCore,
): Promise<CheckedPlan> {
  return inSlices(checkStored(plan, state, ctx))
}

function* checkStored(plan: ActionRow['parameters'], state: LiveRun, ctx: RunCore): Sliced<CheckedPlan> {
  const parsed = yield* readPlan(plan)
  const found = parsed.ok ? yield* checkSliced(asWanted(parsed.plan, ctx), surroundings(state, ctx)) : parsed
  if ('checked' in found) return found.checked
  throw new RungraphError('PLAN_INVALID', {
    problems: found.problems.map(renderProblem),
  })
}

/** The plan with the settings that the agent's definition has for all its plans. */
export function asWanted(plan: Plan, { run }: RunCore): Plan {
  const { failFast, dynamicParallelism, retryActions } = run.agent.definition
  return {
    ...plan,
    failFast: plan.failFast || failFast,
    dynamicParallelism: plan.dynamicParallelism || dynamicParallelism,
    actions: retryActions
      ? plan.actions
      : plan.actions.map((action) => ({ ...action, retry: { ...action.retry, maxAttempts: 1 } })),
  }
}

export function surroundings(state: LiveRun, { run }: RunCore): PlanSurroundings {
  return planSurroundings(run.agent.definition, state.context)
}

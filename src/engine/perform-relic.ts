import { RungraphError } from '../domain/errors.ts'
import type { Json } from '../domain/json.ts'
import { parseRelicTarget } from '../domain/relic.ts'
import type { ActionRow } from '../domain/run-log.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import type { RunContext } from './run-context.ts'

/**
 * Calls the operation of a relic that an action's target names: `<relic>.<operation>` (DAG-8).
 * @throws RELIC_UNKNOWN where it is none of the agent's, and what `Relics.perform` does
 */
export async function performRelic(
  action: ActionRow,
  stepNumber: number,
  signal: AbortSignal,
  { run, relics }: Pick<RunContext, 'run' | 'relics'>,
): Promise<Json> {
  const { target, parameters } = action
  const called = parseRelicTarget(target)
  const known = run.agent.definition.relics
  if (!called || !known.includes(called.relic))
    throw new RungraphError('RELIC_UNKNOWN', { relic: called?.relic ?? target, known })
  const idempotencyKey = idempotencyKeyOf(action, stepNumber, run.id)
  return relics.perform({ ...called, projectId: run.projectId, parameters, idempotencyKey, signal })
}

import type { NewEvent } from '../domain/run-event.ts'
import type { ActionRow } from '../domain/run-log.ts'

/** The plan as the log tells it. */
export function planGenerated(actions: readonly ActionRow[], stepNumber: number): NewEvent {
  const planned = actions.map(({ name, type, mode, target, dependsOn, wave }) => ({
    name,
    type,
    mode,
    target,
    dependsOn,
    wave,
  }))
  return { type: 'PlanGenerated', stepNumber, data: { actions: planned } }
}

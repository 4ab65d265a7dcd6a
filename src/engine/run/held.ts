import { isSettled } from '../../domain/action.ts'
import type { ActionAudit } from '../../domain/action-audit.ts'
import type { ActionRow } from '../../domain/run-log.ts'

/** The gate that holds an action up, where one does. */
export function gateOf({ audit }: ActionRow): string | null {
  return audit.gateId ?? null
}

/** The child run that performs an action, from before it exists. */
export function childOf({ audit }: ActionRow): string | null {
  return audit.child ?? null
}

/** An action whose child run is active: it has begun, and nothing is to be decided about it. */
export function isAttached(action: ActionRow): boolean {
  return action.status === 'RUNNING' && action.childRunId !== null && childOf(action) === action.childRunId
}

/** An action that waits for a human, here or in its child run. */
export function isHeld(action: ActionRow): boolean {
  if (isSettled(action.status)) return false
  return gateOf(action) !== null || (childOf(action) !== null && action.mode !== 'FIRE_AND_FORGET')
}

/** Whether its run waits with it. Nothing waits for what is fired: its gate stays open, whatever becomes of the run (DAG-4). */
export function holdsUpRun(action: ActionRow): boolean {
  return isHeld(action) && action.mode !== 'FIRE_AND_FORGET'
}

/** Watches for decisions about held actions while the rest of their step is running (JDG-4). */
export interface HeldWatch {
  /** Calls `onFree` once, when the action can continue: its gate was decided, or its child run waits no longer. */
  add(action: ActionRow, onFree: () => void): void
  /** Nothing continues until `resume`, because the run may be about to get another owner. */
  pause(): void
  resume(): void
  /** Nothing of the step is running any more: the run waits, and no process holds anything for it. */
  close(): void
}

export function audited(action: ActionRow, more: ActionAudit): ActionRow {
  return { ...action, audit: { ...action.audit, ...more } }
}

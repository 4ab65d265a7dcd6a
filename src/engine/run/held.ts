import { isSettled } from '../../domain/action.ts'
import type { ActionAudit } from '../../domain/action-audit.ts'
import type { ActionRow } from '../../domain/run-log.ts'

/** Returns the id of the gate at which an action waits; `null` if there is none. */
export function gateOf({ audit }: ActionRow): string | null {
  return audit.gateId ?? null
}

/** Returns the id of the child run that performs an action. It is assigned before the child run is inserted. */
export function childOf({ audit }: ActionRow): string | null {
  return audit.child ?? null
}

/** The action as it is tried anew: by another child, or by none. */
export function withoutChild(action: ActionRow): ActionRow {
  const { child: _child, childStatus: _status, specialist: _specialist, ...audit } = action.audit
  return { ...action, audit }
}

/** Whether the child run of an action is active: the action has begun, and no decision about it is pending. */
export function isAttached(action: ActionRow): boolean {
  return action.status === 'RUNNING' && action.childRunId !== null && childOf(action) === action.childRunId
}

/** Whether a call has done steps and none of them is running: one that begins again is given all that it did (TAS-13). */
export function isBetweenSteps({ audit: { steps } }: ActionRow): boolean {
  return steps !== undefined && Object.values(steps).every(({ state }) => state === 'done')
}

/** Whether a call that begins again is given all that it did, also of what goes on elsewhere (TAS-15). */
export function canGoOn({ audit: { steps } }: ActionRow): boolean {
  return steps !== undefined && Object.values(steps).every(({ value }) => value !== undefined)
}

/** Whether an action waits for a person, at its own gate or in its child run. */
export function isHeld(action: ActionRow): boolean {
  if (isSettled(action.status)) return false
  return gateOf(action) !== null || (childOf(action) !== null && action.mode !== 'FIRE_AND_FORGET')
}

/**
 * Whether the run waits for a held action. It does not wait for FIRE_AND_FORGET actions: their gates stay open even after the run's end
 * (DAG-4).
 */
export function holdsUpRun(action: ActionRow): boolean {
  return isHeld(action) && action.mode !== 'FIRE_AND_FORGET'
}

/** Watches for decisions about held actions while the rest of their step is running (JDG-4). */
export interface HeldWatch {
  /** Calls `onFree` once, when the action can continue: its gate was decided, or its child run no longer waits. */
  add(action: ActionRow, onFree: () => void): void
  /** Stops calls of `onFree` until `resume`, because another process may be about to claim the run. */
  pause(): void
  resume(): void
  /** Ends the watch when no action of the step is running: the run waits without an owner. */
  close(): void
}

export function audited(action: ActionRow, more: ActionAudit): ActionRow {
  return { ...action, audit: { ...action.audit, ...more } }
}

import { isSettled } from '../../domain/action.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'

/** The gate that holds an action up, where one does. */
export function gateOf({ audit }: ActionRow): string | null {
  const gateId = isJsonObject(audit) ? audit.gateId : null
  return typeof gateId === 'string' ? gateId : null
}

/** The child run that performs an action, from before it exists. */
export function childOf({ audit }: ActionRow): string | null {
  const child = isJsonObject(audit) ? audit.child : null
  return typeof child === 'string' ? child : null
}

/** An action that waits for a human, here or in its child run. */
export function isHeld(action: ActionRow): boolean {
  if (isSettled(action.status)) return false
  return gateOf(action) !== null || (childOf(action) !== null && action.mode !== 'FIRE_AND_FORGET')
}

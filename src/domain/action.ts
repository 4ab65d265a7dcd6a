export const actionTypes = ['TOOL', 'AGENT', 'RELIC', 'WORKFLOW', 'LLM', 'DECISION'] as const
export type ActionType = (typeof actionTypes)[number]

export const actionModes = ['SYNC', 'ASYNC', 'FIRE_AND_FORGET'] as const
export type ActionMode = (typeof actionModes)[number]

export const actionStatuses = [
  'PENDING',
  'RUNNING',
  'SUCCEEDED',
  'FAILED',
  'SKIPPED',
  'DENIED',
  'CANCELLED',
] as const
export type ActionStatus = (typeof actionStatuses)[number]

/** An action that has its one final status. */
export function isSettled(status: ActionStatus): boolean {
  return status !== 'PENDING' && status !== 'RUNNING'
}

/** An action as a plan shows it to clients. */
export interface PlannedAction {
  readonly name: string
  readonly type: ActionType
  readonly mode: ActionMode
  readonly target: string
  readonly dependsOn: readonly string[]
  readonly wave: number
}

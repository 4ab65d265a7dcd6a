import { z } from 'zod'
import { about, choice, object } from './declared.ts'

export const actionType = choice('ActionType', 'Type of an action.', {
  TOOL: 'Call of a tool.',
  AGENT: 'Child run of another agent.',
  RELIC: 'Operation of a relic.',
  WORKFLOW: 'Stored plan with parameters.',
  LLM: 'Model call.',
  DECISION: 'Choice between branches of the plan.',
})
export type ActionType = z.infer<typeof actionType>

export const actionMode = choice('ActionMode', 'Mode in which a plan waits for an action.', {
  SYNC: 'The actions that are listed after it start only after it has ended.',
  ASYNC: 'The action runs in parallel with other actions.',
  FIRE_AND_FORGET: 'The plan does not wait for the action.',
})
export type ActionMode = z.infer<typeof actionMode>

export const actionStatus = choice('ActionStatus', 'Status of an action.', {
  PENDING: 'The action has not begun.',
  RUNNING: 'The action is being performed.',
  SUCCEEDED: 'The action succeeded.',
  FAILED: 'The action ended in an error.',
  SKIPPED: 'The action was skipped because of an action that it depends on.',
  DENIED: 'The action was not permitted.',
  CANCELLED: 'The action was stopped with its run.',
})
export type ActionStatus = z.infer<typeof actionStatus>

/** An action that has its one final status. */
export function isSettled(status: ActionStatus): boolean {
  return status !== 'PENDING' && status !== 'RUNNING'
}

export const plannedAction = object('PlannedAction', 'Action as declared in its plan.', {
  name: about('Name of the action, unique in its step.', z.string()),
  type: about('Type of the action.', actionType),
  mode: about('Mode in which the plan waits for the action.', actionMode),
  target: about('Tool, agent, relic or workflow that performs the action.', z.string()),
  dependsOn: about('Names of the actions that this action depends on.', z.array(z.string()).readonly()),
  wave: about('Level of the action in the plan, from 0.', z.int()),
})
export type PlannedAction = Readonly<z.infer<typeof plannedAction>>

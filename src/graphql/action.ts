import type { PlannedAction } from '../domain/action.ts'
import { ActionAudit, readAudit } from './action-audit.ts'
import { builder } from './builder.ts'
import { describedEnum } from './described-enum.ts'
import { toGlobalId } from './global-id.ts'

export const ActionType = describedEnum('ActionType', 'What kind of work an action is.', {
  TOOL: 'A call of a tool.',
  AGENT: 'A child run of another agent.',
  RELIC: 'An operation of a relic.',
  WORKFLOW: 'A stored plan with parameters.',
  LLM: 'One model call.',
  DECISION: 'A choice between branches.',
})

export const ActionMode = describedEnum('ActionMode', 'How a plan waits for an action.', {
  SYNC: 'What is listed after it starts only when it has ended.',
  ASYNC: 'It runs beside others.',
  FIRE_AND_FORGET: 'Nothing waits for it.',
})

export const ActionStatus = describedEnum('ActionStatus', 'Where an action stands.', {
  PENDING: 'It has not begun.',
  RUNNING: 'It is at work.',
  SUCCEEDED: 'It gave its output.',
  FAILED: 'It ended in an error.',
  SKIPPED: 'It was not run, because of what it depends on.',
  DENIED: 'It was not permitted.',
  CANCELLED: 'It was stopped with its run.',
})

export const Action = builder.prismaObject('Action', {
  description: 'One unit of work inside a step.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('Action', id) }),
    name: t.exposeString('name', { description: 'Its name, unique in its step.' }),
    type: t.expose('type', { type: ActionType, description: 'What kind of work it is.' }),
    mode: t.expose('mode', { type: ActionMode, description: 'How the plan waits for it.' }),
    target: t.exposeString('target', { description: 'The tool, agent, relic or workflow that does it.' }),
    parameters: t.expose('parameters', {
      type: 'JSON',
      description: 'Its arguments; `{_raw}` where the model wrote no valid JSON.',
    }),
    dependsOn: t.exposeStringList('dependsOn', {
      description: 'The names of the actions that come before it.',
    }),
    wave: t.exposeInt('wave', {
      description: 'Its level in the plan, from 0: one more than the highest that it depends on.',
    }),
    status: t.expose('status', { type: ActionStatus, description: 'Where it stands.' }),
    attempt: t.exposeInt('attempt', {
      description: 'The number of its last attempt, from 1; 0 before the first. `attempts` has them all.',
    }),
    output: t.expose('output', { type: 'JSON', description: 'What it gave.', nullable: true }),
    error: t.exposeString('error', {
      description: 'What went wrong, as the model reads it.',
      nullable: true,
    }),
    errorCode: t.exposeString('errorCode', {
      description: 'A stable code of the error table.',
      nullable: true,
    }),
    audit: t.field({
      type: ActionAudit,
      description: 'Who decided that it may run, or not, and by which rule; null before the decision.',
      nullable: true,
      select: { audit: true },
      resolve: ({ audit }) => readAudit(audit),
    }),
    childRun: t.relation('childRun', { description: 'The run that it started.', nullable: true }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description: 'When its last attempt began.',
      nullable: true,
    }),
    durationMs: t.exposeInt('durationMs', {
      description: 'How long its last attempt took, in milliseconds.',
      nullable: true,
    }),
  }),
})

export const PlannedActionObject = builder.objectRef<PlannedAction>('PlannedAction').implement({
  description: 'An action as its plan says it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, unique in its step.' }),
    type: t.expose('type', { type: ActionType, description: 'What kind of work it is.' }),
    mode: t.expose('mode', { type: ActionMode, description: 'How the plan waits for it.' }),
    target: t.exposeString('target', { description: 'The tool, agent, relic or workflow that does it.' }),
    dependsOn: t.exposeStringList('dependsOn', {
      description: 'The names of the actions that come before it.',
    }),
    wave: t.exposeInt('wave', { description: 'Its level in the plan, from 0.' }),
  }),
})

import type { ShapeNode } from '../domain/plan/plan-shape.ts'
import { Action, ActionStatus } from './action.ts'
import { builder } from './builder.ts'

export const PlanNode = builder.objectRef<ShapeNode & { readonly actionId: string }>('PlanNode').implement({
  description: 'An action in the graph of its plan.',
  fields: (t) => ({
    action: t.field({
      type: Action,
      description: 'The action, as it is executed.',
      resolve: ({ actionId }) => ({ id: actionId }),
    }),
    name: t.string({ description: 'Its name.', resolve: ({ action }) => action.name }),
    wave: t.exposeInt('wave', {
      description:
        'Its level, from 0: one more than the highest that it depends on; a barrier is no dependency.',
    }),
    status: t.expose('status', { type: ActionStatus, description: 'Where it stands.' }),
    blockedBy: t.exposeStringList('blockedBy', {
      description: 'The names of those that it still waits for; empty once it has started.',
    }),
    dependsOn: t.stringList({
      description: 'The names of the actions that it depends on.',
      resolve: ({ action }) => action.dependsOn,
    }),
    waitForAll: t.boolean({
      description: 'Whether it needs all that it depends on; false: one is enough.',
      resolve: ({ action }) => action.waitForAll,
    }),
    condition: t.string({
      description: 'The CEL condition without which it is skipped.',
      nullable: true,
      resolve: ({ action }) => action.when,
    }),
    branch: t.string({
      description: 'The `decision/branch` without which it is skipped.',
      nullable: true,
      resolve: ({ action }) => action.branch,
    }),
    outputKey: t.string({
      description: 'The key of the context under which its output is kept.',
      nullable: true,
      resolve: ({ action }) => action.outputKey,
    }),
    isCritical: t.exposeBoolean('isCritical', {
      description:
        'Whether it is on the critical path: the chain of actions that the plan took, or will take, longest for.',
    }),
  }),
})

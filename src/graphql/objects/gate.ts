import { gateDecider, gateExpiry } from '../../domain/agent-settings.ts'
import { gateKind, gateStatus } from '../../domain/gate.ts'
import { gateResolution } from '../../domain/run-calls.ts'
import { one, required } from '../fields.ts'
import { mutation } from '../mutation.ts'
import { rowObject } from '../row-object.ts'
import { enumOf, inputFields } from '../shape.ts'
import { Action } from './action.ts'
import { StepObject } from './step.ts'

export const Gate = rowObject(
  'Gate',
  'Point at which a run waits for a person, a time or an event.',
  {
    run: 'Run that waits at the gate.',
    reason: 'Reason why a decision is needed.',
    note: 'Note of the decider, which the model receives. Null if there is none.',
    resolvedBy: 'Caller that decided, as its credentials say. Null if no caller decided.',
    resolvedAt: 'Time of the decision. Null if the gate is open.',
    expiresAt: 'Time until which a decision is accepted. Null if the gate does not expire.',
    createdAt: 'Time when the gate opened.',
    status: one(enumOf(gateStatus), 'Status of the gate.'),
    kind: one(enumOf(gateKind), 'Kind of the gate.'),
    decider: one(enumOf(gateDecider), 'Callers that may decide.'),
    respondent:
      'Name of the only caller that may decide, as their credentials say. Null if all may whose role suffices.',
    onExpiry: one(enumOf(gateExpiry), 'Effect of the expiry. Null if the gate does not expire.'),
  },
  (t) => ({
    step: t.field({
      type: StepObject,
      description:
        'Step after which the gate opened. For a gate about a plan or an action, the step in which it opened. Null if there is none.',
      nullable: true,
      select: { stepId: true },
      resolve: ({ stepId }) => (stepId === null ? null : { id: stepId }),
    }),
    action: t.field({
      type: Action,
      description: 'Action that the gate is about. Null if the gate is about the whole run or a plan.',
      nullable: true,
      select: { actionId: true },
      resolve: ({ actionId }) => (actionId === null ? null : { id: actionId }),
    }),
  }),
)

mutation('resolveGate', {
  description:
    'Resolves a gate. The first decision applies; a second decision is a conflict that names the first one.',
  argument: 'Gate, and the decision.',
  note: 'The credentials of the request identify the decider.',
  input: { id: required.idOf('Gate'), ...inputFields(gateResolution) },
  result: Gate,
  gives: 'Resolved gate, or the error.',
  resolve: async ({ id: gateId, ...decision }, ctx) =>
    (await ctx.operations.resolveGate({ ...decision, projectId: ctx.project.id, gateId, caller: ctx.caller }))
      .gateId,
})

import { type GateContext, readGateContext } from '../../domain/gate-context.ts'
import { isJsonObject, toJson } from '../../domain/json.ts'
import { builder } from '../builder.ts'
import { int, json, many, nullable, one, string, valueObject } from '../fields.ts'
import { ActionType } from './action.ts'
import { Gate } from './gate.ts'

/** The context of gates of these kinds. */
type Of<Kind extends GateContext['kind']> = Extract<GateContext, { readonly kind: Kind }>
type CallContext = Of<'ACTION_APPROVAL' | 'PERMISSION' | 'OUTCOME_UNKNOWN'>

/** The type of the context by the kind of the gate. */
const typeNames = {
  LOW_CONFIDENCE: 'LowConfidenceContext',
  IDENTICAL_ERRORS: 'IdenticalErrorsContext',
  MONITOR: 'MonitorContext',
  PLAN_APPROVAL: 'PlanContext',
  ACTION_APPROVAL: 'CallContext',
  PERMISSION: 'CallContext',
  OUTCOME_UNKNOWN: 'CallContext',
} as const satisfies Record<GateContext['kind'], string>

const GateContextObject = builder.interfaceRef<GateContext>('GateContext').implement({
  description: 'Subject of a gate: what the decision is about. The kind of the gate decides its type.',
  resolveType: ({ kind }) => typeNames[kind],
  fields: (t) => ({
    stepNumber: t.exposeInt('stepNumber', {
      description: 'Number of the step in which, or after which, the gate opened.',
    }),
  }),
})

const progressDescription = 'Highest progress of the run so far, from 0 to 1. Null if it was not judged.'

valueObject<Of<'LOW_CONFIDENCE'>>(
  'LowConfidenceContext',
  'Subject of a gate of the kind LOW_CONFIDENCE.',
  {
    progress: nullable.float(progressDescription),
    confidence: nullable.float('Confidence, from 0 to 1. Null if it is not known.'),
    reason: nullable.string('Reason for the confidence. Null if it is not known.'),
  },
  { interfaces: [GateContextObject] },
)

valueObject<Of<'IDENTICAL_ERRORS'>>(
  'IdenticalErrorsContext',
  'Subject of a gate of the kind IDENTICAL_ERRORS.',
  {
    progress: nullable.float(progressDescription),
    target: string('Tool, agent, relic or workflow that gave the error.'),
    error: string('Error message that was repeated.'),
    count: int('Number of consecutive occurrences.'),
  },
  { interfaces: [GateContextObject] },
)

valueObject<Of<'MONITOR'>>(
  'MonitorContext',
  'Subject of a gate of the kind MONITOR.',
  {
    progress: nullable.float(progressDescription),
    escalation: nullable.string('Anomaly that the monitor detected. Null if it is not known.'),
  },
  { interfaces: [GateContextObject] },
)

const ActionToApprove = valueObject<Of<'PLAN_APPROVAL'>['actions'][number]>(
  'ActionToApprove',
  'Action of a plan that requires approval.',
  {
    name: string('Name of the action, unique in the plan.'),
    type: one(ActionType, 'Type of the action.'),
    target: string('Tool, agent, relic or workflow that performs the action.'),
    dependsOn: many('String', 'Names of the actions that the action depends on.'),
    parameters: json('Arguments of the action.'),
  },
)

valueObject<Of<'PLAN_APPROVAL'>>(
  'PlanContext',
  'Subject of a gate of the kind PLAN_APPROVAL.',
  {
    reasoning: nullable.string('Reasoning of the plan. Null if it has none.'),
    actions: many(ActionToApprove, 'Actions of the plan, in order.'),
  },
  { interfaces: [GateContextObject] },
)

valueObject<CallContext>(
  'CallContext',
  'Subject of a gate of the kind ACTION_APPROVAL, PERMISSION or OUTCOME_UNKNOWN.',
  {
    action: string('Name of the action, unique in its step.'),
    type: one(ActionType, 'Type of the action.'),
    target: string('Tool, agent, relic or workflow that performs the action.'),
  },
  {
    interfaces: [GateContextObject],
    fields: (t) => ({
      arguments: t.field({
        type: 'JSON',
        description: 'Arguments of the call.',
        resolve: (context) => context.arguments,
      }),
    }),
  },
)

const GateResolution = builder.objectRef<{ readonly arguments?: unknown }>('GateResolution').implement({
  description: 'Changes that the decision at a gate made.',
  fields: (t) => ({
    arguments: t.field({
      type: 'JSON',
      description:
        'Revised arguments: of the call, or of each changed action of a plan by its name. Null if they were not revised.',
      nullable: true,
      resolve: (resolution) => resolution.arguments ?? null,
    }),
  }),
})

builder.prismaObjectFields(Gate, (t) => ({
  context: t.field({
    type: GateContextObject,
    description: 'Subject of the gate: what the decision is about.',
    select: { context: true },
    resolve: ({ context }) => readGateContext(context),
  }),
  resolution: t.field({
    type: GateResolution,
    description: 'Changes that the decision made. Null if there are none.',
    nullable: true,
    select: { resolution: true },
    // Other fields beside `arguments` are internal to the engine.
    resolve: ({ resolution }) => {
      const stored = toJson(resolution)
      return isJsonObject(stored) ? { arguments: stored.arguments } : null
    },
  }),
}))

import { type GateContext, readGateContext } from '../../domain/gate-context.ts'
import { isJsonObject, toJson } from '../../domain/json.ts'
import { builder } from '../builder.ts'
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

builder.objectRef<Of<'LOW_CONFIDENCE'>>('LowConfidenceContext').implement({
  description: 'Subject of a gate of the kind LOW_CONFIDENCE.',
  interfaces: [GateContextObject],
  fields: (t) => ({
    progress: t.exposeFloat('progress', { description: progressDescription, nullable: true }),
    confidence: t.float({
      description: 'Confidence, from 0 to 1. Null if it is not known.',
      nullable: true,
      resolve: ({ confidence }) => confidence ?? null,
    }),
    reason: t.string({
      description: 'Reason for the confidence. Null if it is not known.',
      nullable: true,
      resolve: ({ reason }) => reason ?? null,
    }),
  }),
})

builder.objectRef<Of<'IDENTICAL_ERRORS'>>('IdenticalErrorsContext').implement({
  description: 'Subject of a gate of the kind IDENTICAL_ERRORS.',
  interfaces: [GateContextObject],
  fields: (t) => ({
    progress: t.exposeFloat('progress', { description: progressDescription, nullable: true }),
    target: t.exposeString('target', {
      description: 'Tool, agent, relic or workflow that gave the error.',
    }),
    error: t.exposeString('error', { description: 'Error message that was repeated.' }),
    count: t.exposeInt('count', { description: 'Number of consecutive occurrences.' }),
  }),
})

builder.objectRef<Of<'MONITOR'>>('MonitorContext').implement({
  description: 'Subject of a gate of the kind MONITOR.',
  interfaces: [GateContextObject],
  fields: (t) => ({
    progress: t.exposeFloat('progress', { description: progressDescription, nullable: true }),
    escalation: t.exposeString('escalation', {
      description: 'Anomaly that the monitor detected. Null if it is not known.',
      nullable: true,
    }),
  }),
})

const ActionToApprove = builder
  .objectRef<Of<'PLAN_APPROVAL'>['actions'][number]>('ActionToApprove')
  .implement({
    description: 'Action of a plan that requires approval.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Name of the action, unique in the plan.' }),
      type: t.expose('type', { type: ActionType, description: 'Type of the action.' }),
      target: t.exposeString('target', {
        description: 'Tool, agent, relic or workflow that performs the action.',
      }),
      dependsOn: t.exposeStringList('dependsOn', {
        description: 'Names of the actions that the action depends on.',
      }),
      parameters: t.field({
        type: 'JSON',
        description: 'Arguments of the action.',
        resolve: ({ parameters }) => parameters,
      }),
    }),
  })

builder.objectRef<Of<'PLAN_APPROVAL'>>('PlanContext').implement({
  description: 'Subject of a gate of the kind PLAN_APPROVAL.',
  interfaces: [GateContextObject],
  fields: (t) => ({
    reasoning: t.exposeString('reasoning', {
      description: 'Reasoning of the plan. Null if it has none.',
      nullable: true,
    }),
    actions: t.field({
      type: [ActionToApprove],
      description: 'Actions of the plan, in order.',
      resolve: ({ actions }) => actions,
    }),
  }),
})

builder.objectRef<CallContext>('CallContext').implement({
  description: 'Subject of a gate of the kind ACTION_APPROVAL, PERMISSION or OUTCOME_UNKNOWN.',
  interfaces: [GateContextObject],
  fields: (t) => ({
    action: t.exposeString('action', { description: 'Name of the action, unique in its step.' }),
    type: t.expose('type', { type: ActionType, description: 'Type of the action.' }),
    target: t.exposeString('target', {
      description: 'Tool, agent, relic or workflow that performs the action.',
    }),
    arguments: t.field({
      type: 'JSON',
      description: 'Arguments of the call.',
      resolve: (context) => context.arguments,
    }),
  }),
})

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

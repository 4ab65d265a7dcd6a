import { z } from 'zod'
import { actionType } from './action.ts'
import { about, object } from './declared.ts'
import type { Json } from './json.ts'

const json: z.ZodType<Json> = z.json()

const opened = {
  stepNumber: about('Number of the step in which, or after which, the gate opened.', z.int()),
}
const progress = {
  progress: about(
    'Highest progress of the run so far, from 0 to 1. Null if it was not judged.',
    z.number().nullable(),
  ),
}

const lowConfidence = object('LowConfidenceContext', 'Subject of a gate of the kind LOW_CONFIDENCE.', {
  kind: z.literal('LOW_CONFIDENCE'),
  ...opened,
  ...progress,
  confidence: about('Confidence, from 0 to 1. Null if it is not known.', z.number().optional()),
  reason: about('Reason for the confidence. Null if it is not known.', z.string().optional()),
})

const identicalErrors = object('IdenticalErrorsContext', 'Subject of a gate of the kind IDENTICAL_ERRORS.', {
  kind: z.literal('IDENTICAL_ERRORS'),
  ...opened,
  ...progress,
  target: about('Tool, agent, relic or workflow that gave the error.', z.string()),
  error: about('Error message that was repeated.', z.string()),
  count: about('Number of consecutive occurrences.', z.int()),
})

const monitor = object('MonitorContext', 'Subject of a gate of the kind MONITOR.', {
  kind: z.literal('MONITOR'),
  ...opened,
  ...progress,
  escalation: about('Anomaly that the monitor detected. Null if it is not known.', z.string().nullable()),
})

const actionToApprove = object('ActionToApprove', 'Action of a plan that requires approval.', {
  name: about('Name of the action, unique in the plan.', z.string()),
  type: about('Type of the action.', actionType),
  target: about('Tool, agent, relic or workflow that performs the action.', z.string()),
  dependsOn: about('Names of the actions that the action depends on.', z.array(z.string())),
  parameters: about('Arguments of the action.', json),
})

const plan = object('PlanContext', 'Subject of a gate of the kind PLAN_APPROVAL.', {
  kind: z.literal('PLAN_APPROVAL'),
  ...opened,
  reasoning: about('Reasoning of the plan. Null if it has none.', z.string().nullable()),
  actions: about('Actions of the plan, in order.', z.array(actionToApprove)),
})

/** A call that waits for a decision. */
const call = object(
  'CallContext',
  'Subject of a gate of the kind ACTION_APPROVAL, PERMISSION or OUTCOME_UNKNOWN.',
  {
    kind: z.enum(['ACTION_APPROVAL', 'PERMISSION', 'OUTCOME_UNKNOWN']),
    ...opened,
    action: about('Name of the action, unique in its step.', z.string()),
    type: about('Type of the action.', actionType),
    target: about('Tool, agent, relic or workflow that performs the action.', z.string()),
    arguments: about('Arguments of the call.', json),
  },
)

const inCall = {
  ...opened,
  action: about('Name of the action, unique in its step.', z.string()),
  target: about('Tool that waits.', z.string()),
  key: about('Name that the call has for the wait, unique in the call.', z.string()),
}

const question = object('QuestionContext', 'Subject of a gate of the kind INPUT.', {
  kind: z.literal('INPUT'),
  ...inCall,
  question: about('Question to the person.', z.string()),
  schema: about('JSON Schema of the answer, an object.', json),
  url: about(
    'Address that the person is to open first. Null if there is none, and to callers that may not answer.',
    z.string().nullable(),
  ),
})

const time = object('TimeContext', 'Subject of a gate of the kind TIME.', {
  kind: z.literal('TIME'),
  ...inCall,
})

const event = object('EventContext', 'Subject of a gate of the kind EVENT.', {
  kind: z.literal('EVENT'),
  ...inCall,
  event: about('Name of the event that the call waits for.', z.string()),
  filter: about(
    'CEL expression over `event` and the context of the run that an event must fulfil. Null if every event of the name will do.',
    z.string().nullable(),
  ),
  since: about('Time from which events count.', z.coerce.date()),
})

const batch = object('BatchContext', 'Subject of a gate of the kind BATCH.', {
  kind: z.literal('BATCH'),
  ...opened,
  provider: about('Provider whose batch API is asked.', z.string()),
  model: about("The provider's own name of the model.", z.string()),
})

/** Details of a decision for the person who decides, by the kind of its gate (JDG-4): the stored JSON and the API are of this form. */
export const gateContext = z.discriminatedUnion('kind', [
  lowConfidence,
  identicalErrors,
  monitor,
  plan,
  call,
  question,
  time,
  event,
  batch,
])
export type GateContext = z.infer<typeof gateContext>

import type { ActionMode, ActionType, PlannedAction } from './action.ts'
import type { Json } from './json.ts'
import type { RunStatus, TerminationReason } from './run.ts'
import type { Usage } from './usage.ts'

/** What a field of an event holds: its name here is its GraphQL type, its value the TypeScript type. */
export interface FieldKinds {
  ID: string
  String: string
  Int: number
  Float: number
  JSON: Json
  ActionType: ActionType
  ActionMode: ActionMode
  RunStatus: RunStatus
  TerminationReason: TerminationReason
  Usage: Usage
  PlannedActions: readonly PlannedAction[]
}

/** An object that an event changed, named by its field (EVT-6). Clients read it with its id to update their caches. */
export type Link = 'step' | 'action' | 'gate'

export interface Field<Kind extends keyof FieldKinds = keyof FieldKinds, Nullable extends boolean = boolean> {
  readonly kind: Kind
  readonly nullable: Nullable
  readonly description: string
  /** Left out of the stored event where it would be null. */
  readonly omitted?: true
}

interface EventDeclaration {
  readonly description: string
  readonly links: readonly Link[]
  readonly fields: Readonly<Record<string, Field>>
}

const actionFields = {
  actionId: id('Id of the action.'),
  name: string('Name of the action in the plan.'),
}

/**
 * Every event of a run's log, declared once: the TypeScript union, the stored row, the GraphQL type
 * and the table in docs/events.md follow from it. Adding an event is one entry here.
 */
export const eventCatalogue = {
  RunStarted: event('A worker started the run for the first time.', [], {
    agentName: string('Name of the agent.'),
    maxSteps: optional(int('Step limit; null means unlimited.')),
  }),
  RunRecovered: event(
    'The process that executed the run died. Another process continues the run from its last checkpoint.',
    [],
    {
      recoveries: int('How many times the run has been recovered so far.'),
    },
  ),
  RunResumed: event('A paused run was resumed, with new limits.', [], {
    maxSteps: optional(int('The new step limit; null means unlimited.')),
    timeoutMs: optional(int('The new time limit, in milliseconds; null means unlimited.')),
  }),
  StageStarted: event('A stage of a SEQUENTIAL flow or an iteration of a LOOP flow started.', [], {
    name: string('Name of the stage. In a LOOP flow, the iteration, such as `iteration 2`.'),
    index: int('Number of the stage or iteration, counted from 1.'),
    total: optional(int('Total number of stages; null in a LOOP flow, where the number is not known.')),
  }),
  StepStarted: event('A step started.', ['step'], {
    maxSteps: optional(int('Step limit; null means unlimited.')),
  }),
  ReasoningDelta: event('The model streamed a part of its reasoning.', [], {
    ...deltaFields(),
    ...ofAction(),
  }),
  TextDelta: event('The model streamed a part of its text.', [], { ...deltaFields(), ...ofAction() }),
  ArgumentsDelta: event('The model streamed a part of the arguments of a tool call.', [], {
    ...deltaFields(),
    callId: string('Id of the tool call that the arguments belong to.'),
    tool: string('Name of the tool to call.'),
  }),
  PlanGenerated: event('The model chose the actions of this step.', [], {
    actions: planned('The actions, in plan order.'),
  }),
  ActionStarted: event('An attempt of an action started.', ['action'], {
    ...actionFields,
    attempt: int('Number of the attempt, counted from 1.'),
    actionType: field('ActionType', 'Type of the action.'),
    mode: field('ActionMode', 'Whether and how the plan waits for the action.'),
    target: string('The tool, agent, relic or workflow that the action calls.'),
    parameters: field(
      'JSON',
      'Arguments of the action. `{_raw}` if the model did not write valid JSON. If the arguments are larger than the result limit, their text, truncated.',
    ),
  }),
  ActionCompleted: event('An action succeeded.', ['action'], {
    ...actionFields,
    output: optional(field('JSON', 'Output of the action.')),
    attempt: int('Number of the attempt that succeeded, counted from 1.'),
    durationMs: int('Duration of that attempt, in milliseconds.'),
  }),
  ActionAttemptFailed: event('An attempt of an action failed. Another attempt follows.', ['action'], {
    ...actionFields,
    attempt: int('Number of the attempt that failed, counted from 1.'),
    target: string('The tool, relic or model that the attempt called.'),
    error: string('Error message of the attempt.'),
    errorCode: string('Stable code from the error table (docs/errors.md).'),
    delayMs: int('Delay before the next attempt, in milliseconds.'),
  }),
  ActionFailed: event('An action failed. The model reads the error and the run continues.', ['action'], {
    ...actionFields,
    error: string('Error message, as the model reads it.'),
    errorCode: string('Stable code from the error table (docs/errors.md).'),
    attempt: int('Number of the attempt that failed, counted from 1.'),
  }),
  ActionSkipped: event('An action was skipped because of its dependencies.', ['action'], {
    ...actionFields,
    reason: string('Why the action was skipped.'),
  }),
  ActionDenied: event('An action was denied by a permission rule.', ['action'], {
    ...actionFields,
    reason: string('The rule that denied the action.'),
  }),
  Validated: event('The progress of the run was evaluated.', ['step'], {
    progress: field('Float', 'Progress of the run, from 0 to 1.'),
    source: string('Basis of the evaluation: TESTS, ARTIFACTS or MODEL.'),
  }),
  StepCompleted: event('A step completed and is durable.', ['step'], {
    actionsCompleted: int('Number of actions of the step that succeeded.'),
    progress: optional(field('Float', 'Progress of the run, from 0 to 1; null if it was not evaluated.')),
  }),
  ModelSwitched: event(
    'The engine switches to another model of the fallback chain, or to another API key for the same model.',
    [],
    {
      fromModel: string('The model that did not answer.'),
      toModel: string('The model that the engine calls next.'),
      reason: string(
        'Kind of the failure; or COOLING_DOWN if the previous model is in its cool-down after earlier failures, FIRST_CHOICE if the engine returns to the first model of the chain, UNPRICED if a cost limit applies and the previous model has no known price.',
      ),
      fromProfile: optional(
        int('Number of the API key of the previous call, counted from 1 among the keys of its provider.'),
      ),
      toProfile: optional(
        int('Number of the API key of the next call, counted from 1 among the keys of its provider.'),
      ),
    },
  ),
  AttemptDiscarded: event(
    'The attempt to write a message failed. Discard the text of `messageId` that you have shown.',
    [],
    {
      messageId: string('Id of the message that will not be completed.'),
      reason: string('Why the message was discarded.'),
    },
  ),
  InputInjected: event('A message that was sent to the run was added to its history (CTX-5).', [], {
    text: string('Text of the message.'),
  }),
  CompactionStarted: event(
    'The request exceeds the compaction threshold of the context window. Compaction of the history starts.',
    [],
    {
      tokens: int('Estimated size of the request, in tokens.'),
      limit: int('Compaction threshold, in tokens.'),
    },
  ),
  ContextCompacted: event(
    'The history was compacted: from this point the model receives a smaller history. The stored messages do not change.',
    [],
    {
      strategies: string(
        'Compaction strategies that were applied, in this order: TRUNCATE_RESULTS, SUMMARISE, DROP_OLDEST.',
      ),
      tokensBefore: int('Estimated size of the request before the compaction, in tokens.'),
      tokensAfter: int('Estimated size of the request after the compaction, in tokens.'),
    },
  ),
  UsageReported: event('A model call was answered, and its usage was recorded.', [], {
    provider: string('Name of the provider.'),
    model: string('Name of the model, as the provider writes it.'),
    usage: field('Usage', 'Usage of this model call.'),
  }),
  ChildRunStarted: event('An action started a child run (SUB-1).', ['action'], {
    ...actionFields,
    childRunId: id('Id of the child run.'),
    agentName: string('Name of the agent of the child run.'),
  }),
  ChildRunEnded: event('A child run finished.', ['action'], {
    ...actionFields,
    childRunId: id('Id of the child run.'),
    status: field('RunStatus', 'Status of the child run.'),
    reason: optional(field('TerminationReason', 'Termination reason of the child run.')),
  }),
  RunWaiting: event(
    'The run waits for a human decision: every remaining action of its step waits at a gate, in this run or in a child run, or the run as a whole waits at a gate.',
    [],
    {
      gates: int('Number of open gates of this run.'),
      childRuns: int('Number of child runs that wait.'),
    },
  ),
  RunContinued: event(
    'A waiting run continues. Not sent if a decision at one of its own gates continued it: GateResolved then stands alone.',
    [],
    {},
  ),
  GateOpened: event(
    'A gate opened. A human must decide before the run continues. If the gate is about a FIRE_AND_FORGET action, only that action waits.',
    ['gate'],
    {
      gateId: id('Id of the gate.'),
    },
  ),
  GateResolved: event('A gate was decided or expired.', ['gate'], {
    gateId: id('Id of the gate.'),
  }),
  Terminating: event('The run is about to stop.', [], {
    reason: field('TerminationReason', 'Termination reason of the run.'),
  }),
  Warning: event('A warning. The run continues.', [], {
    code: string('Stable code of the warning.'),
    message: string('Message text.'),
  }),
  ErrorOccurred: event('An error occurred outside of an action.', [], {
    code: string('Stable code from the error table (docs/errors.md).'),
    message: string('Message text.'),
  }),
  FinalAnswer: event('The final answer of the run.', [], {
    text: string('Full text of the answer.'),
  }),
  RunCompleted: event('The run finished as COMPLETED or CANCELLED, or was PAUSED until it is resumed.', [], {
    status: field('RunStatus', 'Status of the run.'),
    reason: optional(field('TerminationReason', 'Termination reason of the run.')),
    totalSteps: int('Number of steps of the run.'),
    totalActions: int('Number of actions that the run executed.'),
    usage: field('Usage', 'Total usage of the model calls of the run.'),
  }),
  RunFailed: event('The run failed.', [], {
    error: string('Error message, with the remedy.'),
    errorCode: string('Stable code from the error table (docs/errors.md).'),
  }),
  HistoryTruncated: event('Events at this place of the log were removed by retention (EVT-7).', [], {
    removed: string(
      'DELTAS: the delta events of the run from `fromSeq` to `toSeq` were removed; the complete messages are kept. RUNS: whole runs of the session or the project were removed between the previous event and the next event; `run` is the run of the next event.',
    ),
    fromSeq: optional(int('Number of the first removed event of the run; null for RUNS.')),
    toSeq: optional(
      int('Number of the last removed event, which is also the `seq` of this event; null for RUNS.'),
    ),
  }),
} as const satisfies Readonly<Record<string, EventDeclaration>>

export type EventType = keyof typeof eventCatalogue
export const eventTypes = Object.keys(eventCatalogue) as readonly EventType[] // Object.keys widens to string

type FieldsOf<Type extends EventType> = (typeof eventCatalogue)[Type]['fields']
type ValueOf<F> =
  F extends Field<infer Kind, infer Nullable>
    ? FieldKinds[Kind] | (Nullable extends true ? null : never)
    : never

/** The fields of one type of event. */
export type EventData<Type extends EventType> = {
  readonly [Name in keyof FieldsOf<Type> as FieldsOf<Type>[Name] extends { omitted: true }
    ? never
    : Name]: ValueOf<FieldsOf<Type>[Name]>
} & {
  readonly [Name in keyof FieldsOf<Type> as FieldsOf<Type>[Name] extends { omitted: true }
    ? Name
    : never]?: ValueOf<FieldsOf<Type>[Name]>
}

/** An event as the engine emits it, before the log assigns its number. */
export type NewEvent = {
  readonly [Type in EventType]: {
    readonly type: Type
    readonly stepNumber: number | null
    readonly data: EventData<Type>
  }
}[EventType]

/** An event of the log. `seq` counts from 1 within its run, without gaps (EVT-1). */
export type RunEvent = NewEvent & {
  readonly runId: string
  readonly seq: number
  readonly at: Date
}

/** An event as the log stores it. */
export interface RunEventRow {
  readonly runId: string
  readonly seq: number
  readonly type: string
  readonly stepNumber: number | null
  readonly at: Date
  readonly data: unknown
}

/** A stored row as an event; throws where the row is of a type that the catalogue lacks. */
export function toRunEvent({ runId, seq, type, stepNumber, at, data }: RunEventRow): RunEvent {
  if (!isEventType(type)) throw new Error(`The log of run ${runId} holds an unknown event ${type} at ${seq}.`)
  // The log's only writer is typed by the catalogue, which ties the data to the type.
  const event = { type, stepNumber, data } as NewEvent
  return { ...event, runId, seq, at }
}

/** The delta events of a message. Other events and rows hold the complete text, so retention may remove deltas early (EVT-7). */
export const deltaTypes = [
  'ReasoningDelta',
  'TextDelta',
  'ArgumentsDelta',
] as const satisfies readonly EventType[]

/** Whether an event is the last of its log until the run is resumed (EVT-2). */
export function isFinishing(type: EventType): boolean {
  return type === 'RunCompleted' || type === 'RunFailed'
}

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventCatalogue, text)
}

function event<const Fields extends Readonly<Record<string, Field>>>(
  description: string,
  links: readonly Link[],
  fields: Fields,
) {
  return { description, links, fields }
}

function field<Kind extends keyof FieldKinds>(kind: Kind, description: string): Field<Kind, false> {
  return { kind, nullable: false, description }
}

function optional<Kind extends keyof FieldKinds>(inner: Field<Kind, false>): Field<Kind, true> {
  return { ...inner, nullable: true }
}

function id(description: string) {
  return field('ID', description)
}

function string(description: string) {
  return field('String', description)
}

function int(description: string) {
  return field('Int', description)
}

function planned(description: string) {
  return field('PlannedActions', description)
}

/** Deltas are numerous, and nearly all belong to the agent's own step: the field is omitted for those. */
function ofAction() {
  const description =
    "Id of the LLM action that writes this message; null for a message of the agent's own step."
  return { actionId: { ...optional(id(description)), omitted: true } } as const
}

function deltaFields() {
  return {
    messageId: string('Id of the message that this text belongs to.'),
    offset: int('Position in the message at which this text begins, in UTF-16 code units.'),
    text: string('The text to append.'),
  }
}

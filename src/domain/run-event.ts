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

/** The objects that an event changed, by the field that names them (EVT-6): read with their id, so that clients' caches update. */
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
  actionId: id('The action.'),
  name: string('Its name in the plan.'),
}

/**
 * Every event of a run's log, declared once: the TypeScript union, the stored row, the GraphQL type
 * and the table in docs/events.md follow from it. Adding an event is one entry here.
 */
export const eventCatalogue = {
  RunStarted: event('The run was taken up for the first time.', [], {
    agentName: string('The name of the agent.'),
    maxSteps: optional(int('The step limit; null is unlimited.')),
  }),
  RunRecovered: event(
    'The process that executed the run died; another goes on from the last checkpoint.',
    [],
    {
      recoveries: int('How often this has happened to the run.'),
    },
  ),
  RunResumed: event('A paused run goes on, with what more it was granted.', [], {
    maxSteps: optional(int('The step limit now in force.')),
    timeoutMs: optional(int('The time limit now in force, in milliseconds.')),
  }),
  StageStarted: event('A stage of a SEQUENTIAL flow, or an iteration of a LOOP flow, began.', [], {
    name: string('The name of the stage; `iteration 2` in a loop.'),
    index: int('Which one it is, from 1.'),
    total: optional(int('How many there are; null where nobody knows, in a loop.')),
  }),
  StepStarted: event('A turn of the loop began.', ['step'], {
    maxSteps: optional(int('The step limit; null is unlimited.')),
  }),
  ReasoningDelta: event('The model thought some text.', [], { ...deltaFields(), ...ofAction() }),
  TextDelta: event('The model said some text.', [], { ...deltaFields(), ...ofAction() }),
  ArgumentsDelta: event('The model wrote some of the arguments of a tool call.', [], {
    ...deltaFields(),
    callId: string('The call that they belong to.'),
    tool: string('The tool that is to be called.'),
  }),
  PlanGenerated: event('The turn decided what to do.', [], {
    actions: planned('The actions, in plan order.'),
  }),
  ActionStarted: event('An attempt of an action began.', ['action'], {
    ...actionFields,
    attempt: int('Which attempt began, from 1.'),
    actionType: field('ActionType', 'What kind of work it is.'),
    mode: field('ActionMode', 'How the plan waits for it.'),
    target: string('The tool, agent, relic or workflow that does it.'),
    parameters: field(
      'JSON',
      'Its arguments; `{_raw}` where the model wrote no valid JSON; where they are larger than a result may be, their text, cut.',
    ),
  }),
  ActionCompleted: event('An action succeeded.', ['action'], {
    ...actionFields,
    output: optional(field('JSON', 'What it gave.')),
    attempt: int('Which attempt succeeded, from 1.'),
    durationMs: int('How long that attempt took, in milliseconds.'),
  }),
  ActionAttemptFailed: event('An attempt of an action failed, and another follows.', ['action'], {
    ...actionFields,
    attempt: int('Which attempt failed, from 1.'),
    target: string('The tool, relic or model that it was an attempt of.'),
    error: string('What went wrong.'),
    errorCode: string('A stable code of the error table.'),
    delayMs: int('How long the engine waits before the next attempt, in milliseconds.'),
  }),
  ActionFailed: event('An action failed; the model is told and the run goes on.', ['action'], {
    ...actionFields,
    error: string('What went wrong, as the model reads it.'),
    errorCode: string('A stable code of the error table.'),
    attempt: int('Which attempt failed, from 1.'),
  }),
  ActionSkipped: event('An action was not run, because of what it depends on.', ['action'], {
    ...actionFields,
    reason: string('Why.'),
  }),
  ActionDenied: event('An action was not permitted.', ['action'], {
    ...actionFields,
    reason: string('The rule that refused it.'),
  }),
  Validated: event('The progress of the run was judged.', ['step'], {
    progress: field('Float', 'From 0 to 1.'),
    source: string('By what it was judged: TESTS, ARTIFACTS or MODEL.'),
  }),
  StepCompleted: event('A turn of the loop is complete and durable.', ['step'], {
    actionsCompleted: int('How many of its actions succeeded.'),
    progress: optional(field('Float', 'From 0 to 1, where it was judged.')),
  }),
  ModelSwitched: event('Another model of the chain takes over, or the same one with another key.', [], {
    fromModel: string('The model that gave no answer.'),
    toModel: string('The model that is asked next.'),
    reason: string(
      'The kind of failure; COOLING_DOWN where the one before rests after earlier failures, FIRST_CHOICE where it is asked again, UNPRICED where a limit of money is in force and no price of it is known.',
    ),
    fromProfile: optional(int("Which of its provider's keys the one before was asked with, from 1.")),
    toProfile: optional(int('Which key the next is asked with.')),
  }),
  AttemptDiscarded: event('The text of this attempt is void: drop what was shown of `messageId`.', [], {
    messageId: string('The message that will not be completed.'),
    reason: string('Why it was given up.'),
  }),
  InputInjected: event('A message that was sent to the run reached its history (CTX-5).', [], {
    text: string('The message.'),
  }),
  CompactionStarted: event(
    'The request is above the line of the context window; its history is being made smaller.',
    [],
    {
      tokens: int('What the request takes, in tokens, by estimate.'),
      limit: int('The line that it crossed.'),
    },
  ),
  ContextCompacted: event(
    'The model is shown a smaller history from here on; the messages themselves stay stored.',
    [],
    {
      strategies: string('What was done, in this order: TRUNCATE_RESULTS, SUMMARISE, DROP_OLDEST.'),
      tokensBefore: int('What the request took, in tokens, by estimate.'),
      tokensAfter: int('What it takes now.'),
    },
  ),
  UsageReported: event('A model call was answered and counted.', [], {
    provider: string('The provider.'),
    model: string("The provider's name of the model."),
    usage: field('Usage', 'What this call used.'),
  }),
  ChildRunStarted: event('An action started a run of its own (SUB-1).', ['action'], {
    ...actionFields,
    childRunId: id('The child run.'),
    agentName: string('The name of its agent.'),
  }),
  ChildRunEnded: event('The run that an action started has come to rest.', ['action'], {
    ...actionFields,
    childRunId: id('The child run.'),
    status: field('RunStatus', 'What it became.'),
    reason: optional(field('TerminationReason', 'Why.')),
  }),
  RunWaiting: event(
    'The run waits for a human: with all that is left of its step, here or in a child run, or as a whole.',
    [],
    {
      gates: int('How many gates of its own it waits at.'),
      childRuns: int('How many of its child runs wait.'),
    },
  ),
  RunContinued: event(
    'A run that waited goes on. Where a decision at one of its own gates lets it, GateResolved says so alone.',
    [],
    {},
  ),
  GateOpened: event(
    'A human must decide before the run goes on; where the gate is about an action that was fired, before that action is performed.',
    ['gate'],
    {
      gateId: id('The gate.'),
    },
  ),
  GateResolved: event('A gate was decided, or expired.', ['gate'], {
    gateId: id('The gate.'),
  }),
  Terminating: event('The run is about to stop for this reason.', [], {
    reason: field('TerminationReason', 'Why.'),
  }),
  Warning: event('Something that a person may want to know; the run goes on.', [], {
    code: string('A stable code.'),
    message: string('What happened.'),
  }),
  ErrorOccurred: event('Something went wrong outside of any action.', [], {
    code: string('A stable code of the error table.'),
    message: string('What happened.'),
  }),
  FinalAnswer: event('The answer of the run.', [], {
    text: string('The whole text.'),
  }),
  RunCompleted: event('The run came to rest: COMPLETED, CANCELLED or, until it is resumed, PAUSED.', [], {
    status: field('RunStatus', 'What the run became.'),
    reason: optional(field('TerminationReason', 'Why.')),
    totalSteps: int('How many steps it took.'),
    totalActions: int('How many actions it ran.'),
    usage: field('Usage', 'What its model calls used together.'),
  }),
  RunFailed: event('The run ended in an error.', [], {
    error: string('What went wrong and what to do.'),
    errorCode: string('A stable code of the error table.'),
  }),
  HistoryTruncated: event('What stood here is not kept any more (EVT-7).', [], {
    removed: string(
      'DELTAS: the increments of the run from `fromSeq` to `toSeq`; what they came to is kept. RUNS: whole runs of the session or the project, somewhere between the event before and the next, whose run this names.',
    ),
    fromSeq: optional(int('The first event of the run that is gone; null where whole runs are.')),
    toSeq: optional(int('The last one, whose number this event has; null where whole runs are gone.')),
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

/** An event as the engine says it, before the log gives it a number. */
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

/** The increments of a message: what they came to stands in other events and rows too, so they need not be kept for long (EVT-7). */
export const deltaTypes = [
  'ReasoningDelta',
  'TextDelta',
  'ArgumentsDelta',
] as const satisfies readonly EventType[]

/** An event after which a log rests: its readers are done until the run goes on (EVT-2). */
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

/** There are many increments, and nearly all are the agent's own. */
function ofAction() {
  const description = "The LLM action that it is the answer of; null where it is the agent's own turn."
  return { actionId: { ...optional(id(description)), omitted: true } } as const
}

function deltaFields() {
  return {
    messageId: string('The message that grows.'),
    offset: int('Where in the message this text begins, in UTF-16 units.'),
    text: string('The text to append.'),
  }
}

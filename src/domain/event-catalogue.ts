import {
  type EventDeclaration,
  type EventField,
  type FieldKinds,
  field,
  type Link,
  optional,
} from './event-fields.ts'

const actionFields = {
  actionId: field('ID', 'Id of the action.'),
  name: field('String', 'Name of the action, unique in its step.'),
}

const failedAttempt =
  'Number of the attempt that failed, from 1. It has an ActionStarted, unless it was proposed after a failure and denied: `errorCode` is then PERMISSION_DENIED.'

/**
 * Every event of a run's log, declared once: the TypeScript union, the stored row, the GraphQL type
 * and the table in docs/reference/events.md follow from it. Adding an event is one entry here (EVT-8).
 */
export const eventCatalogue = {
  RunStarted: event('A worker started the run for the first time.', [], {
    agentName: field('String', 'Name of the agent.'),
    maxSteps: optional(field('Int', 'Step limit of the run. Null if the run has no step limit.')),
  }),
  RunRecovered: event(
    'Another worker continues the run from its last checkpoint, because the lease of its previous owner expired or the lock of its worker was lost.',
    [],
    {
      recoveries: field('Int', 'Number of times that the run was recovered.'),
    },
  ),
  RunResumed: event('A paused run continues with the limits that were granted to it.', [], {
    maxSteps: optional(
      field('Int', 'Step limit that now applies to the run. Null if the run has no step limit.'),
    ),
    timeoutMs: optional(
      field(
        'Int',
        'Time limit that now applies to the run, in milliseconds. Null if the run has no time limit.',
      ),
    ),
    maxCostUsd: sinceWho(
      field(
        'Decimal',
        'Cost limit that now applies to the run and those below it, in US dollars. Null if it has none.',
      ),
    ),
    maxTokens: sinceWho(
      field(
        'SafeInt',
        'Limit of tokens that now applies to the run and those below it. Null if it has none.',
      ),
    ),
    resumedBy: sinceWho(
      field('String', 'Caller that resumed the run, as its credentials say. Null if it is not known.'),
    ),
  }),
  StateEdited: event('The run began as a fork, with changes to the state that it took over.', [], {
    contextEdited: field('Boolean', 'Whether the context was replaced.'),
    editedMessages: field('Ints', 'Positions in the original of the messages whose text was replaced.'),
    droppedFrom: optional(
      field('Int', 'Position in the original from which on messages were dropped. Null if none were.'),
    ),
  }),
  StageStarted: event('A stage of a SEQUENTIAL flow or an iteration of a LOOP flow began.', [], {
    name: field('String', 'Name of the stage. In a LOOP flow, the iteration, such as `iteration 2`.'),
    index: field('Int', 'Number of the stage or iteration, from 1.'),
    total: optional(
      field(
        'Int',
        'Number of stages in the flow. Null in a LOOP flow, because the number of iterations is not known.',
      ),
    ),
  }),
  StepStarted: event('A step of the loop began.', ['step'], {
    maxSteps: optional(field('Int', 'Step limit of the run. Null if the run has no step limit.')),
  }),
  ReasoningDelta: event('The model produced a part of its reasoning text.', [], {
    ...deltaFields(),
    ...ofAction(),
  }),
  TextDelta: event('The model produced a part of its answer text.', [], { ...deltaFields(), ...ofAction() }),
  ArgumentsDelta: event('The model produced a part of the arguments of a tool call.', [], {
    ...deltaFields(),
    callId: field('String', 'Id of the tool call that the arguments belong to.'),
    tool: field('String', 'Name of the tool that the model calls.'),
  }),
  PlanGenerated: event('The model decided which actions the step performs.', [], {
    actions: field('PlannedActions', 'Actions of the step, in plan order.'),
  }),
  ActionStarted: event('An attempt of an action started.', ['action'], {
    ...actionFields,
    attempt: field('Int', 'Number of the attempt that began, from 1.'),
    actionType: field('ActionType', 'Type of the action.'),
    mode: field('ActionMode', 'Mode in which the plan waits for the action.'),
    target: field('String', 'Tool, agent, relic or workflow that performs the action.'),
    parameters: field(
      'JSON',
      'Arguments of the action. `{_raw}` if the model wrote invalid JSON. A shortened text if the arguments exceed the size limit of results.',
    ),
  }),
  ActionStepCompleted: event(
    'A step of a call completed: a call that begins again is given its result.',
    ['action'],
    {
      actionId: field('ID', 'Id of the action.'),
      name: field('String', 'Name of the action.'),
      key: field('String', 'Name that the call has for the step, unique in the call.'),
    },
  ),
  ActionProgressed: event(
    'A call reported how far it is. Of the reports of a call within a second, the log has the last one.',
    ['action'],
    {
      actionId: field('ID', 'Id of the action.'),
      name: field('String', 'Name of the action.'),
      progress: optional(
        field(
          'Float',
          'How far the call is, out of `progressTotal` if that is known. Null if it said no number.',
        ),
      ),
      progressTotal: optional(field('Float', 'Progress at which the call is done. Null if it is not known.')),
      progressMessage: optional(field('String', 'What the call does at the moment. Null if it did not say.')),
    },
  ),
  ActionLogged: event('A call wrote a line of its log.', ['action'], {
    ...actionFields,
    level: field('LogLevel', 'Level of the line.'),
    message: field('String', 'Text of the line. One of more than 2,000 characters is cut.'),
    data: { ...optional(field('JSON', 'Data of the line. A large one is a text, cut.')), omitted: true },
    loggedAt: field('DateTime', 'Time when the call wrote the line.'),
  }),
  ActionCompleted: event('An action succeeded.', ['action'], {
    ...actionFields,
    output: optional(
      field(
        'JSON',
        'Output of the action. Null if it has none or if its JSON exceeds 16 KiB; `action { output }` then has it.',
      ),
    ),
    attempt: field('Int', 'Number of the attempt that succeeded, from 1.'),
    durationMs: field('Int', 'Duration of the attempt that succeeded, in milliseconds.'),
  }),
  ActionAttemptFailed: event('An attempt of an action failed, and another attempt follows.', ['action'], {
    ...actionFields,
    attempt: field('Int', failedAttempt),
    target: field('String', 'Tool, relic or model that the attempt called.'),
    error: field('String', 'Error message of the attempt.'),
    errorCode: field('String', 'Stable code of the error, from the error table.'),
    delayMs: field('Int', 'Delay before the next attempt, in milliseconds.'),
  }),
  ActionFailed: event('An action failed. The model receives the error and the run continues.', ['action'], {
    ...actionFields,
    error: field('String', 'Error message, as the model receives it.'),
    errorCode: field('String', 'Stable code of the error, from the error table.'),
    attempt: field('Int', failedAttempt),
  }),
  ActionSkipped: event('An action ended before it began. It has no ActionStarted.', ['action'], {
    ...actionFields,
    reason: field('String', 'Reason why the action was skipped.'),
  }),
  ActionDenied: event(
    'An action was denied by a permission rule or by a person. It has no ActionStarted, unless an attempt of it began before.',
    ['action'],
    {
      ...actionFields,
      reason: field('String', 'Reason for the denial: the rule that refused the action.'),
    },
  ),
  Validated: event('The progress of the run was judged.', ['step'], {
    judgedProgress: field('Float', 'Judged progress of the run, from 0 to 1.'),
    source: field('ProgressSource', 'Source of the judgement.'),
  }),
  StepCompleted: event('A step of the loop is complete and durable.', ['step'], {
    actionsCompleted: field('Int', 'Number of actions of the step that succeeded.'),
    progress: optional(
      field('Float', 'Progress of the run after the step, from 0 to 1. Null if the progress was not judged.'),
    ),
  }),
  ModelSwitched: event(
    'The run switches to another model of its chain, or to another API key for the same model.',
    [],
    {
      fromModel: field('String', 'Name of the model that gave no answer.'),
      toModel: field('String', 'Name of the model that is called next.'),
      reason: field(
        'SwitchReason',
        'Kind of failure. COOLING_DOWN if the previous model is in its cool-down after earlier failures, FIRST_CHOICE if the engine returns to the first model of the chain, UNPRICED if a cost limit applies and the previous model has no known price.',
      ),
      fromProfile: optional(
        field(
          'Int',
          "Number of the provider's API key that the previous model was called with, from 1. Null if it is not known.",
        ),
      ),
      toProfile: optional(
        field(
          'Int',
          "Number of the provider's API key that the next model is called with, from 1. Null if it is not known.",
        ),
      ),
    },
  ),
  AttemptDiscarded: event(
    'An attempt of a model call was discarded. Remove the text that was shown for `messageId`.',
    [],
    {
      messageId: field('String', 'Id of the message that will not be completed.'),
      reason: field(
        'DiscardReason',
        'Reason why the attempt was discarded: a kind of failure; ABORTED, TIME_UP, LEASE_LOST or SHUTDOWN if the call was stopped; ANSWER_TRUNCATED or PLAN_INVALID if its answer was of no use; RECOVERY if its process died.',
      ),
    },
  ),
  InputInjected: event(
    'A message that was sent to the run, or that came with its resume, was added to its history (CTX-5).',
    [],
    {
      text: field('String', 'Text of the message.'),
      sentBy: sinceWho(
        field(
          'String',
          'Caller that sent the message, as its credentials say. Null if no caller did, as in a replay.',
        ),
      ),
      receivedAt: sinceWho(field('DateTime', 'Time when the message was received. Null if it is not known.')),
    },
  ),
  ConfidenceRequested: event(
    'A caller asked for the confidence of the agent, which is judged after the next step (JDG-3).',
    [],
    {
      requestedBy: optional(
        field('String', 'Caller that asked, as its credentials say. Null if it is not known.'),
      ),
      receivedAt: optional(field('DateTime', 'Time when the request was received. Null if it is not known.')),
    },
  ),
  CompactionStarted: event(
    'The request exceeds the compaction threshold of the context window, and compaction of the history begins.',
    [],
    {
      tokens: field('SafeInt', 'Estimated size of the request, in tokens.'),
      limit: field('SafeInt', 'Compaction threshold that the request exceeds, in tokens.'),
    },
  ),
  ContextCompacted: event(
    'Compaction of the history finished. The model receives a smaller history from now on; the messages themselves stay stored.',
    [],
    {
      strategies: field('CompactionStrategies', 'Strategies that were applied, in order.'),
      tokensBefore: field('SafeInt', 'Estimated size of the request before the compaction, in tokens.'),
      tokensAfter: field('SafeInt', 'Estimated size of the request after the compaction, in tokens.'),
    },
  ),
  UsageReported: event(
    'A request to a model ended and its usage was recorded, whether its answer was used, withheld or refused. The sum of these events is the usage of the run.',
    [],
    {
      provider: field('String', 'Name of the provider.'),
      model: field('String', 'Name of the model, as the provider calls it.'),
      usage: field('Usage', 'Usage of the model call.'),
    },
  ),
  ChildRunStarted: event('An action started a child run (SUB-1).', ['action'], {
    ...actionFields,
    childRunId: field('ID', 'Id of the child run.'),
    agentName: field('String', 'Name of the agent of the child run.'),
  }),
  ChildRunEnded: event('A child run that an action started ended or paused.', ['action'], {
    ...actionFields,
    childRunId: field('ID', 'Id of the child run.'),
    status: field('RunStatus', 'Status of the child run.'),
    terminationReason: field('TerminationReason', 'Reason why the child run ended or paused.'),
  }),
  RunWaiting: event(
    'The run waits for a human decision: either all remaining actions of its step wait, here or in a child run, or the run waits as a whole.',
    [],
    {
      gates: field('Int', 'Number of open gates of the run itself.'),
      childRuns: field('Int', 'Number of child runs that wait.'),
    },
  ),
  RunContinued: event(
    'A run that waited continues. If a decision at a gate of the run itself lets it continue, only GateResolved says so.',
    [],
    {},
  ),
  GateOpened: event(
    'A gate opened: the run waits there for a person, a time, an event or a batch. At a gate about a FIRE_AND_FORGET action, only that action waits.',
    ['gate'],
    {
      gateId: field('ID', 'Id of the gate.'),
    },
  ),
  GateResolved: event('A gate was decided, expired or was closed.', ['gate'], {
    gateId: field('ID', 'Id of the gate.'),
    gateStatus: sinceWho(field('GateStatus', 'Decision at the gate, or why there is none.')),
    resolvedBy: sinceWho(
      field(
        'String',
        'Caller that decided, as its credentials say. Null if no caller decided, or if it is not known.',
      ),
    ),
  }),
  Terminating: event('The run is about to stop.', [], {
    terminationReason: field('TerminationReason', 'Reason why the run is about to stop.'),
    abortedBy: sinceWho(
      field(
        'String',
        'Caller that requested the abort, as its credentials say. Null if no caller did, or if the run was not aborted.',
      ),
    ),
    abortReason: sinceWho(field('String', 'Reason for the abort. Null if none was given.')),
    abortRequestedAt: sinceWho(
      field(
        'DateTime',
        'Time when the abort was requested. Null if it was not, or if the time is not known.',
      ),
    ),
  }),
  Warning: event('A condition that a person may want to know about. The run continues.', [], {
    code: field('String', 'Stable code of the warning.'),
    message: field('String', 'Description of the condition.'),
  }),
  ErrorOccurred: event('An error occurred outside of any action.', [], {
    code: field('String', 'Stable code of the error, from the error table.'),
    message: field('String', 'Description of the error.'),
  }),
  FinalAnswer: event('The run gave its final answer.', [], {
    text: field('String', 'Full text of the answer.'),
  }),
  RunCompleted: event(
    'The run ended as COMPLETED or CANCELLED, or paused as PAUSED until it is resumed.',
    [],
    {
      status: field('RunStatus', 'Status of the run.'),
      terminationReason: field('TerminationReason', 'Reason why the run ended or paused.'),
      totalSteps: field('Int', 'Number of steps that the run took.'),
      totalActions: field('Int', 'Number of actions that the run performed.'),
      usage: field('Usage', 'Total usage of the model calls of the run.'),
    },
  ),
  RunFailed: event('The run failed.', [], {
    error: field('String', 'Error message, with the remedy.'),
    errorCode: field('String', 'Stable code of the error, from the error table.'),
    usage: { ...field('Usage', 'Total usage of the model calls of the run.'), omitted: true },
  }),
  HistoryTruncated: event('Events that stood here are no longer kept (EVT-7).', [], {
    removed: field('RemovedEvents', 'Kind of events that were removed.'),
    fromSeq: optional(
      field('Int', 'Number of the first event of the run that was removed. Null if whole runs were removed.'),
    ),
    toSeq: optional(
      field(
        'Int',
        'Number of the last event of the run that was removed, which is the number of this event. Null if whole runs were removed.',
      ),
    ),
  }),
} as const satisfies Readonly<Record<string, EventDeclaration>>

function event<const Fields extends Readonly<Record<string, EventField>>>(
  description: string,
  links: readonly Link[],
  fields: Fields,
) {
  return { description, links, fields }
}

/** A field on who asked for something, which earlier versions did not write (EVT-11). */
function sinceWho<Kind extends keyof FieldKinds>(inner: EventField<Kind, false>) {
  return { ...optional(inner), omitted: true } as const
}

/** Deltas are numerous, and nearly all belong to the agent's own step: the field is omitted for those. */
function ofAction() {
  const description =
    "Id of the LLM action that the text belongs to. Null if the text belongs to the agent's own model call."
  return { llmActionId: { ...optional(field('ID', description)), omitted: true } } as const
}

function deltaFields() {
  return {
    messageId: field('String', 'Id of the message that the text belongs to.'),
    offset: field('Int', 'Position of the text in the message, in UTF-16 code units.'),
    text: field('String', 'Text to append to the message.'),
  }
}

import type { GateRow } from '../domain/gate.ts'
import type { Json } from '../domain/json.ts'
import type { Redactor } from '../domain/redaction.ts'
import type { NewEvent } from '../domain/run-event.ts'
import type {
  ActionAttemptRow,
  ActionRow,
  CompactionRow,
  MessageRow,
  ModelCallRow,
  RunCommit,
  RunPatch,
  StepRow,
} from '../domain/run-log.ts'
import { redactMessage } from './redact-message.ts'
import type { RunSecrets } from './run-secrets.ts'

/** What is written to a run. */
type Written = Pick<
  RunCommit,
  | 'events'
  | 'run'
  | 'steps'
  | 'actions'
  | 'attempts'
  | 'messages'
  | 'modelCalls'
  | 'compactions'
  | 'gates'
  | 'secrets'
>

/**
 * What is written to a run, as it is stored and shown (TAS-7): with marks in the place of secrets, and with the secrets that it names
 * for the first time, sealed. Only deltas come redacted: they are parts of a text.
 */
export function redactEntry<Entry extends Partial<Written>>(entry: Entry, secrets: RunSecrets): Entry {
  const { redactor } = secrets
  const learnt = redactor.learnt
  const once = redacted(entry, redactor)
  // What a later part of it names is known in its earlier parts too.
  const stored = redactor.learnt === learnt ? once : redacted(entry, redactor)
  const found = secrets.found()
  return found.length === 0 ? stored : { ...stored, secrets: found }
}

function redacted<Entry extends Partial<Written>>(entry: Entry, redactor: Redactor): Entry {
  const { events, run, steps, actions, attempts, messages, modelCalls, compactions, gates } = entry
  return {
    ...entry,
    ...(events && { events: events.map((event) => redactEvent(event, redactor)) }),
    ...(run && { run: redactRun(run, redactor) }),
    ...(steps && { steps: steps.map((step) => redactStep(step, redactor)) }),
    ...(actions && { actions: actions.map((action) => redactAction(action, redactor)) }),
    ...(attempts && { attempts: attempts.map((attempt) => redactAttempt(attempt, redactor)) }),
    ...(messages && { messages: messages.map((row) => redactMessageRow(row, redactor)) }),
    ...(modelCalls && { modelCalls: modelCalls.map((call) => redactCall(call, redactor)) }),
    ...(compactions && { compactions: compactions.map((row) => redactCompaction(row, redactor)) }),
    ...(gates && { gates: gates.map((gate) => redactGate(gate, redactor)) }),
  }
}

/** An action's row as it is stored. */
export function redactAction(action: ActionRow, redactor: Redactor): ActionRow {
  const { parameters, output, audit, error } = action
  return {
    ...action,
    parameters: redactor.value(parameters),
    output: redactor.value(output),
    audit: redactor.value(audit),
    error: error === null ? null : redactor.text(error),
  }
}

function redactMessageRow(row: MessageRow, redactor: Redactor): MessageRow {
  return { ...row, message: redactMessage(row.message, redactor) }
}

function redactCompaction(row: CompactionRow, redactor: Redactor): CompactionRow {
  const { view } = row
  const kept = view.kept.map((entry) => ({ ...entry, message: redactMessage(entry.message, redactor) }))
  return { ...row, view: { ...view, kept, summary: view.summary && redactor.text(view.summary) } }
}

function redactEvent(event: NewEvent, redactor: Redactor): NewEvent {
  switch (event.type) {
    case 'TextDelta':
    case 'ReasoningDelta':
    case 'ArgumentsDelta':
      return event
    default:
      // Redaction leaves numbers, flags and the names of fields alone: none of them is a credential's.
      return { ...event, data: redactor.value(event.data as Json) } as NewEvent
  }
}

function redactRun(run: RunPatch, redactor: Redactor): RunPatch {
  const { errorMessage, summary, loopState, context, artifacts, escalation } = run
  return {
    ...run,
    ...(errorMessage && { errorMessage: redactor.text(errorMessage) }),
    ...(summary && { summary: redactor.text(summary) }),
    ...(escalation && { escalation: redactor.text(escalation) }),
    ...(loopState !== undefined && { loopState: redactor.value(loopState) }),
    ...(context !== undefined && { context: redactor.value(context) }),
    ...(artifacts !== undefined && { artifacts: redactor.value(artifacts) }),
  }
}

function redactStep(step: StepRow, redactor: Redactor): StepRow {
  return {
    ...step,
    plan: redactor.value(step.plan),
    checkpoint: redactor.value(step.checkpoint),
    validation: redactor.value(step.validation),
    reasoning: step.reasoning && redactor.text(step.reasoning),
    error: step.error && redactor.text(step.error),
  }
}

function redactCall(call: ModelCallRow, redactor: Redactor): ModelCallRow {
  const { errorMessage, answer } = call
  const shown = answer === null ? answer : redactor.value(answer)
  const error = errorMessage === null ? null : redactor.text(errorMessage)
  return error === errorMessage && shown === answer ? call : { ...call, errorMessage: error, answer: shown }
}

function redactAttempt(attempt: ActionAttemptRow, redactor: Redactor): ActionAttemptRow {
  const { parameters, error } = attempt
  return { ...attempt, parameters: redactor.value(parameters), error: error && redactor.text(error) }
}

function redactGate(gate: GateRow, redactor: Redactor): GateRow {
  return {
    ...gate,
    reason: redactor.text(gate.reason),
    context: redactor.value(gate.context),
    note: gate.note && redactor.text(gate.note),
  }
}

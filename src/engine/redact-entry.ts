import type { GateRow } from '../domain/gate.ts'
import { isJsonObject, type Json } from '../domain/json.ts'
import type { Redactor, Vault } from '../domain/redaction.ts'
import type { NewEvent } from '../domain/run-event.ts'
import type { ActionAttemptRow, ModelCallRow, RunCommit, RunPatch, StepRow } from '../domain/run-log.ts'
import { storedAction } from './true-parameters.ts'

/** What is written to a run. */
type Written = Pick<RunCommit, 'events' | 'run' | 'steps' | 'actions' | 'attempts' | 'modelCalls' | 'gates'>

export interface Redaction {
  readonly redactor: Redactor
  readonly vault: Vault | null
}

/**
 * What is written to a run, without secrets (TAS-7). Messages, outputs and deltas come redacted: what the model is shown of them must
 * be what is stored, and a secret must not be cut in two by a limit.
 */
export function redactEntry<Entry extends Partial<Written>>(entry: Entry, redaction: Redaction): Entry {
  const { redactor } = redaction
  const { events, run, steps, actions, attempts, modelCalls, gates } = entry
  return {
    ...entry,
    ...(events && { events: events.map((event) => redactEvent(event, redactor)) }),
    ...(run && { run: redactRun(run, redactor) }),
    ...(steps && { steps: steps.map((step) => redactStep(step, redactor)) }),
    ...(actions && { actions: actions.map((action) => storedAction(action, redaction)) }),
    ...(attempts && { attempts: attempts.map((attempt) => redactAttempt(attempt, redactor)) }),
    ...(modelCalls && { modelCalls: modelCalls.map((call) => redactCall(call, redactor)) }),
    ...(gates && { gates: gates.map((gate) => redactGate(gate, redactor)) }),
  }
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

/** The context is made of outputs, which come redacted; what it is called by is the plan's own, and later actions read it. */
function redactRun(run: RunPatch, redactor: Redactor): RunPatch {
  const { errorMessage, summary, loopState, artifacts, escalation } = run
  return {
    ...run,
    ...(errorMessage && { errorMessage: redactor.text(errorMessage) }),
    ...(summary && { summary: redactor.text(summary) }),
    ...(escalation && { escalation: redactor.text(escalation) }),
    ...(loopState !== undefined && { loopState: redactor.value(loopState) }),
    ...(artifacts !== undefined && { artifacts: redactor.value(artifacts) }),
  }
}

function redactStep(step: StepRow, redactor: Redactor): StepRow {
  return {
    ...step,
    plan: redactor.value(step.plan),
    checkpoint: redactCheckpoint(step.checkpoint, redactor),
    validation: redactor.value(step.validation),
    reasoning: step.reasoning && redactor.text(step.reasoning),
    error: step.error && redactor.text(step.error),
  }
}

/** Its context is made of outputs, as the run's is. */
function redactCheckpoint(checkpoint: Json, redactor: Redactor): Json {
  if (!isJsonObject(checkpoint)) return checkpoint
  const { loopState = null, artifacts } = checkpoint
  return {
    ...checkpoint,
    loopState: redactor.value(loopState),
    ...(artifacts !== undefined && { artifacts: redactor.value(artifacts) }),
  }
}

function redactCall(call: ModelCallRow, redactor: Redactor): ModelCallRow {
  return call.errorMessage === null ? call : { ...call, errorMessage: redactor.text(call.errorMessage) }
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

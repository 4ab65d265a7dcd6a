import { parseAudit } from '../../domain/action-audit.ts'
import type { GateRow } from '../../domain/gate.ts'
import { mapSliced, type Sliced } from '../../domain/in-slices.ts'
import { isJsonArray, isJsonObject, type Json } from '../../domain/json.ts'
import type { AssistantMessage, AssistantPart, Message } from '../../domain/message.ts'
import type { Redactor } from '../../domain/redaction.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type {
  ActionAttemptRow,
  ActionRow,
  CommitContent,
  CompactionRow,
  MessageRow,
  ModelCallRow,
  RunPatch,
  StepRow,
} from '../../domain/run-log.ts'
import { emptyMarks, emptyMarksIn } from '../../redaction/marker.ts'
import { hasMark, type RunSecrets } from './run-secrets.ts'

/**
 * Redacts an entry for storage and display (TAS-7): secrets are replaced by marks, and secrets that the entry names for the first time are
 * added in encrypted form. Only deltas arrive redacted, because they are parts of a text.
 */
export function* redactEntry<Entry extends Partial<CommitContent>>(
  entry: Entry,
  secrets: RunSecrets,
): Sliced<Entry> {
  const { redactor } = secrets
  const learnt = redactor.learnt
  const once = yield* redacted(entry, redactor)
  // A secret found in a later part of the entry is also redacted in its earlier parts.
  const stored = redactor.learnt === learnt ? once : yield* redacted(entry, redactor)
  const found = secrets.found()
  return found.length === 0 ? stored : { ...stored, secrets: found }
}

function* redacted<Entry extends Partial<CommitContent>>(entry: Entry, redactor: Redactor): Sliced<Entry> {
  const { events, run, steps, actions, attempts, messages, modelCalls, compactions, gates } = entry
  return {
    ...entry,
    ...(events && { events: yield* eachSliced(events, (event) => redactEvent(event, redactor)) }),
    ...(run && { run: redactRun(run, redactor) }),
    ...(steps && { steps: yield* eachSliced(steps, (step) => redactStep(step, redactor)) }),
    ...(actions && { actions: yield* mapSliced(actions, (action) => redactAction(action, redactor)) }),
    ...(attempts && { attempts: yield* mapSliced(attempts, (attempt) => redactAttempt(attempt, redactor)) }),
    ...(messages && { messages: yield* mapSliced(messages, (row) => redactMessageRow(row, redactor)) }),
    ...(modelCalls && { modelCalls: yield* mapSliced(modelCalls, (call) => redactCall(call, redactor)) }),
    ...(compactions && { compactions: compactions.map((row) => redactCompaction(row, redactor)) }),
    ...(gates && { gates: gates.map((gate) => redactGate(gate, redactor)) }),
  }
}

/** Some rows hold a plan, which is itself a long list. */
function* eachSliced<Row>(rows: readonly Row[], redact: (row: Row) => Sliced<Row>): Sliced<Row[]> {
  const results: Row[] = []
  for (const row of rows) {
    results.push(yield* redact(row))
    yield
  }
  return results
}

/** A plan, or the part of one in an event: action by action. The same object where nothing in it is a secret. */
function* redactPlan(plan: Json, redactor: Redactor): Sliced<Json> {
  const actions = isJsonObject(plan) ? (plan.actions ?? null) : null
  if (!isJsonObject(plan) || !isJsonArray(actions)) return redactor.value(plan)
  const { actions: _, ...frame } = plan
  const shownActions = yield* mapSliced(actions, (action) => redactor.value(action))
  const shown = redactor.value(frame)
  const isSame = shown === frame && shownActions.every((action, position) => action === actions[position])
  return isSame ? plan : { ...(isJsonObject(shown) ? shown : {}), actions: shownActions }
}

/** An action's row as it is stored. */
function redactAction(action: ActionRow, redactor: Redactor): ActionRow {
  const { parameters, output, audit, error } = action
  const shown = isJsonObject(audit) ? redactor.value(audit) : audit
  return {
    ...action,
    parameters: redactor.value(parameters),
    output: redactor.value(output),
    audit: shown === audit ? audit : parseAudit(shown),
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

function* redactEvent(event: NewEvent, redactor: Redactor): Sliced<NewEvent> {
  switch (event.type) {
    case 'TextDelta':
    case 'ReasoningDelta':
    case 'ArgumentsDelta':
    // Numbers, and names that the engine gave.
    case 'StepStarted':
    case 'StepCompleted':
    case 'UsageReported':
      return event
    default:
      // Redaction leaves numbers, flags and the names of fields alone: none of them is a credential's.
      return { ...event, data: yield* redactPlan(event.data as Json, redactor) } as NewEvent
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

function* redactStep(step: StepRow, redactor: Redactor): Sliced<StepRow> {
  return {
    ...step,
    plan: yield* redactPlan(step.plan, redactor),
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

/** A message as it is stored (TAS-7); the same object where it holds no secret. */
export function redactMessage(message: Message, redactor: Redactor): Message {
  if (message.role === 'assistant') return redactAnswer(message, redactor)
  const text = redactor.text(message.text)
  return text === message.text ? message : { ...message, text }
}

/**
 * Its texts are redacted as one, as are its reasoning's: so they equal the deltas, also where a secret is in two parts. A provider's own
 * state may repeat them.
 */
function redactAnswer(message: AssistantMessage, redactor: Redactor): AssistantMessage {
  const texts = redactedTexts(message.parts, 'text', redactor)
  const reasoning = redactedTexts(message.parts, 'reasoning', redactor)
  const parts = message.parts.map((part, index) => {
    const fullText = texts[index] ?? reasoning[index]
    return changed(part, { text: (text) => fullText ?? redactor.text(text), value: redactor.value })
  })
  return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts }
}

interface Change {
  readonly text: (text: string) => string
  readonly value: (value: Json) => Json
}

function changed(part: AssistantPart, { text, value }: Change): AssistantPart {
  switch (part.type) {
    case 'text':
    case 'reasoning':
    case 'tool-call': {
      const data = part.state && value(part.state.data)
      const state =
        part.state && data !== part.state.data ? { ...part.state, data: data ?? null } : part.state
      const words = text(part.type === 'tool-call' ? part.arguments : part.text)
      if (part.type === 'tool-call')
        return words === part.arguments && state === part.state
          ? part
          : { ...part, arguments: words, ...(state && { state }) }
      return words === part.text && state === part.state
        ? part
        : { ...part, text: words, ...(state && { state }) }
    }
    case 'refusal': {
      const words = text(part.text)
      return words === part.text ? part : { ...part, text: words }
    }
    default:
      return part satisfies never
  }
}

/** Replaces marks that a model repeated by empty ones: a model's own text contains its secrets in clear. */
export function withEmptyMarks(message: AssistantMessage): AssistantMessage {
  const parts = message.parts.map((part) => changed(part, { text: emptyMarksIn, value: emptyMarks }))
  return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts }
}

/** A stored message as it was; a signature goes with words that cannot be had any more, for it would not fit them. */
export async function revealMessage(
  message: Message,
  { revealText, reveal }: Pick<RunSecrets, 'revealText' | 'reveal'>,
): Promise<Message> {
  if (message.role !== 'assistant') {
    const text = await revealText(message.text)
    return text === message.text ? message : { ...message, text }
  }
  const texts = new Map<string, string>()
  const values = new Map<Json, Json>()
  for (const part of message.parts) {
    const text = part.type === 'tool-call' ? part.arguments : part.text
    texts.set(text, await revealText(text))
    if ('state' in part && part.state) values.set(part.state.data, await reveal(part.state.data))
  }
  const change = {
    text: (text: string) => texts.get(text) ?? text,
    value: (value: Json) => values.get(value) ?? value,
  }
  const parts = message.parts.map((part) => withoutMisfit(changed(part, change)))
  return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts }
}

function withoutMisfit(part: AssistantPart): AssistantPart {
  if (part.type !== 'reasoning' || !part.state || !hasMark([part.text, part.state.data])) return part
  const { state: _, ...rest } = part
  return rest
}

/** The texts of one kind by their place; none where nothing in them is a secret. */
function redactedTexts(
  parts: readonly AssistantPart[],
  type: 'text' | 'reasoning',
  redactor: Redactor,
): readonly (string | undefined)[] {
  const fullText = parts.map((part) => (part.type === type ? part.text : '')).join('')
  if (redactor.text(fullText) === fullText) return []
  const stream = redactor.stream()
  const shown = parts.map((part) => (part.type === type ? stream.push(part.text) : undefined))
  const last = parts.findLastIndex((part) => part.type === type)
  return shown.with(last, (shown[last] ?? '') + stream.end())
}

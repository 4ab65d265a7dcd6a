import { type ActionAudit, parseAudit } from '../../domain/action-audit.ts'
import type { ContextView } from '../../domain/context-view.ts'
import { eventCatalogue } from '../../domain/event-catalogue.ts'
import type { GateRow } from '../../domain/gate.ts'
import { isJsonArray, isJsonObject, type Json } from '../../domain/json.ts'
import type { FilePart, Message } from '../../domain/message.ts'
import { deltaTypes, eventTypes, type NewEvent } from '../../domain/run-event.ts'
import type {
  ActionAttemptRow,
  ActionRow,
  CompactionRow,
  MessageRow,
  ModelCallRow,
  RunPatch,
  StepRow,
} from '../../domain/run-log.ts'
import type { ClaimedRun } from '../../domain/run-store.ts'

/** What is done to foreign text wherever it stands: secrets become marks, or marks become secrets (TAS-7). */
export interface Change {
  readonly text: (text: string) => string
  /** Gives the same object where nothing in it changes. */
  readonly value: (value: Json) => Json
  readonly message: (message: Message) => Message
}

type Columns<Row> = {
  readonly [Name in keyof Row]?: (given: Row[Name] & (NonNullable<unknown> | null)) => Row[Name]
}

/**
 * The columns that may hold what a model, a tool, a caller or a person wrote, and what the change makes of each. The engine makes the others:
 * numbers, ids, words out of a table. A test puts a secret into every column, so a new one is either here or on its list.
 */
export function foreignColumns({ text, value, message }: Change) {
  const words = (given: string | null) => given && text(given)
  const fields = (given: Json) => eachField(given, value)
  const state = (given: Json) =>
    eachField(given, (part, name) => {
      if (name === 'measures') return part
      // Their calls are hashes; the name of the last tool is a model's.
      return name === 'doomLoop' || name === 'words' ? eachField(part, textOnly) : value(part)
    })
  const textOnly = (given: Json) => (typeof given === 'string' ? text(given) : given)
  const plan = (given: Json) =>
    eachField(given, (part, name) =>
      name === 'actions' && isJsonArray(part) ? eachItem(part, fields) : value(part),
    )
  return {
    claimed: {
      input: text,
      inputFiles: (given: readonly FilePart[] | null) => given && changedFiles(given, text),
      context: value,
      artifacts: value,
      plan: value,
      loopState: value,
      escalation: words,
    } satisfies Columns<ClaimedRun>,
    run: {
      errorMessage: words,
      summary: words,
      escalation: words,
      loopState: state,
      context: value,
      artifacts: value,
    } satisfies Columns<RunPatch>,
    step: {
      plan,
      reasoning: words,
      validation: fields,
      error: words,
      checkpoint: (given: Json) =>
        eachField(given, (part, name) => (name === 'loopState' ? state(part) : value(part))),
    } satisfies Columns<StepRow>,
    action: {
      name: text,
      target: text,
      condition: words,
      parameters: value,
      output: value,
      error: words,
      audit: (given: ActionAudit) => {
        const audit = isJsonObject(given) ? fields(given) : given
        return audit === given ? given : parseAudit(audit)
      },
    } satisfies Columns<ActionRow>,
    attempt: {
      target: text,
      parameters: value,
      output: value,
      error: words,
    } satisfies Columns<ActionAttemptRow>,
    message: { message } satisfies Columns<MessageRow>,
    modelCall: { errorMessage: words, answer: value } satisfies Columns<ModelCallRow>,
    compaction: {
      view: (given: ContextView) => changedView(given, { text, message }),
    } satisfies Columns<CompactionRow>,
    gate: { reason: text, context: fields, note: words } satisfies Columns<GateRow>,
    event: (event: NewEvent): NewEvent => {
      const names = foreignFields.get(event.type)
      if (!names) return event
      const shown = (part: Json, name: string) => (names.has(name) ? value(part) : part)
      const data =
        event.type === 'PlanGenerated' ? plan(event.data as Json) : eachField(event.data as Json, shown)
      // Numbers, flags and the names of the fields stay what they are: none of them is a credential's.
      return data === event.data ? event : ({ ...event, data } as NewEvent)
    },
  }
}

function changedView(view: ContextView, { text, message }: Pick<Change, 'text' | 'message'>): ContextView {
  const kept = view.kept.map((entry) => changed(entry, { message }))
  return changed({ ...view, kept }, { summary: (summary) => summary && text(summary) })
}

/** The row with its columns changed; the same object where nothing in it changes. */
export function changed<Row extends object>(row: Row, columns: Columns<Row>): Row {
  let copy: Row | null = null
  for (const name in columns) {
    const change = columns[name]
    const given = row[name]
    if (!change || given === undefined) continue
    const shown = change(given)
    if (shown === given) continue
    copy ??= { ...row }
    copy[name] = shown
  }
  return copy ?? row
}

/** The names of files are words of those who sent them; the same list where none changes. */
export function changedFiles(files: readonly FilePart[], text: Change['text']): readonly FilePart[] {
  const shown = files.map((file) => changed(file, { name: (name) => name && text(name) }))
  return shown.every((file, place) => file === files[place]) ? files : shown
}

/**
 * Data whose fields the engine named, changed field by field: so what other data has too is changed once. The same object where nothing in it
 * changes.
 */
function eachField(given: Json, change: (part: Json, name: string) => Json): Json {
  if (!isJsonObject(given)) return change(given, '')
  let copy: Record<string, Json> | null = null
  for (const name of Object.keys(given)) {
    const part = given[name] ?? null
    const shown = change(part, name)
    if (shown === part) continue
    copy ??= { ...given }
    copy[name] = shown
  }
  return copy ?? given
}

function eachItem(items: readonly Json[], change: (value: Json) => Json): readonly Json[] {
  const shown = items.map(change)
  return shown.some((item, place) => item !== items[place]) ? shown : items
}

const foreignKinds: readonly string[] = ['String', 'JSON', 'PlannedActions']

/** The fields of each event that may hold foreign text. Those of an increment were changed as a part of the whole. */
const foreignFields: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  eventTypes.flatMap((type) => {
    const fields = Object.entries(eventCatalogue[type].fields)
    const names = fields.flatMap(([name, { kind }]) => (foreignKinds.includes(kind) ? [name] : []))
    const isOwn = names.length === 0 || deltaTypes.some((delta) => delta === type)
    return isOwn ? [] : [[type, new Set(names)]]
  }),
)

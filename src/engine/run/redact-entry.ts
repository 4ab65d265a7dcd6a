import { mapSliced, type Sliced } from '../../domain/in-slices.ts'
import { isJsonArray, isJsonObject, type Json } from '../../domain/json.ts'
import type { RunRedactor } from '../../domain/redaction.ts'
import type { CommitContent, SecretRow } from '../../domain/run-log.ts'
import { redactMessage } from './change-message.ts'
import { changed, foreignColumns } from './foreign-columns.ts'

type Content = Partial<CommitContent>

/**
 * The last check before the log (TAS-7): puts marks in the place of secrets in the foreign text of an entry, and adds the secrets that it names
 * for the first time, encrypted. The redactor reads a text once, where it enters the run or here; what repeats it finds the result. The deltas
 * of a text arrive redacted.
 */
export function createEntryRedaction(redactor: RunRedactor, found: () => readonly SecretRow[]) {
  const columns = foreignColumns({ ...redactor, message: (message) => redactMessage(message, redactor) })

  function* redacted<Entry extends Content>(entry: Entry): Sliced<Entry> {
    const { events, run, steps, actions, attempts, messages, modelCalls, compactions, gates } = entry
    if (steps) yield* planned(steps, redactor.value)
    return {
      ...entry,
      ...(events && { events: yield* mapSliced(events, columns.event) }),
      ...(run && { run: changed(run, columns.run) }),
      ...(steps && { steps: yield* mapSliced(steps, (row) => changed(row, columns.step)) }),
      ...(actions && { actions: yield* mapSliced(actions, (row) => changed(row, columns.action)) }),
      ...(attempts && { attempts: yield* mapSliced(attempts, (row) => changed(row, columns.attempt)) }),
      ...(messages && { messages: yield* mapSliced(messages, (row) => changed(row, columns.message)) }),
      ...(modelCalls && {
        modelCalls: yield* mapSliced(modelCalls, (row) => changed(row, columns.modelCall)),
      }),
      ...(compactions && { compactions: compactions.map((row) => changed(row, columns.compaction)) }),
      ...(gates && { gates: gates.map((row) => changed(row, columns.gate)) }),
    }
  }

  return function* redactEntry<Entry extends Content>(entry: Entry): Sliced<Entry> {
    const learnt = redactor.learnt
    const once = yield* redacted(entry)
    // A secret found in a later part of the entry is also redacted in its earlier parts.
    const stored = redactor.learnt === learnt ? once : yield* redacted(entry)
    const secrets = found()
    return secrets.length === 0 ? stored : { ...stored, secrets }
  }
}

/** What stands in the actions of a plan, action by action ahead of the plan as a whole: there may be thousands. */
function* planned(steps: NonNullable<Content['steps']>, redact: (value: Json) => Json): Sliced<void> {
  for (const { plan } of steps) {
    const actions = isJsonObject(plan) ? plan.actions : null
    if (!actions || !isJsonArray(actions)) continue
    yield* mapSliced(actions, (action) => {
      if (isJsonObject(action)) for (const part of Object.values(action)) redact(part)
    })
  }
}

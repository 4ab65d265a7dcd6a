import type { AssistantPart, Message } from '../../domain/message.ts'
import type { ActionAttemptRow, ActionRow } from '../../domain/run-log.ts'
import type { ClaimedRun, StoredState } from '../../domain/run-store.ts'
import { changedMessage, eachPart } from './change-message.ts'
import { type Change, changed, foreignColumns } from './foreign-columns.ts'
import { hasMark, type RunSecrets } from './run-secrets.ts'

type Reveals = Pick<RunSecrets, 'revealing'>

/** A claimed run as it continues: with the values of the marks in its row (TAS-7). */
export async function revealRun(run: ClaimedRun, secrets: Reveals): Promise<ClaimedRun> {
  const columns = await columnsOf(run, secrets)
  return columns ? changed(run, columns.claimed) : run
}

/** Restores the state that an earlier owner stored, with its secrets. */
export async function revealStored(stored: StoredState, secrets: Reveals): Promise<StoredState> {
  const columns = await columnsOf(stored, secrets)
  if (!columns) return stored
  const open = <Open extends StoredState['fired'][number]>(one: Open): Open => ({
    ...one,
    step: changed(one.step, columns.step),
    actions: one.actions.map((action) => changed(action, columns.action)),
  })
  return {
    ...stored,
    history: stored.history.map((entry) => changed(entry, columns.message)),
    view: columns.compaction.view(stored.view),
    fired: stored.fired.map(open),
    openStep: stored.openStep && open(stored.openStep),
  }
}

export async function revealAction(action: ActionRow, secrets: Reveals): Promise<ActionRow> {
  const columns = await columnsOf(action, secrets)
  return columns ? changed(action, columns.action) : action
}

export async function revealAttempts(
  attempts: readonly ActionAttemptRow[],
  secrets: Reveals,
): Promise<readonly ActionAttemptRow[]> {
  const columns = await columnsOf(attempts, secrets)
  return columns ? attempts.map((row) => changed(row, columns.attempt)) : attempts
}

/** A stored message as it was. */
export async function revealMessage(message: Message, secrets: Reveals): Promise<Message> {
  const columns = await columnsOf(message, secrets)
  return columns ? columns.message.message(message) : message
}

/** `null` where the rows hold no mark. */
async function columnsOf(rows: object, secrets: Reveals) {
  const change = await secrets.revealing(rows)
  return change && foreignColumns({ ...change, message: (message) => revealedMessage(message, change) })
}

function revealedMessage(message: Message, change: Omit<Change, 'message'>): Message {
  const revealed = changedMessage(message, change)
  return revealed.role === 'assistant' ? eachPart(revealed, withoutMisfit) : revealed
}

/** A signature goes with words that cannot be had any more, for it would not fit them. */
function withoutMisfit(part: AssistantPart): AssistantPart {
  if (part.type !== 'reasoning' || !part.state || !hasMark([part.text, part.state.data])) return part
  const { state: _, ...rest } = part
  return rest
}

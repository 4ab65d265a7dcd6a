import type { AssistantPart, Message } from '../../domain/message.ts'
import type { ActionAttemptRow, ActionRow } from '../../domain/run-log.ts'
import type { ClaimedRun, StoredState } from '../../domain/run-store.ts'
import { changedMessage, eachPart } from './change-message.ts'
import { changed, changedView, foreignColumns } from './foreign-columns.ts'
import { hasMark, type RunSecrets } from './run-secrets.ts'

type Reveals = Pick<RunSecrets, 'revealing'>

/** A claimed run as it continues: with the values of the marks in its row (TAS-7). */
export async function revealRun(run: ClaimedRun, secrets: Reveals): Promise<ClaimedRun> {
  const { input, context, artifacts, plan, loopState, escalation } = run
  const change = await secrets.revealing({ input, context, artifacts, plan, loopState, escalation })
  if (!change) return run
  const { text, value } = change
  return changed(run, {
    input: text,
    context: value,
    artifacts: value,
    plan: value,
    loopState: value,
    escalation: (given) => given && text(given),
  })
}

/** Restores the state that an earlier owner stored, with its secrets. */
export async function revealStored(stored: StoredState, secrets: Reveals): Promise<StoredState> {
  const { history, view, openStep, fired } = stored
  const change = await secrets.revealing({ history, view, openStep, fired })
  if (!change) return stored
  const message = (given: Message) => revealedMessage(given, change)
  const columns = foreignColumns({ ...change, message })
  const open = <Open extends Pick<StoredState['fired'][number], 'step' | 'actions'>>(one: Open): Open => ({
    ...one,
    step: changed(one.step, { ...columns.step, plan: change.value }),
    actions: one.actions.map((action) => changed(action, columns.action)),
  })
  return {
    ...stored,
    history: history.map((entry) => changed(entry, { message })),
    view: changedView(view, { ...change, message }),
    fired: fired.map(open),
    openStep: openStep && open(openStep),
  }
}

export async function revealAction(action: ActionRow, secrets: Reveals): Promise<ActionRow> {
  const change = await secrets.revealing(action)
  return change ? changed(action, foreignColumns({ ...change, message: (given) => given }).action) : action
}

export async function revealAttempts(
  attempts: readonly ActionAttemptRow[],
  secrets: Reveals,
): Promise<readonly ActionAttemptRow[]> {
  const change = await secrets.revealing(attempts)
  if (!change) return attempts
  const { attempt } = foreignColumns({ ...change, message: (given) => given })
  return attempts.map((row) => changed(row, attempt))
}

/** A stored message as it was. */
export async function revealMessage(message: Message, secrets: Reveals): Promise<Message> {
  const change = await secrets.revealing(message)
  return change ? revealedMessage(message, change) : message
}

function revealedMessage(message: Message, change: Parameters<typeof changedMessage>[1]): Message {
  const revealed = changedMessage(message, change)
  return revealed.role === 'assistant' ? eachPart(revealed, withoutMisfit) : revealed
}

/** A signature goes with words that cannot be had any more, for it would not fit them. */
function withoutMisfit(part: AssistantPart): AssistantPart {
  if (part.type !== 'reasoning' || !part.state || !hasMark([part.text, part.state.data])) return part
  const { state: _, ...rest } = part
  return rest
}

import { parseAudit } from '../../domain/action-audit.ts'
import type { ContextView, HistoryEntry } from '../../domain/context-view.ts'
import { toJson } from '../../domain/json.ts'
import type { ActionAttemptRow, ActionRow, StepRow } from '../../domain/run-log.ts'
import type { ClaimedRun, StoredState } from '../../domain/run-store.ts'
import { revealMessage } from './redaction.ts'
import type { RunSecrets } from './run-secrets.ts'

type Reveals = Pick<RunSecrets, 'reveal' | 'revealText'>

/** A claimed run as it continues: with the values of the marks in its row (TAS-7). */
export async function revealRun(run: ClaimedRun, secrets: Reveals): Promise<ClaimedRun> {
  const { input, context, artifacts, plan, loopState, escalation } = run
  return {
    ...run,
    input: await secrets.revealText(input),
    context: await secrets.reveal(context),
    artifacts: await secrets.reveal(artifacts),
    plan: await secrets.reveal(plan),
    loopState: await secrets.reveal(loopState),
    escalation: escalation && (await secrets.revealText(escalation)),
  }
}

/** Restores the state that an earlier owner stored, with its secrets. */
export async function revealStored(stored: StoredState, secrets: Reveals): Promise<StoredState> {
  const { history, view, openStep, fired } = stored
  return {
    ...stored,
    history: await revealEntries(history, secrets),
    view: await revealView(view, secrets),
    fired: await inTurn(fired, async (one) => ({
      ...one,
      step: await revealStep(one.step, secrets),
      actions: await inTurn(one.actions, (action) => revealAction(action, secrets)),
    })),
    openStep: openStep && {
      ...openStep,
      step: await revealStep(openStep.step, secrets),
      actions: await inTurn(openStep.actions, (action) => revealAction(action, secrets)),
    },
  }
}

export async function revealAction(action: ActionRow, secrets: Reveals): Promise<ActionRow> {
  const { parameters, output, audit, error } = action
  return {
    ...action,
    parameters: await secrets.reveal(parameters),
    output: await secrets.reveal(output),
    audit: parseAudit(await secrets.reveal(toJson(audit))),
    error: error && (await secrets.revealText(error)),
  }
}

export function revealAttempts(
  attempts: readonly ActionAttemptRow[],
  secrets: Reveals,
): Promise<readonly ActionAttemptRow[]> {
  return inTurn(attempts, async ({ error, ...attempt }) => ({
    ...attempt,
    parameters: await secrets.reveal(attempt.parameters),
    error: error && (await secrets.revealText(error)),
  }))
}

async function revealStep(step: StepRow, secrets: Reveals): Promise<StepRow> {
  const { plan, validation, reasoning, error } = step
  return {
    ...step,
    plan: await secrets.reveal(plan),
    validation: await secrets.reveal(validation),
    reasoning: reasoning && (await secrets.revealText(reasoning)),
    error: error && (await secrets.revealText(error)),
  }
}

async function revealView(view: ContextView, secrets: Reveals): Promise<ContextView> {
  const { kept, summary } = view
  return {
    ...view,
    kept: await revealEntries(kept, secrets),
    summary: summary && (await secrets.revealText(summary)),
  }
}

function revealEntries(entries: readonly HistoryEntry[], secrets: Reveals): Promise<readonly HistoryEntry[]> {
  return inTurn(entries, async (entry) => {
    const message = await revealMessage(entry.message, secrets)
    return message === entry.message ? entry : { ...entry, message }
  })
}

async function inTurn<Value>(
  values: readonly Value[],
  reveal: (value: Value) => Promise<Value>,
): Promise<readonly Value[]> {
  const revealed: Value[] = []
  for (const value of values) revealed.push(await reveal(value))
  return revealed
}

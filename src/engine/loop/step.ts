import { durationBetween } from '../../domain/clock.ts'
import type { Message } from '../../domain/message.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ActionRow, StepRow } from '../../domain/run-log.ts'
import { indented } from '../../domain/text/foreign-text.ts'
import { abandonAction } from '../actions/finalize-action.ts'
import { cutText } from '../context/show.ts'
import { promptHashOf, promptRows } from '../model/request.ts'
import { renderResults } from '../plan/planner-prompt.ts'
import { shownOutput } from '../run/action-result.ts'
import { type RunCore, type StepCore, stepContext, type TargetContext } from '../run/run-context.ts'
import { addMessage, type LiveRun, lastWords, type OpenStep, takeCheckpoint } from '../run/run-state.ts'
import type { Stop } from '../stop.ts'
import { acceptAnswer } from './accept-answer.ts'
import { countActions } from './validate-step.ts'

/** The step that was left open, or the next one. */
export function openStep(state: LiveRun, ctx: TargetContext): OpenStep {
  if (state.openStep) return state.openStep
  const row: StepRow = {
    id: ctx.newId(),
    projectId: ctx.run.projectId,
    runId: ctx.run.id,
    number: state.stepCount + 1,
    promptHash: promptHashOf(state, ctx),
    plan: null,
    reasoning: null,
    validation: null,
    progress: null,
    success: null,
    error: null,
    checkpoint: null,
    startedAt: new Date(ctx.clock.now()),
    durationMs: null,
    completedAt: null,
  }
  const data = { maxSteps: state.limits.maxSteps.value }
  ctx.journal.write({
    steps: [row],
    prompts: promptRows(state, ctx),
    run: { stepCount: row.number },
    events: [{ type: 'StepStarted', stepNumber: row.number, data }],
  })
  state.openStep = { row, actions: null }
  return state.openStep
}

/** The checkpoint: the step, the results that the model reads, and the state of the loop, in one commit. */
export function closeStep(ctx: StepCore): void {
  const { step, state } = ctx
  countActions(ctx)
  const { row } = step
  const actions = step.actions ?? []
  const results = resultMessages(ctx).map((message) => addMessage(state, ctx.run, message, row.number))
  state.stepCount = row.number
  state.openStep = null
  state.lastStep = { id: row.id, number: row.number }
  state.lastText = lastWords(state)
  state.cutWords = step.actions === null ? state.wordsSoFar.slice(state.partialAnswer?.text.length ?? 0) : ''
  const accepted = acceptAnswer(ctx)
  const completedAt = new Date(ctx.clock.now())
  const succeeded = actions.filter((action) => action.status === 'SUCCEEDED').length
  const closed: StepRow = {
    ...row,
    success: step.error === undefined && step.actions !== null && !actions.some(isFault),
    error: step.error ?? actions.find((action) => action.error !== null)?.error ?? null,
    completedAt,
    durationMs: durationBetween(row.startedAt, completedAt),
    checkpoint: takeCheckpoint(state),
  }
  ctx.journal.write({
    steps: [closed],
    messages: [...results, ...accepted.messages],
    // The checkpoint has the state of the loop.
    run: { loopState: null, ...(step.plan ? { context: state.context } : {}) },
    events: [
      {
        type: 'StepCompleted',
        stepNumber: row.number,
        data: { actionsCompleted: succeeded, progress: row.progress },
      },
      ...accepted.events,
    ],
  })
}

/** Whether an action counts as failed. FIRE_AND_FORGET actions that continue and actions skipped by a condition do not. */
function isFault({ status }: ActionRow): boolean {
  return status === 'FAILED' || status === 'DENIED' || status === 'CANCELLED'
}

/** Closes the open step, if any, because the run stops. Actions that did not end are cancelled, so that each call has a result. */
export function abandonStep(stop: Stop, state: LiveRun, ctx: RunCore): void {
  const step = state.openStep
  if (!step) return
  step.error = stop.message
  const own = stepContext(step, state, ctx)
  step.actions = step.actions?.map((action) => abandonAction(action, stop, own)) ?? null
  closeStep(own)
}

/** The results of a turn for the model: one for each call, or one message for a plan. */
function resultMessages(ctx: StepCore): readonly Message[] {
  const { step, state } = ctx
  const actions = step.actions ?? []
  const notes = [...humanNotes(step, state), ...unmetNotes(actions)].map(indented)
  const at = ctx.clock.now()
  const noteMessages: readonly Message[] =
    notes.length === 0 ? [] : [{ role: 'user', text: notes.join('\n'), byEngine: true, at }]
  // The next owner of a plan may end its step before it has checked the plan again.
  if (!step.plan && step.row.plan === null)
    return [...actions.map((action) => toolMessage(action, ctx)), ...noteMessages]
  const maxChars = charsOfEach(actions.length, ctx.run.agent.definition.maxToolResultChars)
  const results = actions.map((action) => ({
    name: action.name,
    status: action.status,
    text:
      action.status === 'SUCCEEDED'
        ? shownOutput(action, maxChars, ctx.secrets).text
        : cutText(action.error ?? '', maxChars),
  }))
  const text = renderResults(results, Object.keys(state.context))
  const files = actions.flatMap(({ audit }) => audit.files ?? [])
  return [{ role: 'user', text, byEngine: true, at, ...(files.length > 0 && { files }) }, ...noteMessages]
}

/** All results of a plan together are shown in as much as four results of a tool call; each in a line or two at least. */
function charsOfEach(count: number, maxToolResultChars: number): number {
  return Math.min(maxToolResultChars, Math.max(300, Math.floor((4 * maxToolResultChars) / count)))
}

/** The result of a call for the model, in plan order, right after the turn that asked for it. */
function toolMessage(action: ActionRow, ctx: RunCore): Message {
  const { maxToolResultChars } = ctx.run.agent.definition
  // The name that the model called, which may differ from the target.
  const name = action.audit.calledAs ?? action.target
  const isError = action.status !== 'SUCCEEDED'
  const shown = isError
    ? { text: `Error: ${action.error ?? 'The call was not executed.'}` }
    : shownOutput(action, maxToolResultChars, ctx.secrets)
  const at = ctx.clock.now()
  const { files } = action.audit
  return {
    role: 'tool',
    callId: action.callId ?? action.id,
    name,
    isError,
    at,
    ...shown,
    ...(files && { files }),
  }
}

/** An answer of a child run that its own guards object to looks like any other (LOOP-4). */
function unmetNotes(actions: readonly ActionRow[]): readonly string[] {
  return actions
    .filter(({ status, audit }) => status === 'SUCCEEDED' && audit.unmet !== undefined)
    .map(
      ({ name, audit }) =>
        `The answer of "${name}" falls short of what its own run had to come to. What stands against it: ${audit.unmet}`,
    )
}

/** Notes of people on the step's gates. The note of a refusal is in the error of its action. */
function humanNotes(step: OpenStep, { approvals: { planGate } }: LiveRun): readonly string[] {
  const onPlan = planGate?.stepNumber === step.row.number && planGate.note !== null ? [planGate.note] : []
  const gated = (step.actions ?? []).filter(({ audit }) => audit.gateStatus !== undefined)
  const onActions = gated.flatMap(({ name, status, errorCode, audit, parameters }) => {
    const { note, gateStatus, isRevised } = audit
    // The error of a refused call contains its note; so does that of an interrupted call that was sent back.
    const isSentBack = errorCode === 'OUTCOME_UNKNOWN' && gateStatus === 'REVISED' && isRevised !== true
    if (status === 'DENIED' || isSentBack) return []
    if (isRevised === true)
      return [
        `A human changed the arguments of "${name}" to ${JSON.stringify(parameters)}.${note === undefined ? '' : ` They say: ${note}`}`,
      ]
    return note === undefined ? [] : [`A human said of "${name}": ${note}`]
  })
  return [...onPlan.map((note) => `A human said of the plan: ${note}`), ...onActions]
}

/** The plan as the log has it. */
export function planGenerated(actions: readonly ActionRow[], stepNumber: number): NewEvent {
  const planned = actions.map(({ name, type, mode, target, dependsOn, wave }) => ({
    name,
    type,
    mode,
    target,
    dependsOn,
    wave,
  }))
  return { type: 'PlanGenerated', stepNumber, data: { actions: planned } }
}

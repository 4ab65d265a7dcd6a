import type { FoundGate, GateRow } from '../../domain/gate.ts'
import type { UserMessage } from '../../domain/message.ts'
import type { SecretOrigin } from '../../domain/redaction.ts'
import { isTerminal } from '../../domain/run.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ReceivedInput } from '../../domain/run-input.ts'
import type { RunPatch } from '../../domain/run-log.ts'
import { type DescendantsOutcome, stopDescendants } from '../actions/abort-run.ts'
import { closedGate, gateOpened, gateResolved, wakeWaiting } from '../gates/open-gate.ts'
import { afterPause } from '../judge/judgement.ts'
import { continuedAnew } from '../judge/partial-answer.ts'
import type { LastEntry } from '../run/journal.ts'
import { toLoopState } from '../run/loop-state.ts'
import type { RunContext, RunCore } from '../run/run-context.ts'
import {
  addMessage,
  forNewMessage,
  inputInjected,
  type LiveRun,
  partialSummary,
  runCompleted,
  runFailed,
} from '../run/run-state.ts'
import { Stop } from '../stop.ts'
import { abortedEnding, announcement, type Ending } from './conclude.ts'

/**
 * Result of writing an ending: written; withdrawn, because a message must be read first (CTX-5); fenced, because another process owns the
 * run; or released, because this process ends before the descendants have.
 */
type Finish = 'finished' | 'reopened' | 'fenced' | 'released'

/**
 * Writes the end of this stretch of running: status, reason, summary and the final event, or the gate that it waits at, in one commit
 * (RUN-2). An abort that was requested first wins against any other ending (RUN-7), and an answer does not overtake a message (CTX-5).
 */
export async function finishRun(ending: Ending, state: LiveRun, ctx: RunContext): Promise<Finish> {
  if (ending.status !== 'WAITING') {
    const descendants = await stopAllDescendants(ctx)
    if (descendants !== 'stopped') return descendants
  }
  if (await writeEnding(ending, state, ctx)) {
    // Something may have changed while it stopped, such as a decision at one of its gates: then it is woken again.
    if (ending.status === 'WAITING') await wakeWaiting(ctx.run.rootId, ctx)
    return 'finished'
  }
  if (ending.status === 'CANCELLED') return 'fenced'
  // If an abort was requested too, the next write reports it and the run ends then.
  if (ending.status === 'COMPLETED' && (await reopenForInput(state, ctx))) {
    ctx.spawnGate.open()
    return 'reopened'
  }
  return finishAborted(state, ctx)
}

/** The run was about to stop, or to wait in the middle of its step. */
async function finishAborted(state: LiveRun, ctx: RunContext): Promise<Finish> {
  const ending = await abortedEnding(state, ctx)
  const descendants = await stopAllDescendants(ctx)
  if (descendants !== 'stopped') return descendants
  return (await writeEnding(ending, state, ctx)) ? 'finished' : 'fenced'
}

function stopAllDescendants(ctx: RunContext): Promise<DescendantsOutcome> {
  return stopDescendants('The run that started it has finished.', ctx)
}

async function writeEnding(ending: Ending, state: LiveRun, ctx: RunContext): Promise<boolean> {
  if (ending.status === 'WAITING') {
    // After a decision the next owner would find the fired actions cut off, with an unknown outcome (TAS-5).
    await Promise.all(state.localWork)
    // Gates of fired actions open in entries of their own, before the run waits at them.
    await ctx.background.journal.durable()
    // A decision meanwhile may have released a held action.
    if (state.localWork.size > 0) return writeEnding(ending, state, ctx)
    return writeEndingOnce(ending, ending.gates, {}, state, ctx)
  }
  for (let openGates = await gatesLeft(ending, state, ctx); ; ) {
    const gates = openGates.map(({ gate }) => closedGate(gate, new Date(ctx.clock.now())))
    const [{ gateDecisions } = {}] = openGates
    // Each gate is closed once: by this, unless a caller decides at one meanwhile.
    const unlessDecided = gateDecisions === undefined ? {} : { afterGateDecisions: gateDecisions }
    if (await writeEndingOnce(ending, gates, unlessDecided, state, ctx)) return true
    if (gateDecisions === undefined) return false
    openGates = await gatesLeft(ending, state, ctx)
    if (openGates[0]?.gateDecisions === gateDecisions) return false
  }
}

async function writeEndingOnce(
  ending: Ending,
  gates: readonly GateRow[],
  unlessDecided: Pick<LastEntry, 'afterGateDecisions'>,
  state: LiveRun,
  ctx: RunContext,
): Promise<boolean> {
  // From here on nothing that was held up begins in this process, unless the run stays with it.
  ctx.background.held.pause()
  // FIRE_AND_FORGET actions that continue need the run's lease. A waiting run has none: only child runs remain then.
  state.keepsLease = ending.status !== 'WAITING' && state.background.size > 0
  const isWritten = await ctx.journal.finish({
    ...unlessDecided,
    unlessAborted: ending.status !== 'CANCELLED',
    unlessInputPending: ending.status === 'COMPLETED',
    run: patchOf(ending, state, ctx),
    gates,
    events: eventsOfEnding(ending, gates, state, ctx),
  })
  if (!isWritten || state.keepsLease) ctx.background.held.resume()
  return isWritten
}

/**
 * Nobody decides any more at a gate of a stopped run, except at the gate of a fired action: that action continues without its
 * run, and ends with it only where the run is aborted (DAG-4).
 */
async function gatesLeft(
  { status }: Ending,
  { approvals }: LiveRun,
  ctx: RunContext,
): Promise<readonly FoundGate[]> {
  const { runs, run } = ctx
  // Counts since the last checkpoint of an earlier owner are unknown.
  if (approvals.gatesOpened === 0 && run.firstClaim) return []
  // A gate that was opened at the last moment may not be written yet: read too early, it would stay open for ever.
  await ctx.journal.durable()
  await ctx.background.journal.durable()
  const undecided = await runs.gates.undecided(run.id)
  return undecided.filter(({ isAboutFired }) => status === 'CANCELLED' || !isAboutFired)
}

/** Largest Int of GraphQL: 24.8 days in milliseconds. */
const maxInt = 2 ** 31 - 1

function patchOf(ending: Ending, state: LiveRun, ctx: RunCore): RunPatch {
  const { run, clock } = ctx
  const now = clock.now()
  const activeMs = Math.min(maxInt, run.activeMs + Math.max(0, clock.elapsed() - state.acquiredAt.elapsed))
  const completedAt = isTerminal(ending.status) ? new Date(now) : null
  return {
    status: ending.status,
    terminationReason: ending.reason,
    summary: ending.status === 'FAILED' ? partialSummary(state) || null : ending.summary,
    errorCode: ending.status === 'FAILED' ? ending.code : null,
    errorMessage: ending.status === 'FAILED' ? ending.error : null,
    costUsd: state.costUsd,
    loopState: toLoopState(
      // In the middle of its step nothing was decided about earlier events.
      ending.status === 'WAITING' && ending.isMidStep
        ? state
        : {
            ...state,
            finalSummary: null,
            announced: null,
            judgement: afterPause(state.judgement),
            partialAnswer: continuedAnew(state.partialAnswer),
          },
    ),
    // The gate has it from here on.
    ...(ending.status === 'WAITING' && { escalation: null }),
    activeMs,
    durationMs: activeMs,
    completedAt,
    ...(state.keepsLease ? {} : { leaseOwner: null, leaseKey: null }),
  }
}

/** The reason, the answer if there is one, and the final event. */
function eventsOfEnding(
  ending: Ending,
  gates: readonly GateRow[],
  state: LiveRun,
  ctx: RunCore,
): readonly NewEvent[] {
  // The log continues, so its followers wait too.
  if (ending.status === 'WAITING') return waitingEvents(ending, state)
  return [
    ...gates.map((gate) => gateResolved(gate, null)),
    ...announcement(ending, state),
    ...answerEvents(ending, state, ctx),
    finishEvent(ending, state),
  ]
}

const renderOrigin: Record<SecretOrigin, string> = {
  VALUE: 'a value that is known',
  FORM: 'the form of a credential',
  NAME: 'the name that it stands under',
}

/** Warns that an answer is not shown as the model gave it, and how the secret was found (TAS-7). */
function warningOfRedaction(answer: string, { secrets }: RunCore): readonly NewEvent[] {
  const origins = secrets.originsIn(answer)
  if (origins.length === 0) return []
  const how = origins.map((origin) => renderOrigin[origin]).join(' and ')
  const message = `The answer holds a secret, recognised by ${how}. Stored and shown data has a mark in its place.`
  return [{ type: 'Warning', stepNumber: null, data: { code: 'ANSWER_REDACTED', message } }]
}

/** The gates that open with it, and that the run waits from here on. A listener receives that once each time. */
function waitingEvents(
  { gates, held, isMidStep }: Ending & { status: 'WAITING' },
  state: LiveRun,
): readonly NewEvent[] {
  const stepNumber = isMidStep ? state.stepCount + 1 : state.stepCount || null
  return [
    ...gates.map((gate) => gateOpened(gate, stepNumber)),
    { type: 'RunWaiting', stepNumber, data: held },
  ]
}

function answerEvents(ending: Ending, state: LiveRun, ctx: RunCore): readonly NewEvent[] {
  if (ending.status !== 'COMPLETED') return []
  const data = { text: ending.summary }
  return [
    ...warningOfRedaction(ending.summary, ctx),
    { type: 'FinalAnswer', stepNumber: state.stepCount || null, data },
  ]
}

function finishEvent(ending: Exclude<Ending, { status: 'WAITING' }>, state: LiveRun): NewEvent {
  if (ending.status === 'FAILED') return runFailed(ending, state)
  return runCompleted({ status: ending.status, terminationReason: ending.reason }, state)
}

/**
 * Takes the messages that were sent to the run into its history, before a step begins: in their order, each once, as one commit with the
 * count of those taken, so that an owner that dies leaves either all or nothing of it (CTX-5). Not between a turn and the results of its
 * calls, nor between the parts of an answer, nor before an answer that was asked for without them: there they wait for the next step.
 */
export async function drainInputs(state: LiveRun, ctx: RunCore): Promise<void> {
  // Messages sent before the last step closed were seen by the write that closed it, or by the claim if there is no step yet. No turn is
  // requested while the previous one could still be lost, so a crash costs one answer at most.
  if (state.lastStep) await ctx.journal.durable()
  if (!state.inputPending || state.openStep?.actions) return
  if (state.openStep && (state.partialAnswer || state.batchedTurn)) return
  const waiting = await readWaiting(state, ctx)
  const inputs = ctx.recording?.due(waiting, state.inputsConsumed, state.stepCount + 1) ?? waiting
  if (inputs.length === 0) return
  const events: NewEvent[] = []
  const taken: Pick<UserMessage, 'text' | 'files'>[] = []
  for (const input of inputs) {
    const { sentBy = null, receivedAt } = input
    if (input.kind === 'CONFIDENCE_CHECK') {
      const data = { requestedBy: sentBy, receivedAt: receivedAt.toISOString() }
      events.push({ type: 'ConfidenceRequested', stepNumber: null, data })
      continue
    }
    // Messages of a replay come from a record, which has marks (TAS-7).
    const text = await ctx.secrets.revealText(input.text)
    const { files } = input
    taken.push({ text, ...(files && { files }) })
    events.push(inputInjected(text, sentBy, receivedAt))
  }
  const at = ctx.clock.now()
  const messages = taken.map((said) => addMessage(state, ctx.run, { role: 'user', ...said, at }, null))
  // Text that follows after a message is another answer (LOOP-10).
  if (taken.length > 0) state.partialAnswer = null
  if (taken.length < inputs.length) state.judgement = { ...state.judgement, isConfidenceAskedFor: true }
  state.inputsConsumed += inputs.length
  if (taken.length > 0) Object.assign(state, forNewMessage)
  ctx.journal.write({
    messages,
    run: { inputsConsumed: state.inputsConsumed, loopState: toLoopState(state) },
    events,
  })
}

/** Withdraws an answer that was given before a waiting message was read; false where none waits (CTX-5). */
async function reopenForInput(state: LiveRun, ctx: RunCore): Promise<boolean> {
  const waiting = await readWaiting(state, ctx)
  if (waiting.length === 0) return false
  state.inputPending = true
  state.answer = null
  // Criteria that were met before the message are judged again with it; otherwise the same end would be tried for ever.
  state.judgement = { ...state.judgement, criteria: null }
  return true
}

async function readWaiting(state: LiveRun, ctx: RunCore): Promise<readonly ReceivedInput[]> {
  // Notified first, read after: a message that comes in between notifies again.
  state.inputPending = false
  try {
    return await ctx.runs.readInputs(ctx.run.id, state.inputsConsumed)
  } catch (error) {
    throw new Stop('LEASE_LOST', 'The messages that were sent to the run cannot be read.', error)
  }
}

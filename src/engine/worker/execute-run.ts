import { isForOperator } from '../../domain/database-unavailable.ts'
import { type LogContext, reporterFor } from '../../domain/error-reporter.ts'
import { isRungraphError, messageOf } from '../../domain/errors.ts'
import type { StateEdits } from '../../domain/run-history.ts'
import type { ClaimedRun, StoredState } from '../../domain/run-store.ts'
import { type TracedEnding, untraced } from '../../domain/tracer.ts'
import { toWordId } from '../../domain/word-id.ts'
import { type FiredEnding, settleFired, whenSettled } from '../actions/settle-fired.ts'
import { watchHeld } from '../gates/held-watch.ts'
import { openingMessage, stageAt } from '../judge/flow.ts'
import { abortedEnding, type Ending } from '../loop/conclude.ts'
import { finishRun } from '../loop/finish-run.ts'
import { runAgent } from '../loop/run-agent.ts'
import { abandonStep } from '../loop/step.ts'
import { noteUnlimited } from '../model/reserve-budget.ts'
import { againstRecord } from '../replay/recorded-run.ts'
import { guardStores } from '../run/guarded-stores.ts'
import { createJournal, type JournalOptions, OwnerEntries } from '../run/journal.ts'
import { toLoopState } from '../run/loop-state.ts'
import { revealRun, revealStored } from '../run/reveal-stored.ts'
import { createSpawnGate, type EngineServices, type RunContext, type RunCore } from '../run/run-context.ts'
import { createRunSecrets } from '../run/run-secrets.ts'
import { addMessage, type LiveRun, restoreState } from '../run/run-state.ts'
import { Stop, stopOf } from '../stop.ts'
import { readCapabilities, runTools } from '../tools/offered-tools.ts'
import { type BrokenRun, begunStatuses, crashLoopError, endBroken, isInCrashLoop } from './end-broken.ts'

/**
 * State in which an execution left its run: finished; ended earlier, with its FIRE_AND_FORGET actions settled as far as this process could;
 * released for another worker to claim at once; or fenced, because another worker owns it.
 */
export type RunRelease = 'finished' | 'settled' | 'released' | 'fenced' | 'refused'

export interface Execution {
  /** Aborts with a Stop: the run's work ends at once. */
  readonly controller: AbortController
  /** Aborted when the process is about to end. */
  readonly draining: AbortSignal
  /** Gets an `input` event when a message may wait for the run (CTX-5), an `escalation` that says why a human is to look at it (LIM-8). */
  readonly inputs: EventTarget
  /** Called when a write renewed the lease, with the time of the monotonic clock before it was sent. */
  readonly onRenewed: (askedAt: number) => void
  /** Called when the run waits and the children that it fired are still running: no lease holds it any more. */
  readonly onFinished: () => void
  /** Called when the run begins to wait for a child run, and when that wait ends. Another run may use its slot in between. */
  readonly onSlotChanged: (change: 'yielded' | 'taken back') => void
}

/**
 * Executes a claimed run until it ends or must be released. Never throws: a failure ends the run, or leaves it to be claimed again
 * when the lease ends.
 */
export async function executeRun(
  claimed: ClaimedRun,
  execution: Execution,
  services: EngineServices,
): Promise<RunRelease> {
  const release = await executeHeld(claimed, execution, services)
  if (release !== 'fenced' && release !== 'refused') return release
  const isAborted = claimed.abortRequested || stopOf(execution.controller.signal)?.kind === 'ABORTED'
  const ending = await tryToEndBroken({ ...claimed, abortRequested: isAborted }, services)
  return ending === 'fenced' ? release : ending
}

/** An abort and a crash loop end a run also where its state cannot be restored or written. Never throws. */
export async function tryToEndBroken(
  run: BrokenRun,
  services: EngineServices,
): Promise<'finished' | 'fenced'> {
  try {
    return (await endBroken(run, services)) ? 'finished' : 'fenced'
  } catch (error) {
    services.report(`Run ${toWordId('run', run.id)} could not be ended.`, error, logContextOf(run))
    return 'fenced'
  }
}

async function executeHeld(
  claimed: ClaimedRun,
  { controller, draining, inputs, onRenewed, onFinished, onSlotChanged }: Execution,
  base: EngineServices,
): Promise<RunRelease> {
  const trace = (base.tracer ?? untraced).begin(claimed)
  const report = reporterFor(base.report, { ...logContextOf(claimed), ...trace.ids })
  const services = guardStores({ ...base, report }, (stop) => controller.abort(stop))
  const secrets = createRunSecrets({
    scope: claimed,
    mode: claimed.agent.definition.redaction,
    redactor: base.redactor,
    vault: base.vault,
    store: services.runs.secrets,
    newId: base.newId,
  })
  let run = claimed
  let state: LiveRun | null = null
  let inputNoted = false
  const noteInput = () => {
    inputNoted = true
    if (state) state.inputPending = true
  }
  const noteEscalation = (why: string) => {
    if (state) state.escalation = why
  }
  listen(inputs, noteInput, noteEscalation)
  const abort = () => controller.abort(new Stop('ABORTED', 'The run was aborted.'))
  const entries = new OwnerEntries()
  const open = (from: JournalOptions['from']) =>
    createJournal({
      entries,
      log: base.log,
      run: { runId: run.id, epoch: run.epoch, crashesSinceProgress: run.crashesSinceProgress },
      from,
      secrets,
      onLost: (stop) => controller.abort(stop),
      onRenewed,
      onAbortRequested: abort,
      onInputPending: noteInput,
      onEscalated: noteEscalation,
    })
  const lease = { runId: run.id, epoch: run.epoch }
  const { signal } = controller
  const heldFired = watchHeld({ ...services, run, signal, draining })
  const background = { signal, journal: open(begunStatuses), held: heldFired }
  const journal = run.isEnded ? background.journal : open(['RUNNING'])
  const withSlotYielded = yieldSlotWith(onSlotChanged)
  const spawnGate = createSpawnGate()
  try {
    run = await revealRun(claimed, secrets)
    // Values that the caller gave under the name of a secret are known from here on.
    secrets.redactor.value(run.context)
    const held = { run, journal, background, spawnGate, trace, secrets }
    const own = { ...services, ...held, draining, withSlotYielded, signal }
    const capabilities = await readCapabilities(run.projectId, run.agent.definition, services)
    const ctx = await againstRecord({ ...own, capabilities, tools: runTools(capabilities, run, services) })
    const now = services.clock.now()
    const stored = await revealStored(await services.runs.restore(run), secrets)
    state = restoreState(run, stored, { now, elapsed: services.clock.elapsed() })
    noteUnlimited(run, ctx.budgets)
    // Reservations of an earlier owner are booked as spent, because nobody will settle them (LIM-9).
    if (!run.firstClaim) await ctx.budgets.recover(lease)
    state.inputPending ||= inputNoted
    if (run.abortRequested) abort()
    if (!run.isEnded) recordBeginning(state, stored, ctx)
    await settleFired(stored.fired, endingOfFired(ctx), state, ctx)
    const release = run.isEnded ? 'settled' : await untilReleased(state, ctx)
    if (release === 'fenced') throw new Stop('LEASE_LOST', 'Another process owns the run.')
    trace.end(release === 'settled' ? 'released' : release)
    if (release === 'finished' && !state.keepsLease) onFinished()
    // Two processes must not execute it at once: the run is released when this one has stopped all its work on it (DUR-2, DUR-4).
    await whenSettled(state)
    heldFired.close()
    await background.journal.durable()
    return release === 'finished' && state.keepsLease ? 'settled' : release
  } catch (error) {
    trace.end('fenced')
    const cause = stopOf(controller.signal)?.cause ?? error
    report(`Run ${toWordId('run', run.id)} was abandoned.`, cause)
    controller.abort(error instanceof Stop ? error : new Stop('LEASE_LOST', 'The run was abandoned.', error))
    if (state) await whenSettled(state)
    await entries.end()
    return isForOperator(cause) ? 'refused' : 'fenced'
  } finally {
    heldFired.close()
  }
}

function listen(inputs: EventTarget, onInput: () => void, onEscalation: (why: string) => void): void {
  inputs.addEventListener('input', onInput)
  inputs.addEventListener('escalation', (event) => {
    if (event instanceof CustomEvent) onEscalation(String(event.detail))
  })
}

/** Fields by which log lines about a run are found. */
export function logContextOf({
  id,
  projectId,
  agent,
}: Pick<ClaimedRun, 'id' | 'projectId'> & { readonly agent: { readonly slug: string } }): LogContext {
  return { runId: id, projectId, agent: agent.slug }
}

/** Several actions of a run may wait at once; the run yields its slot while any does. */
function yieldSlotWith(onSlotChanged: Execution['onSlotChanged']): RunContext['withSlotYielded'] {
  let waits = 0
  return async (wait) => {
    if (waits++ === 0) onSlotChanged('yielded')
    try {
      return await wait()
    } finally {
      if (--waits === 0) onSlotChanged('taken back')
    }
  }
}

/** Ending of FIRE_AND_FORGET actions that are not performed: those of an aborted run, and those that crash their workers (RUN-3). */
function endingOfFired({ run, signal }: RunCore): FiredEnding | null {
  const stop = stopOf(signal)
  if (stop) return { kind: 'stopped', stop }
  return isInCrashLoop(run) ? { kind: 'failed', ...crashLoopError(run) } : null
}

/** Goes on for as long as its answers are withdrawn for messages that came before them (CTX-5). */
async function untilReleased(state: LiveRun, ctx: RunContext): Promise<Exclude<RunRelease, 'refused'>> {
  for (;;) {
    const ending = await runToEnding(state, ctx)
    if (!ending) {
      // Pending entries are written before another owner continues.
      await ctx.journal.durable()
      // One that lost its lease counts as a death: the run itself may be the cause.
      return stopOf(ctx.signal)?.kind === 'LEASE_LOST' ? 'fenced' : 'released'
    }
    const finish = await finishRun(ending, state, ctx)
    if (finish === 'finished') ctx.trace.finished(tracedEnding(ending))
    if (finish === 'released') await ctx.journal.durable()
    if (finish !== 'reopened') return finish
  }
}

function tracedEnding(ending: Ending): TracedEnding {
  const { status, reason } = ending
  return { status, reason, error: status === 'FAILED' ? ending.code : null }
}

/** Returns the ending of the run; `null` if it does not end here. */
async function runToEnding(state: LiveRun, ctx: RunContext): Promise<Ending | null> {
  try {
    if (ctx.run.abortRequested) return await abortedEnding(state, ctx)
    if (isInCrashLoop(ctx.run)) return crashLoopEnding(state, ctx)
    const ending = await runAgent(state, ctx)
    const divergence = ctx.recording?.divergence()
    return divergence ? failedEnding(divergence, state, ctx) : ending
  } catch (error) {
    const stop = stopOf(ctx.signal) ?? (error instanceof Stop ? error : null)
    if (stop?.kind === 'ABORTED') return abortedEnding(state, ctx)
    return stop ? null : failedEnding(ctx.recording?.divergence() ?? error, state, ctx)
  }
}

/**
 * Records the start of the run, or its recovery, before the first model call: its row is RUNNING since the claim (RUN-1). Discards text
 * that an earlier owner began to stream and could not end.
 */
function recordBeginning(state: LiveRun, stored: StoredState, ctx: RunCore): void {
  const { run, journal } = ctx
  if (run.hasNoEvents) {
    const data = { agentName: run.agent.definition.name, maxSteps: run.effectiveLimits.maxSteps.value }
    const { definition } = run.agent
    const text = openingMessage(run.input, definition)
    const { inputFiles: files } = run
    const opening = { role: 'user', text, ...(files && { files }), at: state.acquiredAt.now } as const
    // A run that takes over a history has its first message.
    const messages = stored.nextPosition > 0 ? [] : [addMessage(state, run, opening, null)]
    const stage = stageAt(state.flow, definition)
    journal.write({
      messages,
      events: [
        { type: 'RunStarted', stepNumber: null, data },
        ...(run.edits ? [stateEdited(run.edits)] : []),
        ...(stage ? [{ type: 'StageStarted', stepNumber: null, data: stage } as const] : []),
      ],
    })
  } else if (run.recovered) {
    journal.write({
      events: [{ type: 'RunRecovered', stepNumber: null, data: { recoveries: run.recoveries } }],
    })
  }
  for (const { messageId, stepNumber } of stored.dangling) {
    const turn = state.batchedTurn
    // The answer of a batch is read again, and nothing follows in a message that is discarded.
    const isReadAgain = turn !== null && messageId === (turn.messageId ?? turn.callId)
    if (isReadAgain) state.batchedTurn = { ...turn, messageId: ctx.newId() }
    journal.write({
      ...(isReadAgain && { run: { loopState: toLoopState(state) } }),
      events: [{ type: 'AttemptDiscarded', stepNumber, data: { messageId, reason: 'RECOVERY' } }],
    })
  }
}

function stateEdited({ context: contextEdited, messages: editedMessages, droppedFrom }: StateEdits) {
  const data = { contextEdited, editedMessages, droppedFrom }
  return { type: 'StateEdited', stepNumber: null, data } as const
}

function crashLoopEnding(state: LiveRun, ctx: RunCore): Ending {
  const { code, error } = crashLoopError(ctx.run)
  abandonStep(new Stop('ABORTED', error), state, ctx)
  return { status: 'FAILED', reason: 'ERROR', code, error }
}

function failedEnding(error: unknown, state: LiveRun, ctx: RunCore): Ending {
  abandonStep(new Stop('ABORTED', messageOf(error)), state, ctx)
  if (
    isRungraphError(error) &&
    (error.code === 'MODELS_EXHAUSTED' ||
      error.code === 'ANSWER_REFUSED' ||
      error.code === 'ANSWER_TOO_LARGE')
  ) {
    return { status: 'FAILED', reason: 'MODELS_EXHAUSTED', code: error.code, error: error.message }
  }
  // An error of the table is a failure of the run and is recorded there.
  if (!isRungraphError(error)) ctx.report(`Run ${toWordId('run', ctx.run.id)} failed.`, error)
  const code = isRungraphError(error) ? error.code : 'RUN_FAILED'
  // Foreign errors may contain anything: the caller gets a sentence, the operator the whole error.
  const message = isRungraphError(error)
    ? error.message
    : 'The engine met an unexpected error. See the server log for this run.'
  ctx.journal.write({
    events: [{ type: 'ErrorOccurred', stepNumber: state.stepCount || null, data: { code, message } }],
  })
  return { status: 'FAILED', reason: 'ERROR', code, error: message }
}

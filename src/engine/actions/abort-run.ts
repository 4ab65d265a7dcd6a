import { type AgentDefinition, runBounds } from '../../domain/agent.ts'
import { isRungraphError, RungraphError } from '../../domain/errors.ts'
import type { AbortRun } from '../../domain/operations.ts'
import { isTerminal } from '../../domain/run.ts'
import type { AbortRequest, RunSummary } from '../../domain/run-store.ts'
import { topics } from '../../domain/wakeups.ts'
import { checkText } from '../check-input.ts'
import { continued, wakeWaiting } from '../gates/open-gate.ts'
import type { EngineServices, RunContext } from '../run/run-context.ts'
import { runCompleted, terminating } from '../run/run-state.ts'
import { stopOf } from '../stop.ts'

/** Time for which the caller waits for the owner to stop. After it, the answer says that the run is still stopping. */
const timeoutMs = 1_000

type Services = Pick<EngineServices, 'runs' | 'log' | 'clock' | 'wakeups'>

/** Stops a run and all below it, as a caller asks; a parent that waits for it continues (RUN-4). */
export async function abortRun(
  { reason, ...call }: AbortRun,
  services: Services & Pick<EngineServices, 'redactor'>,
): Promise<{ readonly runId: string }> {
  const { id, parentId, rootId } = await stopRun(
    { ...call, reason: readAbortReason(reason, services) },
    services,
  )
  if (parentId !== null) await wakeWaiting(rootId, services)
  return { runId: id }
}

/** The same for a run that may end on its own meanwhile: then `null`. Its parents are not notified. */
export async function abortIfLive(call: StopCall, services: Services): Promise<RunSummary | null> {
  try {
    return await stopRun(call, services)
  } catch (error) {
    if (!isRungraphError(error) || error.code !== 'ILLEGAL_TRANSITION') throw error
    return null
  }
}

/** The same without waiting for the owner of an active run to stop it: resolves when the request is durable. */
export async function abortSoon(call: AbortRun, services: Services): Promise<void> {
  const run = await abortIfLive({ ...call, untilFinished: false }, services)
  if (run && run.parentId !== null) await wakeWaiting(run.rootId, services)
}

/** A reason as it is stored. @throws INVALID_INPUT */
export function readAbortReason(
  reason: string | undefined,
  { redactor }: Pick<EngineServices, 'redactor'>,
): string | undefined {
  if (reason === undefined) return undefined
  checkText('reason', reason, runBounds.maxReasonBytes)
  return redactor.text(reason)
}

/** A run to stop. */
interface StopCall extends AbortRun {
  /** Whether to wait for the owner of an active run. Default: true. */
  readonly untilFinished?: boolean
}

/**
 * Ends every active run below one, in rounds; true when all have stopped, false where `isOver` says after a round that
 * this is no longer to be waited for. PAUSED ones stay as they are: nobody resumes a child.
 */
async function abortDescendants(
  { rootId, ...call }: AbortRun & { readonly rootId: string },
  services: Services,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  for (;;) {
    const live = await services.runs.liveDescendants(rootId, call.runId)
    if (live.length === 0) return true
    await Promise.all(live.map((id) => abortIfLive({ ...call, runId: id }, services)))
    if (isOver()) return false
  }
}

/** Stops a run in any status: an inactive one here, with the gates that it waits at; an active one through its owner (RUN-7). */
async function stopRun(call: StopCall, services: Services): Promise<RunSummary> {
  for (;;) {
    const run = await services.runs.find(call.projectId, call.runId)
    if (!run) throw new RungraphError('NOT_FOUND', { kind: 'run' })
    if (isTerminal(run.status)) throw notStopped(run, 'it has ended already.')
    // Nothing of a tree may come after the tree's end, whenever that is (SUB-3).
    if (run.status === 'PAUSED' && run.parentId !== null)
      throw notStopped(
        run,
        'it is a child run, and its parent continued without it: nothing of it is running.',
      )
    // Its status may change between read and write: then read again.
    if (await stopAs(run, call, services)) return run
  }
}

function notStopped({ status: from }: RunSummary, remedy: string): RungraphError {
  return new RungraphError('ILLEGAL_TRANSITION', { from, to: 'CANCELLED', remedy })
}

async function stopAs(run: RunSummary, call: StopCall, services: Services): Promise<boolean> {
  if (run.status !== 'RUNNING' && run.status !== 'WAITING') return cancelInactive(call, run, services)
  // From here on the run starts nothing and can only end as aborted, even if this process dies.
  const found = await services.runs.requestAbort(run.id, call.reason ?? null, call.by)
  if (found === null) return false
  if (found === 'WAITING') await requeueWaiting(run.id, services)
  return call.untilFinished === false || untilOwnerStops(call, services)
}

/**
 * A waiting run is in the middle of its work. The next owner ends its calls, closes its gates and stops the runs below it,
 * as the owner of a running one does (SUB-3). Somebody else may have sent it on.
 */
async function requeueWaiting(runId: string, { log, wakeups }: Services): Promise<void> {
  await log.commit({ runId, epoch: null, from: ['WAITING'], run: continued, events: [] })
  wakeups.publish(topics.queue)
}

/** A run that nobody holds and that is in the middle of nothing ends at once, without an owner. */
async function cancelInactive(
  call: AbortRun,
  run: RunSummary,
  { log, clock, wakeups }: Services,
): Promise<boolean> {
  const now = new Date(clock.now())
  const request = abortRequestOf(run, call, now)
  const outcome = await log.commit({
    runId: run.id,
    epoch: null,
    from: ['QUEUED', 'PAUSED'],
    run: {
      status: 'CANCELLED',
      terminationReason: 'ABORTED',
      // Its FIRE_AND_FORGET actions are stopped by the process that performs them, or by the next owner.
      ...request,
      durationMs: run.startedAt ? run.activeMs : null,
      completedAt: now,
    },
    events: [
      terminating('ABORTED', null, request),
      runCompleted({ status: 'CANCELLED', terminationReason: 'ABORTED' }, run),
    ],
  })
  wakeups.publish(topics.control(run.id))
  return outcome.kind === 'written'
}

/** An abort of the tree reached a queued child before its parent stops it: that one counts. */
function abortRequestOf(
  { abortRequestedAt, abortReason, abortedBy }: RunSummary,
  call: AbortRun,
  now: Date,
): AbortRequest {
  if (abortRequestedAt !== null) return { abortRequestedAt, abortReason, abortedBy }
  return { abortRequestedAt: now, abortReason: call.reason ?? null, abortedBy: call.by ?? null }
}

/**
 * Waits for the run to leave RUNNING, for as long as the caller's patience lasts. False where the database has lost what was waited for
 * (EVT-10), perhaps with the request.
 */
async function untilOwnerStops(
  { projectId, runId }: AbortRun,
  { runs, log, clock }: Services,
): Promise<boolean> {
  const finished = new AbortController()
  const timeout = clock.sleep(timeoutMs, finished.signal).then(
    () => finished.abort(),
    () => undefined, // it finished in time
  )
  try {
    // Near the end of the log: earlier events do not matter here.
    const after = (await runs.find(projectId, runId))?.lastSeq ?? 0
    for await (const _event of log.follow(runId, {
      after: Math.max(0, after - 1),
      signal: finished.signal,
    })) {
      // The log ends when the run stops.
    }
  } catch (error) {
    if (!isRungraphError(error) || error.code !== 'CURSOR_INVALID') throw error
    return false
  } finally {
    finished.abort()
  }
  await timeout
  return true
}

/** Whether all descendants have stopped, or why the run goes to another owner first. */
export type DescendantsOutcome = 'stopped' | 'released' | 'fenced'

/**
 * Ends every active run below this one, and resolves when all have stopped: before this run's own last event, so that
 * nothing of its tree comes after it (SUB-3). From here on the run starts no others. Its place is another's meanwhile: the owner of
 * the owner of a descendant may have crashed, and its next owner needs a slot.
 */
export async function stopDescendants(reason: string, ctx: RunContext): Promise<DescendantsOutcome> {
  const { run, spawnGate, withSlotYielded, draining } = ctx
  if (!mayHaveChildren(run.agent.definition)) return 'stopped'
  await spawnGate.close()
  const call = { projectId: run.projectId, runId: run.id, rootId: run.rootId, reason }
  const isLost = () => stopOf(ctx.signal)?.kind === 'LEASE_LOST'
  // A process that is about to end does not claim again the runs that it released.
  const isOver = () => isLost() || draining.aborted
  if (await withSlotYielded(() => abortDescendants(call, ctx, isOver))) return 'stopped'
  return isLost() ? 'fenced' : 'released'
}

function mayHaveChildren({ subagents, specialists, workflows }: AgentDefinition): boolean {
  return subagents.length + specialists.length + workflows.length > 0
}

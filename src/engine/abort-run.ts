import { runBounds } from '../domain/agent.ts'
import { RungraphError } from '../domain/errors.ts'
import type { AbortRun } from '../domain/operations.ts'
import { isFinal } from '../domain/run.ts'
import type { RunSummary } from '../domain/run-store.ts'
import { topics } from '../domain/wakeups.ts'
import { checkText } from './check-text.ts'
import type { EngineServices } from './run-context.ts'
import { usageOf } from './run-state.ts'

/** How long the caller waits for the owner to stop, before the answer says that the run still is stopping. */
const patienceMs = 1_000

type Services = Pick<EngineServices, 'runs' | 'log' | 'clock' | 'wakeups'>

/** Stops a run wherever it is: a resting one here, one under way through its owner, one that waits through whoever takes it up (RUN-4, RUN-7). */
export async function abortRun(call: AbortRun, services: Services): Promise<{ readonly runId: string }> {
  if (call.reason !== undefined) checkText('reason', call.reason, runBounds.maxReasonBytes)
  for (;;) {
    const run = await services.runs.find(call.projectId, call.runId)
    if (!run) throw new RungraphError('NOT_FOUND', { kind: 'run' })
    if (isFinal(run.status)) {
      throw new RungraphError('ILLEGAL_TRANSITION', {
        from: run.status,
        to: 'CANCELLED',
        hint: 'It has ended already.',
      })
    }
    // Its status may change between the look and the deed: then look again.
    const stopped = await stop(call, run, services)
    if (stopped) return { runId: run.id }
  }
}

function stop(call: AbortRun, run: RunSummary, services: Services): Promise<boolean> {
  if (run.status === 'RUNNING') return stopOwner(call, services)
  return run.status === 'WAITING' ? stopWaiting(call, services) : cancelResting(call, run, services)
}

/** A run that nobody holds and that is in the middle of nothing ends at once, without an owner. */
async function cancelResting(call: AbortRun, run: RunSummary, { log, clock }: Services): Promise<boolean> {
  const now = new Date(clock.now())
  const outcome = await log.commit({
    runId: run.id,
    epoch: null,
    from: ['QUEUED', 'PAUSED'],
    run: {
      status: 'CANCELLED',
      terminationReason: 'ABORTED',
      abortReason: call.reason ?? null,
      durationMs: run.startedAt ? run.activeMs : null,
      completedAt: now,
      settledAt: now,
    },
    events: [
      { type: 'Terminating', stepNumber: null, data: { reason: 'ABORTED' } },
      {
        type: 'RunCompleted',
        stepNumber: null,
        data: {
          status: 'CANCELLED',
          reason: 'ABORTED',
          totalSteps: run.stepCount,
          totalActions: run.actionCount,
          usage: usageOf(run),
        },
      },
    ],
  })
  return outcome.kind === 'written'
}

/**
 * A run that waits is in the middle of its work: whoever takes it up ends its calls, closes its gates and stops the runs below it,
 * as the owner of a running one does (SUB-3).
 */
async function stopWaiting(call: AbortRun, services: Services): Promise<boolean> {
  const now = new Date(services.clock.now())
  const outcome = await services.log.commit({
    runId: call.runId,
    epoch: null,
    from: ['WAITING'],
    run: {
      status: 'RUNNING',
      terminationReason: null,
      resumedAt: null,
      abortRequestedAt: now,
      abortReason: call.reason ?? null,
    },
    events: [],
  })
  if (outcome.kind === 'refused') return false
  services.wakeups.publish(topics.queue)
  await untilRested(call, services)
  return true
}

async function stopOwner(call: AbortRun, services: Services): Promise<boolean> {
  if (!(await services.runs.requestAbort(call.runId, call.reason ?? null))) return false
  await untilRested(call, services)
  return true
}

/** Waits for the run to leave RUNNING, for as long as the caller's patience lasts. */
async function untilRested({ projectId, runId }: AbortRun, { runs, log, clock }: Services): Promise<void> {
  const enough = new AbortController()
  const patience = clock.sleep(patienceMs, enough.signal).then(
    () => enough.abort(),
    () => undefined, // it rested in time
  )
  // Near the end of the log: what came before is of no interest here.
  const after = (await runs.find(projectId, runId))?.lastSeq ?? 0
  for await (const _event of log.follow(runId, { after: Math.max(0, after - 1), signal: enough.signal })) {
    // The log ends by itself when the run rests.
  }
  enough.abort()
  await patience
}

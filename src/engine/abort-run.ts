import { runBounds } from '../domain/agent.ts'
import { RungraphError } from '../domain/errors.ts'
import type { AbortRun } from '../domain/operations.ts'
import { isFinal, statusesBefore } from '../domain/run.ts'
import type { RunSummary } from '../domain/run-store.ts'
import { checkText } from './check-text.ts'
import type { EngineServices } from './run-context.ts'
import { usageOf } from './run-state.ts'

/** How long the caller waits for the owner to stop, before the answer says that the run still is stopping. */
const patienceMs = 1_000

type Services = Pick<EngineServices, 'runs' | 'log' | 'clock'>

/** Stops a run wherever it is: a resting one here, with the gates that it waits at, a running one through its owner (RUN-4, RUN-7). */
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
    const stopped =
      run.status === 'RUNNING' ? await stopOwner(call, services) : await cancelResting(call, run, services)
    if (stopped) return { runId: run.id }
  }
}

async function cancelResting(
  call: AbortRun,
  run: RunSummary,
  { runs, log, clock }: Services,
): Promise<boolean> {
  const now = new Date(clock.now())
  const gates = run.status === 'WAITING' ? await runs.gates.open(run.id) : []
  const outcome = await log.commit({
    runId: run.id,
    // It rests as it did when it was read: at these gates, and no others.
    epoch: run.epoch,
    from: statusesBefore('CANCELLED').filter((status) => status !== 'RUNNING'),
    run: {
      status: 'CANCELLED',
      terminationReason: 'ABORTED',
      abortReason: call.reason ?? null,
      durationMs: run.startedAt ? run.activeMs : null,
      completedAt: now,
      settledAt: now,
    },
    gates: gates.map((gate) => ({ ...gate, status: 'CANCELLED', resolvedAt: now })),
    events: [
      ...gates.map(
        ({ id: gateId }) => ({ type: 'GateResolved', stepNumber: null, data: { gateId } }) as const,
      ),
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

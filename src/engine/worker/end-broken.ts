import { describe } from '../../domain/errors.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ActionRow, RunCommit, StepRow } from '../../domain/run-log.ts'
import type { ClaimedRun, OpenWork, RunSummary } from '../../domain/run-store.ts'
import { abortSoon } from '../actions/abort-run.ts'
import { closedGate, gateResolved, wakeWaiting } from '../gates/open-gate.ts'
import { interruption } from '../run/action-result.ts'
import type { EngineServices } from '../run/run-context.ts'
import { runCompleted, runFailed, terminating } from '../run/run-state.ts'
import { Stop } from '../stop.ts'

/** A run whose owners die this often without completing a step is not given to yet another. */
const maxCrashesWithoutProgress = 5

/** Every status in which a run may have fired something. */
export const begunStatuses = ['RUNNING', 'WAITING', 'PAUSED', 'COMPLETED', 'FAILED', 'CANCELLED'] as const

/** What the row of a run alone says. */
export type BrokenRun = Pick<
  ClaimedRun,
  | 'id'
  | 'epoch'
  | 'projectId'
  | 'rootId'
  | 'parentId'
  | 'isEnded'
  | 'crashesSinceProgress'
  | 'abortRequested'
  | 'activeMs'
  | 'effectiveLimits'
> & { readonly agent: Pick<ClaimedRun['agent'], 'slug'> }

type Services = Pick<EngineServices, 'runs' | 'log' | 'budgets' | 'clock' | 'wakeups' | 'report'>

/** Whether the deaths of its owners are to end it (RUN-3). */
export function isInCrashLoop({ crashesSinceProgress }: Pick<ClaimedRun, 'crashesSinceProgress'>): boolean {
  return crashesSinceProgress > maxCrashesWithoutProgress
}

/** The end of a run in a crash loop. */
export function crashLoopError({ crashesSinceProgress: deaths }: Pick<ClaimedRun, 'crashesSinceProgress'>) {
  return { code: 'CRASH_LOOP', error: describe('CRASH_LOOP', { deaths }) } as const
}

/**
 * Ends a run that is to end and could not: its state cannot be restored, or what the loop writes is refused. Its row, its log and its open
 * work are all that this reads, so that an abort and a crash loop end any run (RUN-3, RUN-4). The lease must be held, and nothing of this
 * owner may be in flight. False: it is not to end yet, or another process owns it. Rejects if the database fails.
 */
export async function endBroken(run: BrokenRun, services: Services): Promise<boolean> {
  if (!run.abortRequested && !isInCrashLoop(run)) return false
  const { runs, log, budgets } = services
  const held = { runId: run.id, epoch: run.epoch }
  const failure = run.abortRequested ? null : crashLoopError(run)
  const reason = failure?.error ?? 'The run was aborted.'
  // Nobody is asked to stop in vain: a process that lost the run is refused here.
  if ((await log.commit({ ...held, from: begunStatuses, events: [] })).kind === 'refused') return false
  for (const runId of await runs.liveDescendants(run.rootId, run.id))
    await abortSoon({ projectId: run.projectId, runId, reason }, services)
  // Its own reservations too: nobody will settle them.
  await budgets.recover({ ...held, epoch: run.epoch + 1 })
  const summary = await runs.find(run.projectId, run.id)
  if (!summary) return false
  const work = closeOpenWork(await runs.openWork(run.id), reason, new Date(services.clock.now()))
  const ending = run.isEnded
    ? commitOfFiredEnd(work)
    : await commitOfRunEnd(run, { failure, work, summary }, services)
  if ((await log.commit({ ...held, ...ending })).kind === 'refused') return false
  if (run.parentId !== null) await wakeWaiting(run.rootId, services)
  return true
}

type LastCommit = Omit<RunCommit, 'runId' | 'epoch'>

interface Facts {
  readonly failure: ReturnType<typeof crashLoopError> | null
  readonly work: ClosedWork
  readonly summary: RunSummary
}

async function commitOfRunEnd(
  run: BrokenRun,
  { failure, work, summary }: Facts,
  { runs, clock }: Services,
): Promise<LastCommit> {
  const now = new Date(clock.now())
  const gates = (await runs.gates.open(run.id)).map((gate) => closedGate(gate, now))
  const activeMs = Math.round(run.activeMs)
  const reason = failure ? 'ERROR' : 'ABORTED'
  return {
    from: ['RUNNING'],
    run: {
      ...{ status: failure ? 'FAILED' : 'CANCELLED', terminationReason: reason },
      ...(failure && { errorCode: failure.code, errorMessage: failure.error }),
      ...{ activeMs, durationMs: activeMs, completedAt: now, leaseOwner: null, leaseKey: null },
    },
    ...{ steps: work.steps, actions: work.actions, gates },
    events: [
      ...(summary.lastSeq === 0 ? [runStarted(run)] : []),
      ...work.events,
      ...gates.map((gate) => gateResolved(gate, null)),
      failure ? terminating('ERROR', null) : terminating('ABORTED', null, summary),
      failure
        ? runFailed(failure, summary)
        : runCompleted({ status: 'CANCELLED', terminationReason: 'ABORTED' }, summary),
    ],
  }
}

/** The run itself ended before: it was claimed for its FIRE_AND_FORGET actions (DAG-4). */
function commitOfFiredEnd({ steps, actions, events }: ClosedWork): LastCommit {
  return { from: begunStatuses, run: { leaseOwner: null, leaseKey: null }, steps, actions, events }
}

interface ClosedWork extends Pick<RunCommit, 'events'> {
  readonly steps: readonly StepRow[]
  readonly actions: readonly ActionRow[]
}

/** Ends each action as an abort does, then each step. */
function closeOpenWork({ actions, steps }: OpenWork, reason: string, completedAt: Date): ClosedWork {
  const stop = new Stop('ABORTED', reason)
  const ended = actions.map(({ stepNumber, action }) => {
    const { id: actionId, name, attempt } = action
    if (action.status === 'PENDING') {
      const row: ActionRow = { ...action, status: 'SKIPPED', error: reason, completedAt }
      const event: NewEvent = { type: 'ActionSkipped', stepNumber, data: { actionId, name, reason } }
      return { row, event }
    }
    const [errorCode, error] = interruption(action, stop)
    const row: ActionRow = { ...action, status: 'CANCELLED', error, errorCode, completedAt }
    const event: NewEvent = {
      ...{ type: 'ActionFailed', stepNumber },
      data: { actionId, name, error, errorCode, attempt },
    }
    return { row, event }
  })
  const completed = steps.map(({ succeeded, step }) => {
    const { number: stepNumber, progress } = step
    const row: StepRow = { ...step, success: false, error: reason, completedAt }
    const event: NewEvent = {
      ...{ type: 'StepCompleted', stepNumber },
      data: { actionsCompleted: succeeded, progress },
    }
    return { row, event }
  })
  return {
    actions: ended.map(({ row }) => row),
    steps: completed.map(({ row }) => row),
    events: [...ended, ...completed].map(({ event }) => event),
  }
}

function runStarted({ agent, effectiveLimits }: BrokenRun): NewEvent {
  const data = { agentName: agent.slug, maxSteps: effectiveLimits.maxSteps.value }
  return { type: 'RunStarted', stepNumber: null, data }
}

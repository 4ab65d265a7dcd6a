import { RungraphError } from '../../domain/errors.ts'
import type { ReplayRun, RetryRun } from '../../domain/operations.ts'
import type { RunStatus } from '../../domain/run.ts'
import type { EngineServices } from '../run/run-context.ts'
import { resetLimits, runLike, startOf } from './starting-point.ts'
import { interrupt } from './trigger-run.ts'

type Services = Pick<EngineServices, 'runs' | 'newId' | 'log' | 'clock' | 'wakeups'>

/**
 * Starts a run anew (RUN-9): the same version of its agent, the same input, context, plan and session, and its limits as they were
 * triggered. A paused run may be retried too: it stays paused. A fork is retried from where it began.
 */
export async function retryRun(call: RetryOnce, services: Services): Promise<{ readonly runId: string }> {
  const { projectId, runId, idempotencyKey = null } = call
  const source = await services.runs.history.find(projectId, runId)
  if (!source) throw new RungraphError('NOT_FOUND', { kind: 'run' })
  refuseUnfinished(source.status, 'retried')
  const { agent, sessionKey, effectiveLimits } = source
  const id = services.newId()
  // A new run of a session reads the session as it is now.
  const { stepNumber, context, ...begun } = source.start
    ? await startOf(source, id, services.runs.history)
    : { stepNumber: 0, context: source.givenContext, checkpoint: null, messages: [], view: null }
  const stored = await services.runs.insert({
    ...runLike(source, id, call),
    ...{ sessionKey, context, idempotencyKey },
    busySession: agent.definition.busySession,
    effectiveLimits: resetLimits(effectiveLimits),
    beginning: {
      ...begun,
      forkedFromId: runId,
      forkedAfterStep: stepNumber,
      replayOf: null,
      overrides: source.overrides,
      inputs: [],
    },
  })
  if (stored.kind === 'busy')
    throw new RungraphError('SESSION_BUSY', { key: sessionKey ?? '', runId: stored.runId })
  if (stored.kind === 'childLimitExceeded' || stored.kind === 'parentLost' || stored.kind === 'superseded')
    throw new Error('A run without a parent and a schedule was refused as if it had one.')
  if (stored.kind === 'inserted') await interrupt(projectId, stored, services)
  return { runId: stored.runId }
}

interface RetryOnce extends RetryRun {
  /** Two calls with the same key make one run. Default: each makes its own. */
  readonly idempotencyKey?: string | null
}

/** @throws RUN_NOT_FINISHED */
function refuseUnfinished(status: RunStatus, operation: string): void {
  if (status === 'QUEUED' || status === 'RUNNING' || status === 'WAITING')
    throw new RungraphError('RUN_NOT_FINISHED', { status, operation })
}

type ReplayServices = Pick<EngineServices, 'runs' | 'newId'>

/**
 * Executes a stopped run again, as a new run, against the recorded answers of its models: no provider is asked, and nothing is spent
 * (RUN-9). With RECORDED tools no tool is called either; LIVE ones are called. Limits are the final ones of the run, and messages that were
 * sent to it are read before the same steps.
 */
export async function replayRun(
  call: ReplayRun,
  services: ReplayServices,
): Promise<{ readonly runId: string }> {
  const { projectId, runId, tools } = call
  const { history } = services.runs
  const source = await history.find(projectId, runId)
  if (!source) throw new RungraphError('NOT_FOUND', { kind: 'run' })
  refuseUnfinished(source.status, 'replayed')
  const id = services.newId()
  const { stepNumber: _after, context, ...begun } = await startOf(source, id, history)
  const inputs = await history.inputs(runId)
  await services.runs.insert({
    ...runLike(source, id, call),
    batchDeadlineMs: null,
    context,
    effectiveLimits: source.effectiveLimits,
    beginning: {
      ...begun,
      forkedFromId: null,
      forkedAfterStep: null,
      replayOf: { runId, tools },
      overrides: source.overrides,
      inputs: inputs.map(({ beforeStep: _step, ...input }) => input),
    },
  })
  return { runId: id }
}

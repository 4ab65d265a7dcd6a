import { RungraphError } from '../domain/errors.ts'
import type { ReplayRun } from '../domain/operations.ts'
import { refuseUnrested } from './retry-run.ts'
import type { EngineServices } from './run-context.ts'
import { startOf } from './starting-point.ts'

type Services = Pick<EngineServices, 'runs' | 'newId'>

/**
 * Executes a run at rest again, as a new run, against the recorded answers of its models: no provider is asked, and nothing is spent
 * (RUN-9). With RECORDED tools nothing else is done either; LIVE ones are called. Limits are those that the run came to have, and
 * messages that were sent to it are read ahead of the same steps.
 */
export async function replayRun(
  { projectId, runId, tools, by, trace = null }: ReplayRun,
  services: Services,
): Promise<{ readonly runId: string }> {
  const { history } = services.runs
  const source = await history.find(projectId, runId)
  if (!source) throw new RungraphError('NOT_FOUND', { kind: 'run' })
  refuseUnrested(source.status, 'replayed')
  const id = services.newId()
  const { stepNumber: _after, context, ...begun } = await startOf(source, id, history)
  const inputs = await history.inputs(runId)
  await services.runs.insert({
    ...{ id, projectId, context },
    agentId: source.agent.agentId,
    agentVersion: source.agent.version,
    sessionKey: null,
    busySession: 'ENQUEUE',
    parent: null,
    input: source.input,
    plan: source.plan,
    threadId: source.threadId,
    workflow: source.workflow,
    overrides: null,
    effectiveLimits: source.effectiveLimits,
    idempotencyKey: null,
    inputHash: null,
    triggeredBy: by,
    trace,
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

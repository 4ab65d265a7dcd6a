import { runBounds } from '../../domain/agent.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { InProject } from '../../domain/object-key.ts'
import type { Audited, SteerRun } from '../../domain/operations.ts'
import type { RunStatus } from '../../domain/run.ts'
import type { RunInput } from '../../domain/run-input.ts'
import { checkMessage } from '../check-input.ts'
import { originOfFiles, takeFiles } from '../files/take-files.ts'
import type { EngineServices } from '../run/run-context.ts'

/** The statuses in which a run reads messages sent to it, now or when it continues. */
const listening: readonly RunStatus[] = ['QUEUED', 'RUNNING', 'WAITING']

/** Sends a message to a run: durable when this resolves, read by the model at the next step, never passed by (CTX-5). */
export async function steerRun(
  call: SteerRun,
  services: Pick<EngineServices, 'runs' | 'files' | 'fetchFile' | 'newId'>,
): Promise<{ readonly runId: string }> {
  const { projectId, runId, message: text, by: sentBy } = call
  checkMessage(text, runBounds.maxInputBytes)
  const files = await takeFiles(call.files, originOfFiles(call), services)
  const sent = { kind: 'MESSAGE', text, sentBy, ...(files.length > 0 && { files }) } as const
  return sendToRun(projectId, runId, sent, services)
}

/** Leaves something for the owner of a run to take up. @throws NOT_FOUND, RUN_NOT_ACTIVE, UNSUPPORTED_FOR_WORKFLOW_RUN */
async function sendToRun(
  projectId: string,
  runId: string,
  input: RunInput,
  { runs }: Pick<EngineServices, 'runs'>,
): Promise<{ readonly runId: string }> {
  const run = await runs.find(projectId, runId)
  if (!run) throw new RungraphError('NOT_FOUND', { kind: 'run' })
  if (run.workflow !== null) throw new RungraphError('UNSUPPORTED_FOR_WORKFLOW_RUN', { slug: run.workflow })
  if (await runs.sendInput(run.id, input, listening)) return { runId: run.id }
  const { status } = (await runs.find(projectId, runId)) ?? run
  throw new RungraphError('RUN_NOT_ACTIVE', { status })
}

/** Has the agent of an active run asked for its confidence after its next step (JDG-3). @throws NOT_FOUND, RUN_NOT_ACTIVE */
export async function checkConfidence(
  { projectId, runId, by: sentBy }: Audited & InProject<'runId'>,
  services: Pick<EngineServices, 'runs'>,
): Promise<{ readonly runId: string }> {
  return sendToRun(projectId, runId, { kind: 'CONFIDENCE_CHECK', sentBy }, services)
}

import type { CheckConfidence } from '../domain/operations.ts'
import type { EngineServices } from './run-context.ts'
import { sendToRun } from './steer-run.ts'

/** Has the agent of a run under way asked how sure it is of itself, after its next step (JDG-3). @throws NOT_FOUND, NOT_LISTENING */
export async function checkConfidence(
  { projectId, runId }: CheckConfidence,
  services: Pick<EngineServices, 'runs'>,
): Promise<{ readonly runId: string }> {
  return sendToRun(projectId, runId, { kind: 'CONFIDENCE_CHECK' }, services)
}

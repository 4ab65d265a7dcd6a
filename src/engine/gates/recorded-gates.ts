import type { RecordedGate } from '../../domain/run-history.ts'
import type { Recording } from '../recording.ts'

/** Whether the run that is replayed has a gate about this call at which nobody approved it as it stood (RUN-9). */
export async function wasRefused(name: string, stepNumber: number, recording: Recording): Promise<boolean> {
  const gates = await recording.gates(stepNumber)
  return gates.some((gate) => gate.actionName === name && !isApproved(gate))
}

/** The gate about the plan of a step of the run that is replayed; `null` where none was decided. */
export async function recordedPlanGate(
  stepNumber: number,
  recording: Recording,
): Promise<RecordedGate | null> {
  const gates = await recording.gates(stepNumber)
  return gates.find(({ kind, status }) => kind === 'PLAN_APPROVAL' && status !== 'CANCELLED') ?? null
}

function isApproved({ status, onExpiry }: RecordedGate): boolean {
  return status === 'APPROVED' || (status === 'EXPIRED' && onExpiry === 'PROCEED')
}

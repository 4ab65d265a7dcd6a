import type { GateKind, GateRow } from '../domain/gate.ts'
import type { NewEvent } from '../domain/run-event.ts'
import type { RunContext } from './run-context.ts'
import type { RunState } from './run-state.ts'

/** A gate after the last step. It is written with the commit that makes the run WAITING; from then on it is a row and nothing else. */
export function openGate(kind: GateKind, reason: string, state: RunState, ctx: RunContext): GateRow {
  const { run, newId, clock } = ctx
  return {
    id: newId(),
    projectId: run.projectId,
    runId: run.id,
    stepId: state.lastStep?.id ?? null,
    actionId: null,
    kind,
    reason,
    context: contextOf(kind, state),
    status: 'OPEN',
    note: null,
    resolution: null,
    resolvedBy: null,
    resolvedAt: null,
    expiresAt: null,
    onExpiry: null,
    createdAt: new Date(clock.now()),
  }
}

export function gateOpened(gate: GateRow, state: RunState): NewEvent {
  return { type: 'GateOpened', stepNumber: state.stepCount || null, data: { gateId: gate.id } }
}

/** What the one who decides is shown. */
function contextOf(kind: GateKind, { judgement, stepCount, escalation }: RunState): GateRow['context'] {
  const isJudged = judgement.track.best > 0 || judgement.track.stale > 0
  const place = { kind, stepNumber: stepCount, progress: isJudged ? judgement.track.best : null }
  switch (kind) {
    case 'LOW_CONFIDENCE':
      return { ...place, ...judgement.confidence }
    case 'IDENTICAL_ERRORS': {
      const { target, error, count } = judgement.errors
      return { ...place, target, error, count }
    }
    case 'MONITOR':
      return { ...place, escalation }
    default:
      return kind satisfies never
  }
}

import type { GateKind, GateRow, RunGateKind } from '../domain/gate.ts'
import type { Json } from '../domain/json.ts'
import type { NewEvent } from '../domain/run-event.ts'
import type { RunContext } from './run-context.ts'
import type { RunState } from './run-state.ts'

/** What a gate is about. */
export interface GateSubject {
  readonly kind: GateKind
  readonly reason: string
  readonly stepId: string | null
  /** `null` where it is about the whole run, or a plan. */
  readonly actionId: string | null
  /** What the one who decides is shown. */
  readonly context: Json
}

/** A gate as it opens. Once it is written it is a row and nothing else. */
export function openGate(subject: GateSubject, { run, newId, clock }: RunContext): GateRow {
  const { expiresAfterMs, onExpiry, decider } = run.agent.definition.gates
  const now = clock.now()
  return {
    ...subject,
    id: newId(),
    projectId: run.projectId,
    runId: run.id,
    status: 'OPEN',
    note: null,
    resolution: null,
    resolvedBy: null,
    resolvedAt: null,
    expiresAt: expiresAfterMs === null ? null : new Date(now + expiresAfterMs),
    onExpiry: expiresAfterMs === null ? null : onExpiry,
    decider,
    createdAt: new Date(now),
  }
}

/** A gate about the whole run, after its last step. */
export function openRunGate(kind: RunGateKind, reason: string, state: RunState, ctx: RunContext): GateRow {
  const place = { stepId: state.lastStep?.id ?? null, actionId: null }
  return openGate({ ...place, kind, reason, context: contextOf(kind, state) }, ctx)
}

export function gateOpened({ id: gateId }: GateRow, stepNumber: number | null): NewEvent {
  return { type: 'GateOpened', stepNumber, data: { gateId } }
}

function contextOf(kind: RunGateKind, { judgement, stepCount, escalation }: RunState): Json {
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

import type { GateKind, GateRow, RunGateKind } from '../../domain/gate.ts'
import type { GateContext } from '../../domain/gate-context.ts'
import { toJson } from '../../domain/json.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import { oneLine } from '../../domain/text/foreign-text.ts'
import { topics } from '../../domain/wakeups.ts'
import type { EngineServices, RunCore } from '../run/run-context.ts'
import type { LiveRun } from '../run/run-state.ts'

/** Subject of a gate. */
export interface GateSubject {
  readonly kind: GateKind
  readonly reason: string
  readonly stepId: string | null
  /** `null` where it is about the whole run, or a plan. */
  readonly actionId: string | null
  /** Details for the person who decides. */
  readonly context: GateContext
  /** What stands in place of the settings of the agent's gates; `null`: it does not expire. */
  readonly expiry?: { readonly expiresAt: Date; readonly onExpiry: 'REFUSE' | 'PROCEED' } | null
  readonly decider?: GateRow['decider']
  /** Name of the only caller that may decide. */
  readonly respondent?: string
}

/** A gate as it opens. Once it is written it is a row and nothing else. Text that its reason quotes stays within one line of the engine. */
export function openGate(subject: GateSubject, { run, newId, clock }: RunCore): GateRow {
  const { gates } = run.agent.definition
  const now = clock.now()
  const { kind, stepId, actionId, expiry, decider = gates.decider, respondent = null } = subject
  const ofAgent =
    gates.expiresAfterMs === null
      ? null
      : { expiresAt: new Date(now + gates.expiresAfterMs), onExpiry: gates.onExpiry }
  const { expiresAt, onExpiry } = (expiry === undefined ? ofAgent : expiry) ?? noExpiry
  return {
    ...{ kind, stepId, actionId },
    reason: oneLine(subject.reason),
    context: toJson(subject.context),
    id: newId(),
    projectId: run.projectId,
    runId: run.id,
    agentId: run.agent.agentId,
    status: 'OPEN',
    note: null,
    resolution: null,
    resolvedBy: null,
    resolvedAt: null,
    expiresAt,
    onExpiry,
    decider,
    respondent,
    createdAt: new Date(now),
  }
}

const noExpiry = { expiresAt: null, onExpiry: null }

/** A gate about the whole run, after its last step. */
export function openRunGate(kind: RunGateKind, reason: string, state: LiveRun, ctx: RunCore): GateRow {
  const fields = { stepId: state.lastStep?.id ?? null, actionId: null }
  return openGate({ ...fields, kind, reason, context: contextOfRunGate(kind, state) }, ctx)
}

/** A run that continues after it waited or was paused. Its time runs from the moment of the claim. */
export const continued = { status: 'RUNNING', terminationReason: null, resumedAt: null } as const

/** The gate as it stands once nobody decides at it any more. */
export function closedGate(gate: GateRow, resolvedAt: Date): GateRow {
  return { ...gate, status: 'CANCELLED', resolvedAt }
}

export function gateResolved(
  { id: gateId, status: gateStatus, resolvedBy }: GateRow,
  stepNumber: number | null,
): NewEvent {
  return { type: 'GateResolved', stepNumber, data: { gateId, gateStatus, resolvedBy } }
}

export function gateOpened({ id: gateId }: GateRow, stepNumber: number | null): NewEvent {
  return { type: 'GateOpened', stepNumber, data: { gateId } }
}

function contextOfRunGate(kind: RunGateKind, { judgement, stepCount, escalation }: LiveRun): GateContext {
  const isJudged = judgement.track.best > 0 || judgement.track.stale > 0
  const fields = { stepNumber: stepCount, progress: isJudged ? judgement.track.best : null }
  switch (kind) {
    case 'LOW_CONFIDENCE':
      return { kind, ...fields, ...judgement.confidence }
    case 'IDENTICAL_ERRORS': {
      const { target, error, count } = judgement.errors
      return { kind, ...fields, target, error, count }
    }
    case 'MONITOR':
      return { kind, ...fields, escalation }
    default:
      return kind satisfies never
  }
}

type Services = Pick<EngineServices, 'runs' | 'log' | 'wakeups'>

/**
 * Sends on every WAITING run of a tree, or of all, that has something to continue with, and then those above, which wait for these.
 * A second caller changes nothing.
 */
export async function wakeWaiting(rootId: string | null, services: Services): Promise<void> {
  while (await wakeLevel(rootId, services));
}

/** False where there is no run to wake. */
async function wakeLevel(rootId: string | null, { runs, log, wakeups }: Services): Promise<boolean> {
  const waiting = await runs.gates.wakeable(rootId)
  const woken = await Promise.all(
    waiting.map((runId) =>
      log.commit({
        runId,
        epoch: null,
        from: ['WAITING'],
        run: continued,
        events: [{ type: 'RunContinued', stepNumber: null, data: {} }],
      }),
    ),
  )
  const isAny = woken.some(({ kind }) => kind === 'written')
  if (isAny) wakeups.publish(topics.queue)
  return isAny
}

import type {
  ActionLiveFragment,
  CallLiveFragment,
  StepLiveFragment,
} from '../../../generated/console/graphql.ts'
import { formatDateTime, formatEnum } from '../../ui/format.ts'
import { type Tone, toneOf } from '../../ui/status.tsx'
import { isWait } from '../gates/gates-search.ts'
import { isAtRest, type RunAndSteps, type Speaking, stepsInOrder } from './run-model.ts'

export type TimelineKind = 'step' | 'call' | 'action' | 'call-step' | 'gate' | 'wait'

/** One line of the timeline. Times are milliseconds since 1970; `end` is null while it lasts. */
export interface TimelineRow {
  /** `kind:id`, as the address names the opened object. */
  readonly key: string
  readonly kind: TimelineKind
  /** 0: a step, 1: its parts, 2: what an action is made of: model calls of a plan, and the steps of a call. */
  readonly depth: 0 | 1 | 2
  /** The type of an action: TOOL, LLM, AGENT and so on. */
  readonly type?: string
  readonly label: string
  readonly detail: string
  readonly tone: Tone
  readonly start: number
  readonly end: number | null
  /** Moments within it: the first token of a model call. */
  readonly marks: readonly number[]
  /** The attempts of an action that was tried more than once; between them it waited. */
  readonly attempts: readonly Attempt[]
}

interface Attempt {
  readonly start: number
  readonly end: number | null
  readonly tone: Tone
}

/**
 * The events of a run, line by line: each step with its model calls, its actions, and the gates that it waited at. `speaking` is the
 * message that a model is writing at the moment: its call is not stored yet.
 */
export function toRows(model: RunAndSteps, speaking: Speaking | null): readonly TimelineRow[] {
  const ended = isAtRest(model.run) ? endOf(model) : null
  return stepsInOrder(model).flatMap((step) => {
    const gates = model.run.gates.filter((gate) => gate.step?.number === step.number)
    const ofActions = new Set(step.actions.map(({ id }) => id))
    // Each line with those below it: the calls of an action stand under it.
    const parts: (readonly TimelineRow[])[] = [
      ...step.modelCalls
        .filter(({ action }) => !action || !ofActions.has(action.id))
        .map((call) => [toCallRow(call, 1)]),
      ...step.actions.map((action) => [
        ...toActionRow(action, ended),
        ...[
          ...step.modelCalls
            .filter((call) => call.action?.id === action.id)
            .map((call) => toCallRow(call, 2)),
          ...action.completedSteps.map((done) => toCallStepRow(action, done)),
        ].toSorted(byStart),
      ]),
      ...gates.map((gate) => [toGateRow(gate, ended)]),
      ...(speaking?.stepNumber === step.number ? [[toSpeakingRow(speaking, step, model.run)]] : []),
    ]
    const sorted = parts.toSorted(([a], [b]) => (a && b ? byStart(a, b) : 0))
    return [toStepRow(step, ended), ...sorted.flat()]
  })
}

function byStart(a: TimelineRow, b: TimelineRow): number {
  return a.start - b.start
}

function toStepRow(step: StepLiveFragment, ended: number | null): TimelineRow {
  const start = Date.parse(step.startedAt)
  const isRunning = step.durationMs == null && ended === null
  return {
    ...{
      key: `step:${step.id}`,
      kind: 'step',
      depth: 0,
      label: `Step ${step.number}`,
      marks: [],
      attempts: [],
    },
    detail: step.error ?? '',
    tone: isRunning ? 'running' : step.success === false ? 'bad' : step.success ? 'good' : 'cancelled',
    start,
    end: step.durationMs == null ? ended : start + step.durationMs,
  }
}

function toCallRow(call: CallLiveFragment, depth: 1 | 2): TimelineRow {
  const start = Date.parse(call.startedAt)
  return {
    ...{ key: `call:${call.id}`, kind: 'call', depth, attempts: [] },
    label: call.model,
    detail: call.error ?? (call.purpose === 'LOOP' ? '' : formatEnum(call.purpose)),
    tone: call.errorCode ? 'bad' : 'paused',
    start,
    end: call.latencyMs == null ? start : start + call.latencyMs,
    marks: call.timeToFirstTokenMs == null ? [] : [start + call.timeToFirstTokenMs],
  }
}

function toGateRow(gate: RunAndSteps['run']['gates'][number], ended: number | null): TimelineRow {
  const { kind, status } = gate
  const waits = isWait(kind)
  return {
    ...{ key: `gate:${gate.id}`, kind: waits ? 'wait' : 'gate', depth: 1, marks: [], attempts: [] },
    label: waits ? 'Wait' : formatEnum(kind),
    detail:
      kind === 'TIME' && gate.expiresAt
        ? `until ${formatDateTime(gate.expiresAt)}`
        : waits
          ? gate.reason
          : (gate.resolvedBy ?? gate.reason),
    // The end of a wait is no failure.
    tone: waits && status === 'EXPIRED' ? 'good' : toneOf(status),
    start: Date.parse(gate.createdAt),
    end: gate.resolvedAt ? Date.parse(gate.resolvedAt) : ended,
  }
}

/** The moment at which a step of a call was done. Its row opens the call. */
function toCallStepRow(
  action: ActionLiveFragment,
  { key, at }: ActionLiveFragment['completedSteps'][number],
): TimelineRow {
  const moment = Date.parse(at)
  return {
    ...{ key: `call-step:${action.id}:${key}`, kind: 'call-step', depth: 2, marks: [], attempts: [] },
    ...{ label: key, detail: '', tone: 'good', start: moment, end: moment },
  }
}

/** It begins when the row before it in its step has ended. */
function toSpeakingRow(
  { messageId }: Speaking,
  step: StepLiveFragment,
  run: RunAndSteps['run'],
): TimelineRow {
  const calls = step.modelCalls.map((call) => Date.parse(call.startedAt) + (call.latencyMs ?? 0))
  const actions = step.actions.map(({ startedAt, durationMs }) =>
    startedAt == null ? 0 : Date.parse(startedAt) + (durationMs ?? 0),
  )
  return {
    ...{
      key: `speaking:${messageId}`,
      kind: 'call',
      depth: 1,
      tone: 'paused',
      marks: [],
      attempts: [],
      end: null,
    },
    label: (run.overrides?.model ?? run.agent.model).replace(/^[^/]*\//, ''),
    detail: '',
    start: Math.max(Date.parse(step.startedAt), ...calls, ...actions),
  }
}

function toActionRow(action: ActionLiveFragment, ended: number | null): readonly TimelineRow[] {
  if (action.startedAt == null) return []
  const last = Date.parse(action.startedAt)
  const attempts = action.attempts.length > 1 ? action.attempts.flatMap(toAttempt) : []
  return [
    {
      ...{ key: `action:${action.id}`, kind: 'action', depth: 1, marks: [], attempts, type: action.type },
      label: action.name,
      detail: action.error ?? (action.name === action.target ? '' : action.target),
      tone: toneOf(action.status),
      start: attempts[0]?.start ?? last,
      end:
        action.durationMs == null ? (action.status === 'RUNNING' ? ended : last) : last + action.durationMs,
    },
  ]
}

function toAttempt({
  startedAt,
  completedAt,
  status,
}: ActionLiveFragment['attempts'][number]): readonly Attempt[] {
  if (startedAt == null) return []
  const end = completedAt == null ? null : Date.parse(completedAt)
  return [{ start: Date.parse(startedAt), end, tone: toneOf(status) }]
}

/** The span that the timeline shows; `now` is its end while the run lasts. */
export function spanOf(
  model: RunAndSteps,
  rows: readonly TimelineRow[],
  now: number,
): readonly [number, number] {
  const start = Date.parse(model.run.startedAt ?? model.run.createdAt)
  const first = rows.reduce((least, row) => Math.min(least, row.start), start)
  const end = isAtRest(model.run) ? endOf(model) : now
  return [first, Math.max(end, first + 50)]
}

/** Time when a run stopped: its last activity ended then. */
function endOf({ run, steps }: RunAndSteps): number {
  if (run.completedAt) return Date.parse(run.completedAt)
  return [...steps.values()].reduce(
    (last, { startedAt, durationMs }) => Math.max(last, Date.parse(startedAt) + (durationMs ?? 0)),
    Date.parse(run.startedAt ?? run.createdAt),
  )
}
